// Fills a region of space with particle places. The same bits in the same order for any number of threads.
#pragma once

#include "geometry/FillLattice.h"
#include "geometry/SolidField.h"

#include <string>
#include <vector>

namespace firn {

/// Sorted by lattice block (4 x 4 x 4 cells), cell and number in the cell; x runs fastest.
struct FilledPlaces {
    std::vector<Vec3d> place;    ///< m
    std::vector<float> distance; ///< m, of the place to the surface: negative, as all places are inside
    std::vector<uint64_t> key;   ///< what the particle's random numbers hang on

    std::size_t size() const { return place.size(); }
};

/// What to fill: a box, and the test that tells which of its places to keep. Both functions are called from several
/// threads.
struct FillRegion {
    Vec3d lower, upper;
    /// False only when no place within `radius` of the centre is kept: such blocks are skipped.
    std::function<bool(const Vec3d& centre, double radius)> mayHold;
    /// A place is kept when its distance is negative.
    std::function<void(Span<const Vec3d> places, Span<float> distance)> distance;
};

/// More than `limit` places are an InputError, as is a box of absurdly many cells; `where` names the owner.
FilledPlaces fillRegion(const FillRegion& region, const FillSettings& settings, int64_t limit,
                        const std::string& where);

/// Fills a solid. Refuses before any memory is taken when the estimate is far above the limit.
FilledPlaces fillSolid(const SolidField& shape, const FillSettings& settings, int64_t limit, const std::string& where);

/// The volume (m3) of a solid from about 64 000 samples: good to a few percent, and on average right however thin.
double estimateVolume(const SolidField& shape);

/// How many places fillSolid() would give, about.
double estimateFillCount(const SolidField& shape, const FillSettings& settings);

/// Throws the InputError of a count above the limit.
[[noreturn]] void refuseCount(double count, int64_t limit, const std::string& where);

/// Throws InputError when a box is empty or without end, as a plane's is.
void requireFinite(const Box3f& bounds, const std::string& where);

/// An estimated count this many times above a limit is surely above it.
inline constexpr double kEstimateTrust = 1.5;

/// How much a distance field may overstate distances before skipping what it says is far could lose something.
inline constexpr double kDistanceTrust = 1.5;

} // namespace firn
