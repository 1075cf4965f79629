// 6: the semi-implicit velocity solve of [Stomakhin2013] section 6.1, Eq. 9.
#pragma once

#include "mpm/Passes.h"

namespace firn::mpm {

/// Scratch of the solve: what the Hessian product needs of the particles, and the vectors of the iteration.
struct ImplicitSystem {
    NodeField held; ///< kHoldChannels: how colliders hold the nodes, from updateVelocities()

    /// Eight particles after eight particles, block by block: position, left stretch, stiffness; kBatchRows rows of 8.
    static constexpr int kBatchRows = 11;
    NodeField batches;
    std::vector<std::size_t> firstBatch; ///< per particle block, and one more

    NodeField x, r, p, Ar, Ap, force; ///< four channels per node: a vector and a spare

    std::size_t bytes() const
    {
        return sizeof(float) *
               (held.size() + batches.size() + x.size() + r.size() + p.size() + Ar.size() + Ap.size() + force.size());
    }
};

inline constexpr int kVectorChannels = 4;

/// Gathers what the products of one step need. The stiffness is scaled by V_p^0 beta dt^2 / cell^2, so that a product
/// needs no more factors.
void prepareProducts(const MpmParams& params, double dt, const Snow& snow, const MpmGrid& grid, ImplicitSystem& system);

/// force = beta dt^2 (d2 Phi / dx dx) u (Eq. 7 and 8) at every node.
void multiplyHessian(const MpmParams& params, const MpmGrid& grid, const ImplicitSystem& system, const NodeField& u,
                     NodeField& force);

/// Solves Eq. 9 by the conjugate residual method in the inner product of the masses, without colliding degrees of
/// freedom, and leaves the new velocities (and what particles take over) on the nodes.
void solveImplicit(const MpmParams& params, const World& world, double dt, const Snow& snow, MpmGrid& grid,
                   ImplicitSystem& system, StepReport& report);

} // namespace firn::mpm
