// The particle columns of a step, as the passes see them.
#pragma once

#include "particles/Particles.h"
#include "sph/SphParams.h"

namespace firn::sph {

/// Pointers to the columns; the material's ones are null where the particles have none and the default holds.
struct Snow {
    std::size_t count = 0;
    Vec3f* x = nullptr;
    Vec3f* v = nullptr;
    const int64_t* id = nullptr;
    const float* mass = nullptr;
    float* restVolume = nullptr; ///< mass / restVolume is the paper's rho_0
    float* density = nullptr;
    Mat3f* F = nullptr;
    float* Je = nullptr;
    float* Jp = nullptr;
    float* pressure = nullptr;    ///< Pa, of the last step: where the next solve starts
    float* temperature = nullptr; ///< where heat or thermal stiffness is wanted
    const float* E = nullptr;
    const float* nu = nullptr;
    const float* hardening = nullptr;
    const float* criticalCompression = nullptr;
    const float* criticalStretch = nullptr;

    float restDensity(std::size_t i) const { return mass[i] / restVolume[i]; }
};

/// The columns of particles that have all of SphSolver::columns().
Snow snowOf(Particles& particles);

/// Young's modulus before hardening (Pa): of the temperature, the particle or the parameters.
inline float modulusOf(const SphParams& params, const float* E, const float* temperature, std::size_t i)
{
    if (!params.thermalStiffness) return E ? E[i] : params.youngsModulus;
    const float warmth = (temperature[i] - params.coldTemperature) / (params.warmTemperature - params.coldTemperature);
    const float share = warmth < 0 ? 0.0f : warmth > 1 ? 1.0f : warmth;
    return params.coldModulus + share * (params.warmModulus - params.coldModulus);
}

} // namespace firn::sph
