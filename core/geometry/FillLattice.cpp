#include "geometry/FillLattice.h"

#include "base/Error.h"
#include "math/Random.h"

#include <cmath>

namespace firn {

FillLattice::FillLattice(const FillSettings& settings)
    : mLayout(settings.layout), mEdge(settings.separation), mJitter(settings.jitter), mPerCell(1), mSeed(settings.seed)
{
    FIRN_ASSERT(settings.separation > 0 && settings.perCell > 0);
    if (mLayout != FillLayout::Random) return;
    mPerCell = settings.perCell;
    mEdge *= std::cbrt(double(mPerCell));
}

uint64_t FillLattice::placeKey(const LatticeCell& cell, int n) const
{
    return randomBits(mix(mSeed, uint64_t(cell.x())), uint64_t(cell.y()), uint64_t(cell.z()), uint64_t(n));
}

Vec3d FillLattice::place(const LatticeCell& cell, int n) const
{
    if (mLayout == FillLayout::Regular) return (cell.cast<double>().array() + 0.5) * mEdge;

    // A share s of the cell, about its middle: 1/2 - s/2 to 1/2 + s/2.
    const Vec3d random = randomInCube(mSeed, placeKey(cell, n)).cast<double>();
    const double share = mLayout == FillLayout::Random ? 1.0 : mJitter;
    return (cell.cast<double>().array() + 0.5 + share * (random.array() - 0.5)) * mEdge;
}

} // namespace firn
