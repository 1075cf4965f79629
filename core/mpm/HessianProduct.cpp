// The product of the elastic Hessian with a grid vector, matrix-free: Eq. 7 and 8.
#include "mpm/ImplicitSolve.h"
#include "mpm/MaterialLanes.h"
#include "mpm/NodeTransfer.h"

namespace firn::mpm {

namespace {

/// Vectors have four channels, so that a register holds two nodes that follow one another along z. The quadratic
/// stencil also reads a fourth node, which weighs nothing: its tile is as large as the cubic one, so that the node is
/// there.
using VectorTile = BlockTile<7, kVectorChannels>;

constexpr int kStretchRow = 3, kStiffnessRow = 9;

/// Weights and slopes along z for two pairs of nodes; the fourth node of a quadratic stencil weighs nothing.
struct PairWeights {
    Simd8 w[2], s[2];

    template <int Nodes> FIRN_LANES PairWeights(const StencilLanes<Nodes>& stencils, int lane)
    {
        for (int pair = 0; pair < 2; ++pair) {
            const int k = 2 * pair;
            const bool whole = k + 1 < Nodes;
            const int next = whole ? k + 1 : k;
            const Simd8 none(0.0f);
            w[pair] = joinHalves(Simd8(stencils.w[2][k][lane]), whole ? Simd8(stencils.w[2][next][lane]) : none);
            s[pair] =
                joinHalves(Simd8(stencils.slope[2][k][lane]), whole ? Simd8(stencils.slope[2][next][lane]) : none);
        }
    }
};

/// Slopes of the field at one particle; each half of a register holds a part of the sum.
struct SlopeSums {
    Simd8 X{0.0f}, Y{0.0f}, Z{0.0f};
};

template <int Nodes> FIRN_LANES SlopeSums gatherSlopes(const StencilLanes<Nodes>& s, int lane, const float* node)
{
    using Tile = VectorTile;
    const PairWeights z(s, lane);
    SlopeSums sum;
    for (int i = 0; i < Nodes; ++i) {
        Simd8 P(0.0f), Q(0.0f), R(0.0f);
        for (int j = 0; j < Nodes; ++j) {
            const float* row = node + i * Tile::kSlab + j * Tile::kRow;
            const Simd8 lower = Simd8::load(row), upper = Simd8::load(row + 8);
            const Simd8 a = fma(z.w[1], upper, z.w[0] * lower), c = fma(z.s[1], upper, z.s[0] * lower);
            const Simd8 wy(s.w[1][j][lane]), sy(s.slope[1][j][lane]);
            P = fma(wy, a, P);
            Q = fma(sy, a, Q);
            R = fma(wy, c, R);
        }
        const Simd8 wx(s.w[0][i][lane]), sx(s.slope[0][i][lane]);
        sum.X = fma(sx, P, sum.X);
        sum.Y = fma(wx, Q, sum.Y);
        sum.Z = fma(wx, R, sum.Z);
    }
    return sum;
}

template <int Nodes>
FIRN_LANES void scatterSlopes(const StencilLanes<Nodes>& s, int lane, Simd8 S0, Simd8 S1, Simd8 S2, float* node)
{
    using Tile = VectorTile;
    const PairWeights z(s, lane);
    for (int i = 0; i < Nodes; ++i) {
        const Simd8 wx(s.w[0][i][lane]), sx(s.slope[0][i][lane]);
        const Simd8 A = sx * S0, B = wx * S1, C = wx * S2;
        for (int j = 0; j < Nodes; ++j) {
            const Simd8 wy(s.w[1][j][lane]), sy(s.slope[1][j][lane]);
            const Simd8 a = fma(sy, B, wy * A), c = wy * C;
            float* row = node + i * Tile::kSlab + j * Tile::kRow;
            fma(z.s[0], c, fma(z.w[0], a, Simd8::load(row))).store(row);
            fma(z.s[1], c, fma(z.w[1], a, Simd8::load(row + 8))).store(row + 8);
        }
    }
}

/// Eq. 8 for eight particles: D is the gathered slopes, G the matrices to scatter; both as a register per particle.
FIRN_LANES void changeStresses(const float* rows, Simd8 (&D)[3][8], Simd8 (&G)[3][8])
{
    const auto row = [rows](int k) { return Simd8::load(rows + 8 * k); };
    Mat3Lanes<Simd8> gradient;
    for (int j = 0; j < 3; ++j) {
        transpose(D[j]);
        for (int i = 0; i < 3; ++i) gradient.m[i][j] = D[j][i] + D[j][4 + i];
    }
    const SymmetricLanes<Simd8> V = {row(kStretchRow),     row(kStretchRow + 1), row(kStretchRow + 2),
                                     row(kStretchRow + 3), row(kStretchRow + 4), row(kStretchRow + 5)};
    const Mat3Lanes<Simd8> change = stressChange(V, {row(kStiffnessRow), row(kStiffnessRow + 1)}, gradient);
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) G[j][i] = G[j][4 + i] = change.m[i][j];
        G[j][3] = G[j][7] = Simd8(0.0f);
        transpose(G[j]);
    }
}

