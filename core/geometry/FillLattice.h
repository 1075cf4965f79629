// The places where a fill may put particles: a lattice anchored in the world, with or without random shifts.
#pragma once

#include "base/Types.h"

#include <string_view>

namespace firn {

enum class FillLayout { Regular, Jittered, Random };
inline constexpr std::string_view kFillLayouts[] = {"regular", "jittered", "random"};

struct FillSettings {
    FillLayout layout = FillLayout::Jittered;
    float separation = 0.02f; ///< m; each place stands for a cube of this edge, in every layout
    float jitter = 1.0f;      ///< jittered: the share of its cell that a place may use, 0 to 1
    int perCell = 8;          ///< random: places in each cell
    uint64_t seed = 1;
};

using LatticeCell = Eigen::Matrix<int64_t, 3, 1>;

/// A pure function of (settings, cell, number in the cell): two fills that touch share one lattice.
class FillLattice {
public:
    explicit FillLattice(const FillSettings& settings);

    /// separation x cbrt(places per cell), so that all layouts are equally dense.
    double cellEdge() const { return mEdge; }
    int placesPerCell() const { return mPerCell; }

    /// Place n of a cell (m). In double, as a moving lattice (see sim/SourceStream.h) wanders far.
    Vec3d place(const LatticeCell& cell, int n) const;

    /// What random numbers of the particle at that place hang on.
    uint64_t placeKey(const LatticeCell& cell, int n) const;

private:
    FillLayout mLayout;
    double mEdge;
    double mJitter;
    int mPerCell;
    uint64_t mSeed;
};

} // namespace firn
