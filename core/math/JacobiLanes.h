// Jacobi rotations of a symmetric 3x3 matrix per SIMD lane, gathered in a quaternion.
#pragma once

#include "math/Simd8.h"
#include "math/SimdWide.h"

namespace firn {

/// Cosine and sine of an angle per lane.
template <class T> struct RotationLanes {
    T c, s;
};

/// w + x i + y j + z k per lane, of any length: a rotation once it is normalised.
template <class T> struct QuaternionLanes {
    T w = T(1.0f), x = T(0.0f), y = T(0.0f), z = T(0.0f);
};

/// The six different entries of a symmetric matrix per lane.
template <class T> struct SymmetricLanes {
    T xx, yy, zz, xy, yz, zx;
};

/// Which eigenvalue of the 2x2 block comes first after a rotation.
enum class JacobiOrder {
    Nearest,     ///< whichever needs the smaller angle, at most 45 degrees
    LargerFirst, ///< the angle may reach 90 degrees
    SmallerFirst
};

/// Keeps quotients finite where a block vanishes. The matrices are scaled to entries near 1, so it is far below
/// rounding everywhere else.
constexpr float kVanishing = 1e-18f;

/// The rotation that makes a symmetric 2x2 block [p, o/2; o/2, q] diagonal: tan(2 angle) = o / d, where d = p - q and
/// h = sqrt(d^2 + o^2) is the distance of its eigenvalues. For SmallerFirst the caller passes -d and -o.
/// Exact up to rounding; no angle is ever computed.
template <JacobiOrder order, class T> FIRN_LANES RotationLanes<T> jacobiRotation(T d, T o, T h)
{
    const T w = abs(d) + h + T(kVanishing);
    const T r = T(1.0f) / sqrt(fma(w, w, o * o));
    const T large = w * r; // cosine of the nearest rotation, at least 1/sqrt(2)
    if (order == JacobiOrder::Nearest) return {large, copySign(r, d) * o};
    const T small = o * r;
    const auto inOrder = d >= T(0.0f);
    return {select(inOrder, large, abs(small)), select(inOrder, small, copySign(large, o))};
}

/// q times the rotation by (c, s) about axis k; i and j are the next axes in cyclic order.
/// (1 + c, s) is the quaternion of that rotation, up to its length.
template <class T> FIRN_LANES void turn(const RotationLanes<T>& rotation, T& w, T& k, T& i, T& j)
{
    const T C = T(1.0f) + rotation.c, S = rotation.s;
    const T w0 = w, k0 = k, i0 = i, j0 = j;
    w = fnma(S, k0, C * w0);
    k = fma(S, w0, C * k0);
    i = fma(S, j0, C * i0);
    j = fnma(S, i0, C * j0);
}

/// One Jacobi step in the plane of axes (i, j): A becomes J^T A J with aij = 0; k is the third axis.
/// The new diagonal is the pair of eigenvalues (aii + ajj -+ h) / 2.
template <JacobiOrder order, class T>
FIRN_LANES void jacobiStep(T& aii, T& ajj, T& aij, T& aki, T& akj, T& qw, T& qk, T& qi, T& qj)
{
    constexpr bool smallerFirst = order == JacobiOrder::SmallerFirst;
    const T d = smallerFirst ? ajj - aii : aii - ajj;
    const T o = smallerFirst ? T(-2.0f) * aij : aij + aij;
    const T h = sqrt(fma(d, d, o * o));
    const RotationLanes<T> rotation = jacobiRotation<order>(d, o, h);

    const T mean = T(0.5f) * (aii + ajj);
    T half = T(0.5f) * h;
    if (order == JacobiOrder::Nearest) half = copySign(half, d);
    aii = smallerFirst ? mean - half : mean + half;
    ajj = smallerFirst ? mean + half : mean - half;
    aij = T(0.0f);
    const T ki = aki, kj = akj;
    aki = fma(rotation.s, kj, rotation.c * ki);
    akj = fnma(rotation.s, ki, rotation.c * kj);
    turn(rotation, qw, qk, qi, qj);
}

/// Eleven rotations: three cyclic sweeps, then x against y and z once more, which brings the largest eigenvalue to x.
/// Afterwards xy and zx are below rounding (in 1e8 matrices of all kinds); yz need not be. A and q change in place.
template <class T> FIRN_LANES void decoupleLargest(SymmetricLanes<T>& A, QuaternionLanes<T>& q)
{
    for (int sweep = 0; sweep < 3; ++sweep) {
        jacobiStep<JacobiOrder::Nearest>(A.xx, A.yy, A.xy, A.zx, A.yz, q.w, q.z, q.x, q.y);
        jacobiStep<JacobiOrder::Nearest>(A.yy, A.zz, A.yz, A.xy, A.zx, q.w, q.x, q.y, q.z);
        jacobiStep<JacobiOrder::Nearest>(A.zz, A.xx, A.zx, A.yz, A.xy, q.w, q.y, q.z, q.x);
    }
    jacobiStep<JacobiOrder::LargerFirst>(A.xx, A.yy, A.xy, A.zx, A.yz, q.w, q.z, q.x, q.y);
    jacobiStep<JacobiOrder::SmallerFirst>(A.zz, A.xx, A.zx, A.yz, A.xy, q.w, q.y, q.z, q.x);
}

} // namespace firn
