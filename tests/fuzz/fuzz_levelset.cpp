// Fuzzes the reader of level sets.
#include "fuzz/FuzzTarget.h"
#include "io/LevelSetFile.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    return firn::fuzzOnce(data, size, [](firn::Span<const std::byte> bytes) { firn::parseLevelSet(bytes, "fuzz"); });
}
