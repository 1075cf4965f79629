// The instruction set extensions that the compiler was allowed to use, for this file as for the rest of the library.
#include "base/Cpu.h"
#include "base/CpuTable.h"

namespace firn {

const CpuFeatures kBuiltCpuFeatures = 0u
#ifdef __SSE3__
                                      | 1u << kSse3
#endif
#ifdef __SSSE3__
                                      | 1u << kSsse3
#endif
#ifdef __SSE4_1__
                                      | 1u << kSse41
#endif
#ifdef __SSE4_2__
                                      | 1u << kSse42
#endif
#ifdef __POPCNT__
                                      | 1u << kPopcnt
#endif
#ifdef __AVX__
                                      | 1u << kAvx
#endif
#ifdef __FMA__
                                      | 1u << kFma
#endif
#ifdef __F16C__
                                      | 1u << kF16c
#endif
#ifdef __MOVBE__
                                      | 1u << kMovbe
#endif
#ifdef __AVX2__
                                      | 1u << kAvx2
#endif
#ifdef __BMI__
                                      | 1u << kBmi1
#endif
#ifdef __BMI2__
                                      | 1u << kBmi2
#endif
#ifdef __LZCNT__
                                      | 1u << kLzcnt
#endif
#ifdef __AVX512F__
                                      | 1u << kAvx512f
#endif
#ifdef __AVX512DQ__
                                      | 1u << kAvx512dq
#endif
#ifdef __AVX512CD__
                                      | 1u << kAvx512cd
#endif
#ifdef __AVX512BW__
                                      | 1u << kAvx512bw
#endif
#ifdef __AVX512VL__
                                      | 1u << kAvx512vl
#endif
    ;

} // namespace firn
