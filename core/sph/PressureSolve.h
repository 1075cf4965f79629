// 6: the implicit compressible pressure solver (section 3.2.1, Algorithm 2).
#pragma once

#include "solver/StepReport.h"
#include "sph/StepData.h"

namespace firn::sph {

/// The linear system of Eq. 5, a row per particle, written so that neither a vanishing stiffness (a single flake) nor
/// an infinite one (IISPH) divides by zero: alpha p - s (dt^2 rho div(grad p / rho)) = s (rho* - rho0), with alpha = 1
/// and s = lambda / rho0; incompressible alpha = 0 and s = 1.
struct PressureSystem {
    double dt = 0;
    float alpha = 1, psi = 1.5f;
    const float* density = nullptr;
    RawArray<float> stiffness; ///< s
    RawArray<float> source;    ///< rho* - rho0
    RawArray<float> slope;     ///< c: -d (dt^2 rho div(grad p / rho)) / dp of the particle itself; Eq. 8
    RawArray<Vec4f> push;      ///< grad p / rho (Eq. 7): minus the acceleration
    RawArray<float> missing, best, bestMissing; ///< corrections, and where the error was least
};

/// The paper's psi; IISPH mirrors the pressure as it is, and would gain energy with more.
inline float pressureAtBoundary(const SphParams& params)
{
    return params.pressure == Pressure::Incompressible ? 1 : params.boundaryPressure;
}

/// Algorithm 2, PREPARE: source and diagonal from v*.
void preparePressure(const SphParams& params, double dt, const Snow& snow, StepData& data, PressureSystem& system);

/// Eq. 7: push of all particles from their pressures.
void findPush(const StepData& data, PressureSystem& system);

/// (A p)_i from the pushes.
float applyPressureRow(const StepData& data, const PressureSystem& system, std::size_t i);

/// The diagonal element of row i.
inline float pressureDiagonal(const PressureSystem& system, std::size_t i)
{
    return system.alpha + system.stiffness[i] * system.slope[i];
}

/// Relative errors of the density: their mean, and what it must come down to with the pressures as they are.
struct PressureErrors {
    double mean, wanted;
};

/// One iteration of Algorithm 2 but for the step itself: pushes, and the corrections that the pressures lack.
PressureErrors iteratePressure(const SphParams& params, float omega, StepData& data, PressureSystem& system);

/// Solves for the pressure and adds its acceleration: the velocity becomes v**.
void solvePressure(const SphParams& params, double dt, const Snow& snow, StepData& data, PressureSystem& system,
                   StepReport& report);

} // namespace firn::sph
