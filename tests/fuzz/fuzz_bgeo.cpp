// Fuzzes the reader of .bgeo.
#include "fuzz/FuzzTarget.h"
#include "io/ParticleFile.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    return firn::fuzzOnce(data, size, [](firn::Span<const std::byte> bytes) { firn::parseGeo(bytes, "fuzz"); });
}
