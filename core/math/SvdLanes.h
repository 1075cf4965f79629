// The 3x3 singular value decomposition of one matrix per SIMD lane, for passes that keep matrices in registers.
//
// The way: (1) scale to entries near 1 by a power of two; (2) Jacobi rotations of F^T F until the direction v1 of the
// largest singular value is known; squaring F spoils only the smaller ones; (3) u1 = F v1 / sigma1; (4) what is left of
// F across v1 and u1 is a 2x2 matrix, which one more rotation solves from F itself, not from its square.
// Departs from [McAdams2011]: exact rotations instead of approximate ones, and (3), (4) instead of a QR factorisation.
#pragma once

#include "math/JacobiLanes.h"
#include "math/MatLanes.h"

namespace firn {

/// The matrix of a quaternion of any length but zero.
template <class T> FIRN_LANES void rotationMatrix(const QuaternionLanes<T>& q, Mat3Lanes<T>& R)
{
    const T w = q.w, x = q.x, y = q.y, z = q.z, one(1.0f);
    const T n = T(2.0f) / fma(w, w, fma(x, x, fma(y, y, z * z)));
    const T nx = n * x, ny = n * y, nz = n * z;
    R.m[0][0] = fnma(ny, y, fnma(nz, z, one));
    R.m[1][1] = fnma(nx, x, fnma(nz, z, one));
    R.m[2][2] = fnma(nx, x, fnma(ny, y, one));
    R.m[0][1] = fnma(nz, w, nx * y);
    R.m[1][0] = fma(nz, w, nx * y);
    R.m[0][2] = fma(ny, w, nx * z);
    R.m[2][0] = fnma(ny, w, nx * z);
    R.m[1][2] = fnma(nx, w, ny * z);
    R.m[2][1] = fma(nx, w, ny * z);
}

/// Powers of two, exact: down is near 1 / size, up = 1 / down.
FIRN_LANES void scalesFor(Simd8 size, Simd8& down, Simd8& up)
{
    // The exponent field, kept within 1 … 253 so that both powers are normal floats.
    Mask8::Raw e = bitsOf(size) & 0x7f800000;
    const Mask8::Raw least = e * 0 + (1 << 23), most = e * 0 + (253 << 23);
    e = e < least ? least : e;
    e = e > most ? most : e;
    down = fromBits((254 << 23) - e);
    up = fromBits(e);
}
template <int N> FIRN_LANES void scalesFor(const SimdWide<N>& size, SimdWide<N>& down, SimdWide<N>& up)
{
    for (int i = 0; i < N; ++i) scalesFor(size.part[i], down.part[i], up.part[i]);
}

/// Column j of F V.
template <class T> FIRN_LANES Vec3Lanes<T> timesColumn(const Mat3Lanes<T>& F, const Mat3Lanes<T>& V, int j)
{
    Vec3Lanes<T> b;
    for (int i = 0; i < 3; ++i) b.v[i] = fma(F.m[i][0], V.m[0][j], fma(F.m[i][1], V.m[1][j], F.m[i][2] * V.m[2][j]));
    return b;
}

/// e and f so that (u, e, f) is a right-handed orthonormal basis, for a unit vector u; no branch, no loss near any axis
/// ([Duff2017]).
template <class T> FIRN_LANES void basisAround(const Vec3Lanes<T>& u, Vec3Lanes<T>& e, Vec3Lanes<T>& f)
{
    const T x = u.v[0], y = u.v[1], z = u.v[2], one(1.0f);
    const T sign = copySign(one, z);
    const T a = T(-1.0f) / (sign + z);
    const T xya = x * y * a;
    e = {{fma(sign * x, x * a, one), sign * xya, -(sign * x)}};
    f = {{xya, fma(y, y * a, sign), -y}};
}

/// Rotates columns 1 and 2 of V: (v1, v2) becomes (c v1 + s v2, c v2 - s v1).
template <class T> FIRN_LANES void rotateLastColumns(const RotationLanes<T>& r, Mat3Lanes<T>& V)
{
    for (int i = 0; i < 3; ++i) {
        const T v1 = V.m[i][1], v2 = V.m[i][2];
        V.m[i][1] = fma(r.s, v2, r.c * v1);
        V.m[i][2] = fnma(r.s, v1, r.c * v2);
    }
}

/// F = U diag(sigma) V^T in every lane. U and V are rotations (det = +1), sigma0 >= sigma1 >= |sigma2|, and sigma2 has
/// the sign of det F. Singular values below 1e-15 of the largest may come out as 0. A zero matrix gives U = V = I.
/// NaN or infinity in a matrix gives NaN in all of its results and in no other lane.
template <class T>
FIRN_LANES void svdLanes(const Mat3Lanes<T>& F, Mat3Lanes<T>& U, Vec3Lanes<T>& sigma, Mat3Lanes<T>& V)
{
    const T zero(0.0f), one(1.0f);

    // 1: B is F with entries near 1, so that no square overflows; for a zero matrix B = I and the values times 0.
    // (The sum of sizes, not the largest one: it passes NaN on.)
    T size = abs(F.m[0][0]), down, up;
    for (int k = 1; k < 9; ++k) size = size + abs(F.m[k / 3][k % 3]);
    scalesFor(size, down, up);
    const auto empty = size == zero;
    up = select(empty, zero, up);
    Mat3Lanes<T> B;
    for (int k = 0; k < 9; ++k) B.m[k / 3][k % 3] = F.m[k / 3][k % 3] * down;
    for (int k = 0; k < 3; ++k) B.m[k][k] = select(empty, one, B.m[k][k]);

    // 2: V from the Jacobi rotations of B^T B.
    const auto product = [&B](int i, int j) {
        return fma(B.m[0][i], B.m[0][j], fma(B.m[1][i], B.m[1][j], B.m[2][i] * B.m[2][j]));
    };
    SymmetricLanes<T> A = {product(0, 0), product(1, 1), product(2, 2), product(0, 1), product(1, 2), product(2, 0)};
    QuaternionLanes<T> q;
    decoupleLargest(A, q);
    rotationMatrix(q, V);

    // 3: the largest singular value, u along B v0, and a basis (e, f) of the plane across u.
    Vec3Lanes<T> u = timesColumn(B, V, 0), e, f;
    const T s0 = sqrt(dot(u, u));
    const T r0 = one / s0;
    u = {{u.v[0] * r0, u.v[1] * r0, u.v[2] * r0}};
    basisAround(u, e, f);

    // 4: M = [e f]^T B [v1 v2]; the rotation that makes its columns orthogonal, the longer one first.
    const Vec3Lanes<T> b1 = timesColumn(B, V, 1), b2 = timesColumn(B, V, 2);
    const T m00 = dot(e, b1), m01 = dot(e, b2), m10 = dot(f, b1), m11 = dot(f, b2);
    const T d = fma(m00, m00, m10 * m10) - fma(m01, m01, m11 * m11);
    const T o = T(2.0f) * fma(m00, m01, m10 * m11);
    const RotationLanes<T> r = jacobiRotation<JacobiOrder::LargerFirst>(d, o, sqrt(fma(d, d, o * o)));
    rotateLastColumns(r, V);

    // The longer column gives sigma1 and the angle of u1 from e; where it vanishes, u1 = e.
    const T p0 = fma(r.s, m01, r.c * m00), p1 = fma(r.s, m11, r.c * m10);
    const T square1 = fma(p0, p0, p1 * p1);
    const auto flat = square1 < T(1e-30f);
    const T s1 = select(flat, zero, sqrt(square1));
    const T r1 = one / select(flat, one, s1);
    const RotationLanes<T> g = {select(flat, one, p0 * r1), select(flat, zero, p1 * r1)};
    for (int i = 0; i < 3; ++i) U.m[i][0] = u.v[i], U.m[i][1] = e.v[i], U.m[i][2] = f.v[i];
    rotateLastColumns(g, U);
    const T s2 = fnma(g.s, fnma(r.s, m00, r.c * m01), g.c * fnma(r.s, m10, r.c * m11));

    // Rounding must not break the order.
    const T s1Ordered = min(s0, s1);
    sigma.v[0] = max(s0, s1) * up;
    sigma.v[1] = s1Ordered * up;
    sigma.v[2] = copySign(min(abs(s2), s1Ordered), s2) * up;
}

/// F = R S in every lane: R = U V^T a rotation, S = V diag(sigma) V^T symmetric. Where det F < 0 the smallest
/// eigenvalue of S is negative. NaN as in svdLanes.
template <class T> FIRN_LANES void polarLanes(const Mat3Lanes<T>& F, Mat3Lanes<T>& R, Mat3Lanes<T>& S)
{
    Mat3Lanes<T> U, V, VSigma;
    Vec3Lanes<T> sigma;
    svdLanes(F, U, sigma, V);
    for (int k = 0; k < 9; ++k) VSigma.m[k / 3][k % 3] = V.m[k / 3][k % 3] * sigma.v[k % 3];
    const auto product = [](const Mat3Lanes<T>& a, const Mat3Lanes<T>& b, int i, int j) {
        return fma(a.m[i][0], b.m[j][0], fma(a.m[i][1], b.m[j][1], a.m[i][2] * b.m[j][2]));
    };
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            R.m[i][j] = product(U, V, i, j);
            if (j <= i) S.m[i][j] = S.m[j][i] = product(VSigma, V, i, j);
        }
}

} // namespace firn
