#include "geometry/ClosestPoint.h"

namespace firn {

Vec3d closestPointWeights(const Vec3d& x, const Vec3d& a, const Vec3d& b, const Vec3d& c)
{
    const Vec3d ab = b - a, ac = c - a, bc = c - b;
    // How far x lies along each edge, seen from each of its ends.
    const double abFromA = ab.dot(x - a), abFromB = -ab.dot(x - b);
    const double acFromA = ac.dot(x - a), acFromC = -ac.dot(x - c);
    const double bcFromB = bc.dot(x - b), bcFromC = -bc.dot(x - c);
    if (abFromA <= 0 && acFromA <= 0) return {1, 0, 0};
    if (abFromB <= 0 && bcFromB <= 0) return {0, 1, 0};
    if (acFromC <= 0 && bcFromC <= 0) return {0, 0, 1};

    // Twice the signed areas that x, seen along the normal, makes with each edge, times twice the triangle's area:
    // its weights in the plane, not yet divided by their sum.
    const double abab = ab.dot(ab), abac = ab.dot(ac), acac = ac.dot(ac);
    const double wb = acac * abFromA - abac * acFromA;
    const double wc = abab * acFromA - abac * abFromA;
    const double wa = abab * acac - abac * abac - wb - wc;
    if (wc <= 0 && abFromA >= 0 && abFromB >= 0) {
        const double t = abFromA / (abFromA + abFromB);
        return {1 - t, t, 0};
    }
    if (wb <= 0 && acFromA >= 0 && acFromC >= 0) {
        const double t = acFromA / (acFromA + acFromC);
        return {1 - t, 0, t};
    }
    if (wa <= 0 && bcFromB >= 0 && bcFromC >= 0) {
        const double t = bcFromB / (bcFromB + bcFromC);
        return {0, 1 - t, t};
    }
    return Vec3d(wa, wb, wc) / (wa + wb + wc);
}

} // namespace firn
