// The snow model of [Stomakhin2013] section 5 and 7, one particle per SIMD lane: stretch, stress, its derivative, flow.
//
// Everything is written in the left stretch V of F = V R (V symmetric, R a rotation), because the forces on the grid
// only need the Kirchhoff stress P F^T and its change, in which R drops out:
//     energy   Psi = mu |V - I|^2 + lambda/2 (J - 1)^2                                            Eq. 1
//     stress   tau = P F^T = 2 mu (V^2 - V) + lambda (J - 1) J I                                  used in Eq. 6
// An inverted F (det < 0) has the smallest eigenvalue of V negative, as the singular values of math/SvdLanes.h are.
#pragma once

#include "materials/SnowModelExp.h"
#include "math/SvdLanes.h"

namespace firn {

/// Hardened Lame parameters (Pa) per lane, or times a volume (J).
template <class T> struct StiffnessLanes {
    T mu, lambda;
};

template <class T> FIRN_LANES T determinant(const Mat3Lanes<T>& F)
{
    const auto minor = [&F](int a, int b) { return fnma(F.m[1][b], F.m[2][a], F.m[1][a] * F.m[2][b]); };
    return fma(F.m[0][0], minor(1, 2), fma(F.m[0][1], minor(2, 0), F.m[0][2] * minor(0, 1)));
}

/// The cofactors of a symmetric matrix: A cofactor = det I.
template <class T> FIRN_LANES SymmetricLanes<T> cofactors(const SymmetricLanes<T>& A)
{
    return {fnma(A.yz, A.yz, A.yy * A.zz), fnma(A.zx, A.zx, A.xx * A.zz), fnma(A.xy, A.xy, A.xx * A.yy),
            fnma(A.xy, A.zz, A.zx * A.yz), fnma(A.yz, A.xx, A.xy * A.zx), fnma(A.zx, A.yy, A.xy * A.yz)};
}

/// det A from A and its cofactors.
template <class T> FIRN_LANES T determinant(const SymmetricLanes<T>& A, const SymmetricLanes<T>& cofactor)
{
    return fma(A.xx, cofactor.xx, fma(A.xy, cofactor.xy, A.zx * cofactor.zx));
}

/// A B for symmetric matrices that commute, so that the product is symmetric.
template <class T> FIRN_LANES SymmetricLanes<T> commutingProduct(const SymmetricLanes<T>& A, const SymmetricLanes<T>& B)
{
    return {fma(A.xx, B.xx, fma(A.xy, B.xy, A.zx * B.zx)), fma(A.xy, B.xy, fma(A.yy, B.yy, A.yz * B.yz)),
            fma(A.zx, B.zx, fma(A.yz, B.yz, A.zz * B.zz)), fma(A.xx, B.xy, fma(A.xy, B.yy, A.zx * B.yz)),
            fma(A.xy, B.zx, fma(A.yy, B.yz, A.yz * B.zz)), fma(A.zx, B.xx, fma(A.yz, B.xy, A.zz * B.zx))};
}

/// F F^T.
template <class T> FIRN_LANES SymmetricLanes<T> leftCauchyGreen(const Mat3Lanes<T>& F)
{
    const auto rows = [&F](int i, int j) {
        return fma(F.m[i][0], F.m[j][0], fma(F.m[i][1], F.m[j][1], F.m[i][2] * F.m[j][2]));
    };
    return {rows(0, 0), rows(1, 1), rows(2, 2), rows(0, 1), rows(1, 2), rows(2, 0)};
}

/// V = U diag(sigma) U^T from the singular value decomposition: right for any F, at ten times the cost of Newton's way.
template <class T> FIRN_LANES SymmetricLanes<T> leftStretchBySvd(const Mat3Lanes<T>& F)
{
    Mat3Lanes<T> U, R;
    Vec3Lanes<T> s;
    svdLanes(F, U, s, R);
    const auto entry = [&](int i, int j) {
        return fma(U.m[i][0] * s.v[0], U.m[j][0], fma(U.m[i][1] * s.v[1], U.m[j][1], U.m[i][2] * s.v[2] * U.m[j][2]));
    };
    return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(1, 2), entry(2, 0)};
}

