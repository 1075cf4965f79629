// Loops over groups of matrices; a group that is not full is padded, so every matrix sees the same operations.
#include "math/Svd.h"

#include "base/Error.h"
#include "math/SvdLanes.h"

namespace firn {

void svd(Span<const Mat3f> F, Span<Mat3f> U, Span<Vec3f> sigma, Span<Mat3f> V)
{
    FIRN_ASSERT(U.size() == F.size() && sigma.size() == F.size() && V.size() == F.size());
    forLaneGroups(F.size(), [&](auto lanes, std::size_t i, std::size_t count) {
        Mat3Lanes<decltype(lanes)> f, u, v;
        Vec3Lanes<decltype(lanes)> s;
        loadSome(F.data() + i, count, f);
        svdLanes(f, u, s, v);
        storeSome(u, count, U.data() + i);
        storeSome(s, count, sigma.data() + i);
        storeSome(v, count, V.data() + i);
    });
}

void polar(Span<const Mat3f> F, Span<Mat3f> R, Span<Mat3f> S)
{
    FIRN_ASSERT(R.size() == F.size() && S.size() == F.size());
    forLaneGroups(F.size(), [&](auto lanes, std::size_t i, std::size_t count) {
        Mat3Lanes<decltype(lanes)> f, r, s;
        loadSome(F.data() + i, count, f);
        polarLanes(f, r, s);
        storeSome(r, count, R.data() + i);
        storeSome(s, count, S.data() + i);
    });
}

} // namespace firn
