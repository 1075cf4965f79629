// OpenVDB files through streams that report every fault. Include it in few files: OpenVDB's headers are slow to
// compile.
#pragma once

#include "base/Span.h"
#include "io/OutputFile.h"

#include <openvdb/openvdb.h>
#include <string>

namespace firn {

struct VdbContent {
    openvdb::GridPtrVecPtr grids;
    openvdb::MetaMap::Ptr metadata;
};

/// Registers OpenVDB's types; may be called any number of times.
void prepareVdb();

/// Reads every grid of a file of points that Firn wrote, with OpenVDB's own parser. That parser believes what it reads:
/// bytes without a checksum that holds are refused. Whatever OpenVDB throws becomes a FileError that names `name`.
VdbContent readVdb(Span<const std::byte> bytes, const std::string& name);

/// Writes grids with the checksum and the mark in the file's metadata. No Blosc and no zip: inactive values are left
/// out and the rest is stored as it is, which is fastest and takes OpenVDB 10's faulty Blosc decoder out of play. The
/// file's own random tag is replaced by one that hangs on `tag`, so that the same content gives the same file.
void writeVdb(OutputFile& file, const openvdb::GridCPtrVec& grids, openvdb::MetaMap metadata, const std::string& kind,
              uint64_t tag);

} // namespace firn