/// The left stretch of F. Newton's square root of B = F F^T, X <- (X + B X^-1) / 2 from (I + B) / 2: the error
/// squares each time, and snow's stretches within a few percent of 1 need two rounds. A lane that has converged
/// is left alone, so its bits do not depend on its neighbours. Lanes that are inverted, flat or far from 1 go by SVD.
template <class T> FIRN_LANES SymmetricLanes<T> leftStretch(const Mat3Lanes<T>& F)
{
    constexpr int kRounds = 4;
    const T half(0.5f), one(1.0f), enough(kNewtonEnough<T>);
    const SymmetricLanes<T> B = leftCauchyGreen(F);
    SymmetricLanes<T> X = {fma(half, B.xx, half), fma(half, B.yy, half), fma(half, B.zz, half),
                           half * B.xy,           half * B.yz,           half * B.zx};
    auto open = one >= T(0.0f);
    for (int round = 0; round < kRounds && anyLane(open); ++round) {
        const SymmetricLanes<T> c = cofactors(X);
        const T r = half / determinant(X, c);
        const SymmetricLanes<T> BC = commutingProduct(B, c);
        T change(0.0f);
        const auto improve = [&](T& x, T bc) {
            const T next = fma(r, bc, half * x);
            change = max(change, abs(next - x));
            x = select(open, next, x);
        };
        improve(X.xx, BC.xx), improve(X.yy, BC.yy), improve(X.zz, BC.zz);
        improve(X.xy, BC.xy), improve(X.yz, BC.yz), improve(X.zx, BC.zx);
        open = open & (change >= enough);
    }
    const auto hard = open | (determinant(F) < T(0.01f));
    if (!anyLane(hard)) return X;
    const SymmetricLanes<T> Y = leftStretchBySvd(F);
    return {select(hard, Y.xx, X.xx), select(hard, Y.yy, X.yy), select(hard, Y.zz, X.zz),
            select(hard, Y.xy, X.xy), select(hard, Y.yz, X.yz), select(hard, Y.zx, X.zx)};
}

/// Eq. 1, J/m3 (J where the stiffness is times a volume).
template <class T> FIRN_LANES T energyDensity(const SymmetricLanes<T>& V, const StiffnessLanes<T>& k)
{
    const T one(1.0f), two(2.0f), half(0.5f);
    const T x = V.xx - one, y = V.yy - one, z = V.zz - one;
    const T off = fma(V.xy, V.xy, fma(V.yz, V.yz, V.zx * V.zx));
    const T square = fma(x, x, fma(y, y, fma(z, z, two * off)));
    const T j = determinant(V, cofactors(V)) - one;
    return fma(k.mu, square, half * k.lambda * j * j);
}

/// tau = P F^T of Eq. 6.
template <class T> FIRN_LANES SymmetricLanes<T> kirchhoffStress(const SymmetricLanes<T>& V, const StiffnessLanes<T>& k)
{
    // V - I first: V^2 - V = V (V - I) keeps the digits of a small strain.
    const T one(1.0f), mu2 = k.mu + k.mu;
    const SymmetricLanes<T> e = {V.xx - one, V.yy - one, V.zz - one, V.xy, V.yz, V.zx};
    SymmetricLanes<T> tau = commutingProduct(V, e);
    const T J = determinant(V, cofactors(V));
    const T p = k.lambda * (J - one) * J;
    tau.xx = fma(mu2, tau.xx, p);
    tau.yy = fma(mu2, tau.yy, p);
    tau.zz = fma(mu2, tau.zz, p);
    tau.xy = mu2 * tau.xy;
    tau.yz = mu2 * tau.yz;
    tau.zx = mu2 * tau.zx;
    return tau;
}

