// Which Firn this is and how it was built: printed by the hosts, stored in caches.
#pragma once

namespace firn {

/// The version: "0.1.0".
const char* version();

/// Compiler, build type and instruction set: "GNU 12.2.0 Release x86-64-v3".
const char* buildSettings();

} // namespace firn
