// Fuzzes the reader of checkpoints.
#include "fuzz/FuzzTarget.h"
#include "io/Checkpoint.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    return firn::fuzzOnce(data, size, [](firn::Span<const std::byte> bytes) { firn::parseCheckpoint(bytes, "fuzz"); });
}
