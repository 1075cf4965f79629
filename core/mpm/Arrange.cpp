// Particles and blocks: the cell size, the order of the particles, the blocks around them.
#include "base/Error.h"
#include "base/Text.h"
#include "mpm/Passes.h"
#include "mpm/StencilLanes.h"
#include "parallel/Reduce.h"

#include <cfloat>
#include <cmath>

namespace firn::mpm {

namespace {

/// Particles per run below which sorting them all anew pays off: shorter runs cost more in every pass.
constexpr std::size_t kShortestRuns = 8;

/// Never sorted anew for fewer runs than this.
constexpr std::size_t kFewRuns = 256;

float largestOf(Span<const float> values)
{
    return maxOf(values.size(), 0.0f, [&](std::size_t i) { return values[i]; });
}

/// Sizes that one grid does not suit: fine snow on a grid for coarse snow is lumped together.
constexpr float kWidestSizes = 2;

void warnOfSizes(const MpmParams& params, const Particles& particles, float cell, StepReport& report)
{
    if (params.cellSize > 0) return;
    const auto pscale = particles.get<float>("pscale");
    const float smallest = -maxOf(pscale.size(), -FLT_MAX, [&](std::size_t i) { return -pscale[i]; });
    if (smallest * kWidestSizes * 4 < cell)
        report.warnings.push_back("attribute 'pscale' goes from " + toText(smallest) + " to " + toText(0.25f * cell) +
                                  " m, and the grid's cell follows the largest; give sources the same separation, or "
                                  "set cell_size");
}

Trouble unplaceable(const Particles& particles, std::size_t i, float cell)
{
    Trouble trouble;
    trouble.pass = "arrange";
    trouble.what = "position is not finite or more than a million cells of " + toText(cell) + " m from the origin";
    trouble.tryThis = "set bounds_min and bounds_max around the scene, or a larger cell_size";
    trouble.particleId = particles.id()[i];
    for (int k = 0; k < 3; ++k) trouble.position[k] = particles.P()[i][k];
    return trouble;
}

} // namespace

float cellSizeFor(const MpmParams& params, const Particles& particles)
{
    if (params.cellSize > 0) return params.cellSize;
    const auto pscale = particles.get<float>("pscale");
    if (pscale.empty()) return 1.0f;
    const float largest = largestOf(pscale);
    if (!(largest > 0) || !std::isfinite(largest))
        throw InputError("the largest value of attribute 'pscale' is " + toText(largest) +
                         "; it must be above 0, or cell_size must be set");
    return 4 * largest;
}

bool arrange(const MpmParams& params, Particles& particles, MpmGrid& grid, StepReport& report)
{
    PassScope timer(report.times, "arrange");
    grid.cell = cellSizeFor(params, particles);
    warnOfSizes(params, particles, grid.cell, report);
    grid.place.inverseCell = 1.0f / grid.cell;
    grid.place.shift = withKernel(params.kernel, [](auto nodes) { return KernelTraits<nodes>::kShift; });

    std::size_t bad = grid.runs.build(particles.P(), grid.place);
    // A function of the particles alone: a solver made anew decides alike.
    const std::size_t most = std::max(kFewRuns + 2 * grid.runs.blocks().size(), particles.size() / kShortestRuns);
    if (bad == particles.size() && grid.runs.runCount() > most) {
        particles.reorder(grid.runs.sortedOrder(particles.P(), grid.place));
        bad = grid.runs.build(particles.P(), grid.place);
    }
    if (bad < particles.size()) {
        report.troubles.push_back(unplaceable(particles, bad, grid.cell));
        return false;
    }
    const int nodes = params.kernel == Kernel::Quadratic ? 3 : 4;
    std::vector<NodeBox> boxes;
    for (const NodeBox& box : grid.runs.boxes()) boxes.push_back(box.grown(nodes));
    grid.blocks.build(grid.runs.blocks(), boxes);
    return true;
}

} // namespace firn::mpm