template <int Nodes>
void multiplyBlock(const MpmGrid& grid, const ImplicitSystem& system, std::size_t b, const NodeField& u,
                   NodeField& force)
{
    VectorTile in, out;
    in.load(grid.blocks.box(b), grid.blocks.neighbours(b), u);
    out.zero(grid.blocks.box(b));
    StencilLanes<Nodes> stencils;
    std::size_t left = 0;
    for (const ParticleRun& run : grid.runs.runs(b)) left += run.end - run.begin;
    for (std::size_t k = system.firstBatch[b]; k < system.firstBatch[b + 1]; ++k) {
        const float* rows = system.batches.data() + k * ImplicitSystem::kBatchRows * 8;
        const int count = int(std::min<std::size_t>(left, 8));
        left -= std::size_t(count);
        const Vec3Lanes<Simd8> x = {{Simd8::load(rows), Simd8::load(rows + 8), Simd8::load(rows + 16)}};
        findStencils<Nodes, false>(x, grid.place.inverseCell, grid.blocks.block(b), stencils);
        int32_t offset[8];
        nodeOffsets<VectorTile::kSide>(stencils, offset);

        Simd8 D[3][8], G[3][8];
        for (int p = 0; p < 8; ++p) {
            const SlopeSums sum =
                p < count ? gatherSlopes(stencils, p, in.values + offset[p] * kVectorChannels) : SlopeSums();
            D[0][p] = sum.X, D[1][p] = sum.Y, D[2][p] = sum.Z;
        }
        changeStresses(rows, D, G);
        for (int p = 0; p < count; ++p)
            scatterSlopes(stencils, p, G[0][p], G[1][p], G[2][p], out.values + offset[p] * kVectorChannels);
    }
    out.addTo(grid.blocks.box(b), grid.blocks.neighbours(b), force);
}

} // namespace

void prepareProducts(const MpmParams& params, double dt, const Snow& snow, const MpmGrid& grid, ImplicitSystem& system)
{
    const std::size_t blocks = grid.blocks.particleBlockCount();
    system.firstBatch.assign(blocks + 1, 0);
    for (std::size_t b = 0; b < blocks; ++b) {
        std::size_t count = 0;
        for (const ParticleRun& run : grid.runs.runs(b)) count += run.end - run.begin;
        system.firstBatch[b + 1] = system.firstBatch[b] + (count + 7) / 8;
    }
    constexpr std::size_t kFloats = ImplicitSystem::kBatchRows * 8;
    const std::size_t wanted = system.firstBatch[blocks] * kFloats;
    if (system.batches.capacity() < wanted) system.batches.clear();
    system.batches.resize(wanted);

    const HardeningBounds bounds(params);
    const auto factor = float(double(params.beta) * dt * dt / (double(grid.cell) * double(grid.cell)));
    forEach(
        blocks,
        [&](std::size_t b) {
            float* rows = system.batches.data() + system.firstBatch[b] * kFloats;
            forBatches(grid.runs.runs(b), [&](const Batch& batch) {
                const Vec3Lanes<Simd8> x = loadColumn(snow.x, batch);
                const SymmetricLanes<Simd8> V = leftStretch(loadColumn(snow.F, batch));
                const StiffnessLanes<Simd8> k = stiffnessOf(params, bounds, snow, batch, loadColumn(snow.Jp, batch));
                const Simd8 scale = loadColumn(snow.restVolume, batch) * Simd8(factor);
                const Simd8 all[] = {x.v[0], x.v[1],       x.v[2],          V.xx, V.yy, V.zz, V.xy, V.yz,
                                     V.zx,   k.mu * scale, k.lambda * scale};
                for (const Simd8& row : all) row.store(rows), rows += 8;
            });
        },
        1);
}

void multiplyHessian(const MpmParams& params, const MpmGrid& grid, const ImplicitSystem& system, const NodeField& u,
                     NodeField& force)
{
    grid.blocks.zero(kVectorChannels, force);
    withKernel(params.kernel, [&](auto nodes) {
        grid.blocks.colours().scatter([&](std::size_t b) { multiplyBlock<nodes>(grid, system, b, u, force); });
    });
}

} // namespace firn::mpm
