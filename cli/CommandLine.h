// Reads the command line and calls the command it names.
#pragma once

namespace firn::cli {

/// Returns an exit code; throws InputError for a line it does not understand, and whatever the command throws.
int commandLine(int argc, const char* const* argv);

} // namespace firn::cli
