// A look at a VDB file's header before OpenVDB sees it: OpenVDB believes every length that it reads there.
#pragma once

#include "base/Span.h"

#include <cstddef>
#include <string>

namespace firn {

/// Walks the file's metadata and the grids' names and metadata, as far as they can be found without decoding voxels
/// (all grids of a file with offsets, the first grid of a streamed one). Throws FileError when a length does not fit in
/// the bytes that are there.
void checkVdbHeader(Span<const std::byte> bytes, const std::string& name);

} // namespace firn
