// Velocity grids from and to .vdb files.
#pragma once

#include "base/Span.h"
#include "geometry/VelocityGrid.h"

#include <string>

namespace firn {

/// Reads the named vector grid; without a name "vel" or "v", or else the first one. Throws FileError, which says what
/// to do, when there is none or it cannot be used.
VelocityGrid readVelocityGrid(const std::string& path, const std::string& gridName = "");

/// The parser alone.
VelocityGrid parseVelocityGrid(Span<const std::byte> bytes, const std::string& name, const std::string& gridName = "");

void writeVelocityGrid(const std::string& path, const VelocityGrid& grid);

} // namespace firn