/// The exact change (dP) F^T of the stress when F changes by D F: Eq. 7 and 8 with A_p F^T written in V.
///     2 mu (D V^2 - W V) + lambda J^2 tr D I + lambda (J - 1) J (tr D I - D^T)
/// W = (dR) R^T is the turning of the polar decomposition: skew, with W V + V W = D V - V D^T; its axis solves
/// (tr V I - V) w = axis of the right side. The last two terms are the derivative of the cofactor.
template <class T>
FIRN_LANES Mat3Lanes<T> stressChange(const SymmetricLanes<T>& V, const StiffnessLanes<T>& k, const Mat3Lanes<T>& D)
{
    const T one(1.0f), mu2 = k.mu + k.mu;
    const T v[3][3] = {{V.xx, V.xy, V.zx}, {V.xy, V.yy, V.yz}, {V.zx, V.yz, V.zz}};
    Mat3Lanes<T> DV;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) DV.m[i][j] = fma(D.m[i][0], v[0][j], fma(D.m[i][1], v[1][j], D.m[i][2] * v[2][j]));

    // w: the axis of W.
    const T a = DV.m[2][1] - DV.m[1][2], b = DV.m[0][2] - DV.m[2][0], c = DV.m[1][0] - DV.m[0][1];
    const SymmetricLanes<T> L = {V.yy + V.zz, V.xx + V.zz, V.xx + V.yy, -V.xy, -V.yz, -V.zx};
    const SymmetricLanes<T> lc = cofactors(L);
    const T det = determinant(L, lc);
    // Where two singular values cancel, R and so its change are not defined: keep the quotient finite.
    const T r = one / copySign(max(abs(det), T(1e-12f)), det);
    const T wx = r * fma(lc.xx, a, fma(lc.xy, b, lc.zx * c));
    const T wy = r * fma(lc.xy, a, fma(lc.yy, b, lc.yz * c));
    const T wz = r * fma(lc.zx, a, fma(lc.yz, b, lc.zz * c));

    // D V^2 - W V = (D V - W) V
    const Mat3Lanes<T> M = {{{DV.m[0][0], DV.m[0][1] + wz, DV.m[0][2] - wy},
                             {DV.m[1][0] - wz, DV.m[1][1], DV.m[1][2] + wx},
                             {DV.m[2][0] + wy, DV.m[2][1] - wx, DV.m[2][2]}}};
    const T J = determinant(V, cofactors(V));
    const T trace = D.m[0][0] + D.m[1][1] + D.m[2][2];
    const T q = k.lambda * J * (J - one);
    const T diagonal = trace * fma(k.lambda * J, J, q);
    Mat3Lanes<T> G;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const T elastic = fma(M.m[i][0], v[0][j], fma(M.m[i][1], v[1][j], M.m[i][2] * v[2][j]));
            G.m[i][j] = fnma(q, D.m[j][i], mu2 * elastic);
            if (i == j) G.m[i][j] = G.m[i][j] + diagonal;
        }
    return G;
}

/// Section 7: the elastic part of a trial F, with its singular values clamped to [lowest, highest].
template <class T> struct FlowLanes {
    Mat3Lanes<T> F; ///< Eq. 12; the trial itself, bit by bit, where nothing was clamped
    T Je;           ///< det F
    T volumeRatio;  ///< det of the trial over det F: what Jp is multiplied by; not positive for an inverted trial
    T strain;       ///< |V - I|^2 of F, for the energy
};

template <class T> FIRN_LANES FlowLanes<T> plasticFlow(const Mat3Lanes<T>& trial, T lowest, T highest)
{
    Mat3Lanes<T> U, W;
    Vec3Lanes<T> s, c;
    svdLanes(trial, U, s, W);
    for (int k = 0; k < 3; ++k) c.v[k] = min(max(s.v[k], lowest), highest);
    const auto yields = (s.v[2] < lowest) | (highest < s.v[0]);

    FlowLanes<T> flow;
    flow.Je = c.v[0] * c.v[1] * c.v[2];
    flow.volumeRatio = select(yields, s.v[0] * s.v[1] * s.v[2] / flow.Je, T(1.0f));
    flow.strain = T(0.0f);
    for (int k = 0; k < 3; ++k) {
        const T e = c.v[k] - T(1.0f);
        flow.strain = fma(e, e, flow.strain);
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const T clamped =
                fma(U.m[i][0] * c.v[0], W.m[j][0], fma(U.m[i][1] * c.v[1], W.m[j][1], U.m[i][2] * c.v[2] * W.m[j][2]));
            flow.F.m[i][j] = select(yields, clamped, trial.m[i][j]);
        }
    return flow;
}

/// Eq. 2: the Lame parameters of E and nu times exp(hardening (1 - Jp)), the factor kept within [least, largest].
template <class T>
FIRN_LANES StiffnessLanes<T> hardenedStiffness(T E, T nu, T hardening, T Jp, T logLeast, T logLargest)
{
    const T one(1.0f), two(2.0f);
    const T exponent = min(max(hardening * (one - Jp), logLeast), logLargest);
    const T scaled = E * expLanes(exponent);
    const T shear = scaled / (two * (one + nu));
    return {shear, two * shear * nu / (one - two * nu)};
}

} // namespace firn
