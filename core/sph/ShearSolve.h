// 7: the implicit shear solver (section 3.2.2, Algorithm 3).
#pragma once

#include "solver/StepReport.h"
#include "sph/BiCgStab.h"
#include "sph/Pieces.h"
#include "sph/StepData.h"

namespace firn::sph {

/// The linear system of Eq. 14, and the vectors of its solve.
/// Departs from the paper: friction is in it once more. Line 5 of Algorithm 1 only held v*; what pressure and shear add
/// after it would slip by dt a in every step, whatever the friction, and a block would creep. Friction at the new
/// velocity v, less what line 5 has done, is -c (v - v*): a term -c (v** - v*) on the right and dt c on the diagonal.
/// Rows are divided by 1 + dt c.
struct ShearSystem {
    float dt = 0;
    Elasticity elasticity = Elasticity::Split;
    const float* density = nullptr;
    const Mat3f* F = nullptr;
    RawArray<Mat4x3f> stress;   ///< sigma L of each particle
    RawArray<float> atBoundary; ///< the boundary's mirrored stress: a third of the trace, times boundaryScale
    Pieces pieces;
    struct Share {
        double along, square;
    };
    RawArray<Share> shares; ///< of each piece: sums whose quotient scales its first guess
    RawArray<Vec4f> rhs, residual, acceleration;
    BiCgStab solver;
};

/// Eq. 18 from Eq. 17: `snow` is the uncorrected gradient over snow, `boundary` the trace of that over boundaries.
/// The boundary's share of the corrected gradient is isotropic, so it drops out of both the rotation and the shear.
FIRN_LANES Mat3Lane velocityGradient(const Mat3Lane& snow, float boundary, const Mat3f& L)
{
    const Mat3Lane corrected = times(snow, L); // L is symmetric
    return plusDiagonal(corrected, (trace(snow) + boundary - trace(corrected)) * (1.0f / 3));
}

/// The stress of the displacement gradient H (Eq. 9, or a variant of section 3.5).
FIRN_LANES Mat3Lane stressOf(Elasticity elasticity, float G, float lambda, const Mat3Lane& H)
{
    Mat3Lane stress = plusTransposed(H);
    for (Lane4& c : stress.column) c = Lane4(G) * c;
    if (elasticity == Elasticity::Combined) return plusDiagonal(stress, lambda * trace(H));
    if (elasticity == Elasticity::Deviatoric) return plusDiagonal(stress, trace(stress) * (-1.0f / 3));
    return stress;
}

/// The gradient of the particles' velocities (Eq. 15 to 18) at particle i, boundaries moving as they do.
Mat3Lane gradientOfVelocity(const StepData& data, std::size_t i);

/// F - 1 at the end of the step (Eq. 12), from the velocities as they are.
Mat3Lane displacementGradient(const StepData& data, const Mat3f& F, float dt, std::size_t i);

/// Algorithm 3, RIGHT-HAND-SIDE: from the velocities v**.
void findShearForces(double dt, const Snow& snow, const SphParams& params, const StepData& data, ShearSystem& system);

/// Algorithm 3, LEFT-HAND-SIDE: the product of the matrix of Eq. 14 with b.
void applyShear(const StepData& data, ShearSystem& system, const Vec4f* b, Vec4f* product);

/// The first guess and its residual. The guess undoes the step's other accelerations, scaled in each piece of snow so
/// that its residual is least: snow at rest stays at rest, snow that falls past a wall goes on falling. A piece that is
/// near no boundary starts from 0, and as every product conserves its momentum, so does the solution, however long the
/// solve was.
void guessShear(const Snow& snow, const StepData& data, ShearSystem& system);

/// Solves for the acceleration and adds it: the velocity becomes that of the next step.
void solveShear(const SphParams& params, double dt, const Snow& snow, StepData& data, ShearSystem& system,
                StepReport& report);

} // namespace firn::sph
