// Fuzzes the reader of OpenVDB points as a file meets it: only bytes whose checksum holds get to OpenVDB's parser.
#include "fuzz/FuzzTarget.h"
#include "io/ParticleFile.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    return firn::fuzzOnce(data, size, [](firn::Span<const std::byte> bytes) { firn::parseVdbPoints(bytes, "fuzz"); });
}
