// Unpacks the runs of values in a VDB file: stored plain, with zip or with Blosc.
#pragma once

#include "base/Span.h"
#include "io/ByteReader.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace firn {

/// Fills `out` from the reader's place. `compression` has OpenVDB's flags; a run of another size than `out` is refused.
void readVdbPacked(ByteReader& in, uint32_t compression, Span<std::byte> out);

/// Unpacks one Blosc chunk that must give exactly out.size() bytes. Knows the codec that OpenVDB uses, LZ4, with and
/// without shuffled bytes; others are refused. Written here because the Blosc library takes no length for its input.
void unpackBlosc(Span<const std::byte> chunk, Span<std::byte> out, const std::string& name);

} // namespace firn
