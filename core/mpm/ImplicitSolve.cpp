// The conjugate residual method for Eq. 9: A v = v*, A = I + beta dt^2 M^-1 d2Phi/dx2, symmetric in (u, v) = u^T M v.
#include "mpm/ImplicitSolve.h"

#include "base/Text.h"
#include "mpm/NearColliders.h"
#include "mpm/NodeTransfer.h"
#include "parallel/ForEach.h"

#include <cmath>

namespace firn::mpm {

namespace {

constexpr std::size_t kBlocksPerTask = 8;
using Vector = Eigen::Map<Eigen::Vector3f>;
using Squares = Eigen::Array2d;
using ConstVector = Eigen::Map<const Eigen::Vector3f>;

/// The node vectors of one solve, seen node by node.
class Iteration {
public:
    Iteration(MpmGrid& grid, ImplicitSystem& system) : mGrid(grid), mSystem(system) {}

    /// Sums work(node), a number or an array of them, over all nodes with mass, in the order of the blocks.
    template <class Work> auto sum(Work&& work)
    {
        using Sum = decltype(work(std::size_t(0)));
        const std::size_t blocks = mGrid.blocks.blockCount();
        std::vector<Sum> partials(blocks);
        forRanges(blocks, kBlocksPerTask, [&](std::size_t begin, std::size_t end) {
            for (std::size_t b = begin; b < end; ++b) {
                Sum partial = zero(Sum());
                for (std::size_t n = b * kBlockNodes; n < (b + 1) * kBlockNodes; ++n)
                    if (mass(n) > 0) partial += work(n);
                partials[b] = partial;
            }
        });
        Sum total = zero(Sum());
        for (const Sum& partial : partials) total += partial;
        return total;
    }

    float mass(std::size_t n) const { return mGrid.nodes[n * kNodeChannels + kMass]; }
    /// v* of Eq. 10 after collisions, and v^n.
    ConstVector star(std::size_t n) const { return ConstVector(mGrid.nodes.data() + n * kNodeChannels + kVelocity); }
    ConstVector old(std::size_t n) const { return ConstVector(mGrid.nodes.data() + n * kNodeChannels + kForce); }
    static Vector at(NodeField& field, std::size_t n) { return Vector(field.data() + n * kVectorChannels); }

    /// Takes away what a collider does not let move.
    Vec3f free(std::size_t n, const Vec3f& v) const
    {
        const float* held = mSystem.held.data() + n * kHoldChannels;
        if (held[0] == 0) return v;
        if (int(held[0]) % kHoldStride == int(Hold::All)) return Vec3f::Zero();
        const Vec3f normal(held[1], held[2], held[3]);
        return v - v.dot(normal) * normal;
    }

private:
    static double zero(double) { return 0; }
    static Squares zero(const Squares&) { return Squares::Zero(); }

