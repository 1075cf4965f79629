#include "geometry/Triangulate.h"

#include <numeric>

namespace firn {
namespace {

using Vec2d = Eigen::Matrix<double, 2, 1>;

Vec3d crossOf(const Vec3d& a, const Vec3d& b)
{
    return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}

double turn(const Vec2d& a, const Vec2d& b, const Vec2d& c)
{
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

/// The corners seen along the polygon's area normal, so that it winds anticlockwise.
std::vector<Vec2d> flattened(Span<const Vec3f> points, Span<const uint32_t> corners)
{
    const Vec3d origin = points[corners[0]].cast<double>();
    const auto at = [&](std::size_t i) -> Vec3d { return points[corners[i]].cast<double>() - origin; };
    Vec3d normal = Vec3d::Zero();
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) normal += crossOf(at(i), at(i + 1));

    // Leave out the axis that the normal follows most; keep the winding.
    int axis;
    normal.cwiseAbs().maxCoeff(&axis);
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double sign = normal[axis] < 0 ? -1 : 1;
    std::vector<Vec2d> flat(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3d p = at(i);
        flat[i] = {p[u], sign * p[v]};
    }
    return flat;
}

/// A ring of the corners that are still there.
class Ring {
public:
    explicit Ring(std::vector<Vec2d> flat) : mFlat(std::move(flat)), mNext(mFlat.size()), mPrevious(mFlat.size())
    {
        const std::size_t n = mFlat.size();
        for (std::size_t i = 0; i < n; ++i) {
            mNext[i] = (i + 1) % n;
            mPrevious[i] = (i + n - 1) % n;
        }
    }
    std::size_t next(std::size_t i) const { return mNext[i]; }
    std::size_t previous(std::size_t i) const { return mPrevious[i]; }
    void remove(std::size_t i)
    {
        mNext[mPrevious[i]] = mNext[i];
        mPrevious[mNext[i]] = mPrevious[i];
    }
    double turnAt(std::size_t i) const { return turn(mFlat[mPrevious[i]], mFlat[i], mFlat[mNext[i]]); }

    /// True when the triangle at i turns left and holds no other corner. Only corners that turn right can lie in it.
    bool isEar(std::size_t i) const
    {
        if (turnAt(i) <= 0) return false;
        const Vec2d &a = mFlat[mPrevious[i]], &b = mFlat[i], &c = mFlat[mNext[i]];
        for (std::size_t k = mNext[mNext[i]]; k != mPrevious[i]; k = mNext[k]) {
            const Vec2d& p = mFlat[k];
            if (turnAt(k) > 0 || p == a || p == b || p == c) continue;
            if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
        }
        return true;
    }

private:
    std::vector<Vec2d> mFlat;
    std::vector<std::size_t> mNext, mPrevious;
};

bool isConvex(const Ring& ring, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        if (ring.turnAt(i) <= 0) return false;
    return true;
}

} // namespace

void triangulate(Span<const Vec3f> points, Span<const uint32_t> corners, std::vector<Triangle>& out)
{
    if (corners.size() < 3) return;
    if (corners.size() == 3) {
        out.push_back({corners[0], corners[1], corners[2]});
        return;
    }
    Ring ring(flattened(points, corners));
    if (isConvex(ring, corners.size())) {
        for (std::size_t i = 1; i + 1 < corners.size(); ++i) out.push_back({corners[0], corners[i], corners[i + 1]});
        return;
    }
    std::size_t at = 0, left = corners.size();
    std::size_t tried = 0; // corners looked at since the last ear
    while (left > 3) {
        // A round without an ear: the polygon crosses itself or has no area here. Cut the corner all the same.
        if (!ring.isEar(at) && tried < left) {
            at = ring.next(at);
            ++tried;
            continue;
        }
        out.push_back({corners[ring.previous(at)], corners[at], corners[ring.next(at)]});
        ring.remove(at);
        at = ring.next(at); // not the neighbour just exposed: keeps fans from forming
        --left;
        tried = 0;
    }
    out.push_back({corners[ring.previous(at)], corners[at], corners[ring.next(at)]});
}

} // namespace firn
