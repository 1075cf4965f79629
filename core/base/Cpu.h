// What this processor can do and what this build needs of it, so that a host can refuse to start in plain words
// instead of dying from an illegal instruction. Cpu.cpp itself is compiled for any x86-64.
#pragma once

#include <cstdint>

namespace firn {

/// One bit per instruction set extension, by its place in the table of Cpu.cpp.
using CpuFeatures = uint32_t;

/// What the processor says of itself: registers of the CPUID instruction, and which registers the system saves.
struct CpuidWords {
    uint32_t leaf1Ecx = 0;
    uint32_t leaf7Ebx = 0;
    uint32_t extended1Ecx = 0;
    uint32_t savedStates = 0; ///< XCR0: 2 SSE, 4 AVX, 0xe0 AVX-512
};

/// The features that those words amount to. A feature whose registers the system does not save is absent.
CpuFeatures cpuFeatures(const CpuidWords& words);

/// The features of the processor this runs on.
CpuFeatures presentCpuFeatures();

/// The features the library was compiled to use. A constant, so that reading it runs no such code.
extern const CpuFeatures kBuiltCpuFeatures;

/// The first feature that is needed and not present: "avx2"; null when nothing is missing.
const char* missingCpuFeature(CpuFeatures needed, CpuFeatures present);

/// The feature of that name ("avx2"); none for a name that is not known.
CpuFeatures cpuFeatureNamed(const char* name);

} // namespace firn
