// Level sets from and to .vdb files.
#pragma once

#include "base/Span.h"
#include "geometry/LevelSet.h"

#include <string>
#include <vector>

namespace firn {

/// Reads the named level set, or the first one. A vector grid "v" or "vel" beside it becomes its velocity. Fog volumes
/// and grids without a uniform scale are refused with a FileError that says what to do; `notes` takes what was assumed.
LevelSet readLevelSet(const std::string& path, const std::string& gridName = "",
                      std::vector<std::string>* notes = nullptr);

/// The parser alone.
LevelSet parseLevelSet(Span<const std::byte> bytes, const std::string& name, const std::string& gridName = "",
                       std::vector<std::string>* notes = nullptr);

void writeLevelSet(const std::string& path, const LevelSet& levelSet);

} // namespace firn
