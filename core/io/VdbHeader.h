// What stands before the voxels in a VDB file: its header, the grids' names and their metadata, each length checked.
#pragma once

#include "base/Span.h"
#include "io/ByteReader.h"

#include <cstddef>
#include <functional>
#include <string>

namespace firn {

struct VdbFileStart {
    bool offsets = false;  ///< each grid says where it ends
    std::size_t grids = 0; ///< how many follow
};

struct VdbGridStart {
    std::string uniqueName; ///< its name, with a number when another grid has the same
    std::string name;
    std::string type;      ///< such as Tree_float_5_4_3, the same for 16-bit floats
    std::string parent;    ///< unique name of the grid whose voxels it shares; empty when it has its own
    std::size_t start = 0; ///< where its compression, metadata, transform and voxels begin
    std::size_t end = 0;   ///< where the next grid begins; 0 in a file without offsets
};

/// Called with an item's name, its type and its value's bytes.
using VdbMetaVisitor = std::function<void(const std::string&, const std::string&, Span<const std::byte>)>;

bool looksLikeVdb(Span<const std::byte> bytes);

/// A text of at most 4096 bytes.
std::string readVdbText(ByteReader& in);

/// Passes a list of metadata; `visit` may be empty.
void readVdbMetadata(ByteReader& in, const VdbMetaVisitor& visit = {});

/// From the file's first byte to its first grid. Versions of the format before 222 and after 224 are refused.
VdbFileStart readVdbFileStart(ByteReader& in);

/// A grid's entry. Entries and grids take turns and never overlap.
VdbGridStart readVdbGridStart(ByteReader& in, bool offsets);

} // namespace firn
