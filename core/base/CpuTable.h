// The instruction set extensions that Firn may be compiled for, in the order in which they are reported.
#pragma once

#include <cstdint>

namespace firn {

enum CpuFeatureIndex : uint32_t {
    kSse3,
    kSsse3,
    kSse41,
    kSse42,
    kPopcnt,
    kAvx,
    kFma,
    kF16c,
    kMovbe,
    kAvx2,
    kBmi1,
    kBmi2,
    kLzcnt,
    kAvx512f,
    kAvx512dq,
    kAvx512cd,
    kAvx512bw,
    kAvx512vl,
};

} // namespace firn