    MpmGrid& mGrid;
    ImplicitSystem& mSystem;
};

/// What colliders had to push to hold their nodes during the solve: the residual of the held directions.
void addSolveImpulses(const World& world, const MpmGrid& grid, ImplicitSystem& s, Iteration& it)
{
    BlockImpulses impulses(world, grid.blocks.blockCount());
    if (!impulses.wanted()) return;
    forRanges(grid.blocks.blockCount(), kBlocksPerTask, [&](std::size_t begin, std::size_t end) {
        for (std::size_t n = begin * kBlockNodes; n < end * kBlockNodes; ++n) {
            const int code = int(s.held[n * kHoldChannels]);
            if (code == 0 || !(it.mass(n) > 0)) continue;
            const Vec3f momentum = it.mass(n) * (it.star(n) - it.at(s.x, n)) - it.at(s.force, n);
            const Vec3f held = momentum - it.free(n, momentum);
            const std::size_t b = n / kBlockNodes;
            impulses.add(b, std::size_t(code / kHoldStride), held, grid.position(b, int(n % kBlockNodes)));
        }
    });
    impulses.addTo(world);
}

/// Warm start: the old velocity and gravity, but v* where colliders hold (v* itself overshoots in stiff snow). Returns
/// the mass of all nodes.
double startFrom(const Vec3f& fall, ImplicitSystem& s, Iteration& it)
{
    return it.sum([&](std::size_t n) {
        const Vec3f star = it.star(n);
        it.at(s.x, n) = star + it.free(n, it.old(n) + fall - star);
        return double(it.mass(n));
    });
}

/// The conjugate residual iteration: x, and what it took.
SolveReport iterate(const MpmParams& params, const World& world, double mass, const MpmGrid& grid, ImplicitSystem& s,
                    Iteration& it)
{
    // Squares of the residual (first) and of the change of velocity (second), which the residual is held against.
    const auto squares = [&](std::size_t n) -> Squares {
        const Vec3f change = it.at(s.x, n) - it.old(n);
        return double(it.mass(n)) * Squares(double(it.at(s.r, n).squaredNorm()), double(change.squaredNorm()));
    };
    multiplyHessian(params, grid, s, s.x, s.force);
    Squares now = it.sum([&](std::size_t n) {
        it.at(s.r, n) = it.free(n, it.star(n) - it.at(s.x, n) - it.at(s.force, n) / it.mass(n));
        return squares(n);
    });

    SolveReport solve;
    solve.solve = "velocity";
    double rAr = 0;
    for (;;) {
        solve.residual = std::sqrt(now[0] / mass); // m/s
        const double share = double(params.tolerance) * std::sqrt(now[1] / mass);
        solve.converged = solve.residual <= std::max(share, double(params.restTolerance));
        if (solve.converged || !std::isfinite(solve.residual) || solve.iterations == params.maxIterations) return solve;

        stopIfAsked(world);
        multiplyHessian(params, grid, s, s.r, s.force);
        const double rArNew = it.sum([&](std::size_t n) {
            const auto r = it.at(s.r, n);
            const Vec3f Ar = it.free(n, r + it.at(s.force, n) / it.mass(n));
            it.at(s.Ar, n) = Ar;
            return double(it.mass(n)) * double(r.dot(Ar));
        });
        const auto beta = float(solve.iterations == 0 || rAr == 0 ? 0 : rArNew / rAr);
        rAr = rArNew;
        const double ApAp = it.sum([&](std::size_t n) {
            auto p = it.at(s.p, n), Ap = it.at(s.Ap, n);
            p = it.at(s.r, n) + beta * p;
            Ap = it.at(s.Ar, n) + beta * Ap;
            return double(it.mass(n)) * double(Ap.squaredNorm());
        });
        const auto alpha = float(ApAp > 0 ? rAr / ApAp : 0);
        now = it.sum([&](std::size_t n) {
            it.at(s.x, n) += alpha * it.at(s.p, n);
            it.at(s.r, n) -= alpha * it.at(s.Ap, n);
            return squares(n);
        });
        ++solve.iterations;
    }
}

} // namespace

void solveImplicit(const MpmParams& params, const World& world, double dt, const Snow& snow, MpmGrid& grid,
                   ImplicitSystem& s, StepReport& report)
{
    PassScope timer(report.times, "solveImplicit");
    prepareProducts(params, dt, snow, grid, s);
    for (NodeField* field : {&s.x, &s.r, &s.p, &s.Ar, &s.Ap}) grid.blocks.zero(kVectorChannels, *field);
    Iteration it(grid, s);
    const double mass = startFrom(float(dt) * world.gravity, s, it);
    const SolveReport solve = iterate(params, world, mass, grid, s, it);
    if (!solve.converged)
        report.warnings.push_back("the implicit solve stopped at max_iterations (" +
                                  std::to_string(params.maxIterations) +
                                  ") above its tolerance; a smaller implicit_step makes it easier");
    report.solves.push_back(solve);

    if (world.impulses.size() == world.colliders.size() && !world.colliders.empty()) {
        multiplyHessian(params, grid, s, s.x, s.force);
        addSolveImpulses(world, grid, s, it);
    }
    forRanges(grid.blocks.blockCount(), kBlocksPerTask, [&](std::size_t begin, std::size_t end) {
        for (std::size_t n = begin * kBlockNodes; n < end * kBlockNodes; ++n)
            Vector(grid.nodes.data() + n * kNodeChannels + kVelocity) = it.at(s.x, n);
        for (std::size_t b = begin; b < end; ++b) takeOver(params, grid.nodes.data() + b * kBlockNodes * kNodeChannels);
    });
}

} // namespace firn::mpm
