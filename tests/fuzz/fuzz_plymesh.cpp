// Fuzzes the reader of meshes in .ply.
#include "fuzz/FuzzTarget.h"
#include "io/MeshFile.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    return firn::fuzzOnce(data, size, [](firn::Span<const std::byte> bytes) { firn::parsePlyMesh(bytes, "fuzz"); });
}
