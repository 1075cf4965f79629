// The particle columns of a step, as the passes see them.
#pragma once

#include "mpm/MpmParams.h"
#include "particles/Particles.h"

namespace firn::mpm {

/// Pointers to the columns; the material's ones are null where the particles have none and the default holds.
struct Snow {
    std::size_t count = 0;
    const Particles* particles = nullptr; ///< for messages
    Vec3f* x = nullptr;
    Vec3f* v = nullptr;
    const int64_t* id = nullptr;
    const float* mass = nullptr;
    float* restVolume = nullptr;
    Mat3f* F = nullptr;
    float* Je = nullptr;
    float* Jp = nullptr;
    float* density = nullptr;
    Mat3f* C = nullptr; ///< APIC only
    const float* E = nullptr;
    const float* nu = nullptr;
    const float* hardening = nullptr;
    const float* criticalCompression = nullptr;
    const float* criticalStretch = nullptr;
};

inline const float* optionalColumn(const Particles& particles, const char* name)
{
    const Column* column = particles.find(name);
    return column ? column->values<float>().data() : nullptr;
}

inline Snow snowOf(const MpmParams& params, Particles& particles)
{
    Snow snow;
    snow.count = particles.size();
    snow.particles = &particles;
    snow.x = particles.edit<Vec3f>("P").data();
    snow.v = particles.edit<Vec3f>("v").data();
    snow.id = particles.id().data();
    snow.mass = particles.edit<float>("mass").data();
    snow.restVolume = particles.edit<float>("restvolume").data();
    snow.F = particles.edit<Mat3f>("F").data();
    snow.Je = particles.edit<float>("Je").data();
    snow.Jp = particles.edit<float>("Jp").data();
    snow.density = particles.edit<float>("density").data();
    if (params.transfer == Transfer::Apic) snow.C = particles.edit<Mat3f>("C").data();
    snow.E = optionalColumn(particles, "E");
    snow.nu = optionalColumn(particles, "nu");
    snow.hardening = optionalColumn(particles, "hardening");
    snow.criticalCompression = optionalColumn(particles, "critical_compression");
    snow.criticalStretch = optionalColumn(particles, "critical_stretch");
    return snow;
}

} // namespace firn::mpm
