// A grid's tree of voxels, built from a VDB file's bytes without OpenVDB's parser.
#pragma once

#include "io/ByteReader.h"

#include <cstddef>
#include <cstdint>
#include <openvdb/openvdb.h>

namespace firn {

/// What the grids of one file may take in memory: 48 MiB and eight times the file. Voxels that are stored plain take
/// about as much in memory as in the file; only packing and empty nodes take more.
class VdbMemory {
public:
    explicit VdbMemory(std::size_t fileBytes) : mLeft((std::size_t(48) << 20) + 8 * fileBytes) {}

    /// Throws when it is used up.
    void take(const ByteReader& in, std::size_t bytes);

private:
    std::size_t mLeft;
};

/// Reads the topology and then the voxels; for FloatTree and Vec3STree. Each node is paid for with bytes of the file
/// and from `memory` before it is made.
template <class Tree>
typename Tree::Ptr readVdbTree(ByteReader& in, uint32_t compression, bool half, VdbMemory& memory);

extern template openvdb::FloatTree::Ptr readVdbTree<openvdb::FloatTree>(ByteReader&, uint32_t, bool, VdbMemory&);
extern template openvdb::Vec3STree::Ptr readVdbTree<openvdb::Vec3STree>(ByteReader&, uint32_t, bool, VdbMemory&);

} // namespace firn
