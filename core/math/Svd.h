// Singular value and polar decomposition of many 3x3 matrices at once, in single precision.
#pragma once

#include "base/Span.h"
#include "base/Types.h"

namespace firn {

/// F[i] = U[i] diag(sigma[i]) V[i]^T.
/// U and V are rotations (det = +1); sigma.x >= sigma.y >= |sigma.z|, and sigma.z has the sign of det F: an inverted
/// element shows as a negative smallest value. Errors are below 1e-6 of the largest singular value, at any scale from
/// denormal to 1e38; values below 1e-15 of the largest may come out as 0. A zero matrix gives U = V = I.
/// NaN or infinity in F[i] gives NaN in every result i, and only there.
/// The bits of result i depend on F[i] alone: not on i, the length of the arrays, or the make of the processor.
/// All arrays have the same length. U or V may be the memory of F. One thread: split the arrays to use more.
void svd(Span<const Mat3f> F, Span<Mat3f> U, Span<Vec3f> sigma, Span<Mat3f> V);

/// F[i] = R[i] S[i]: R a rotation (det = +1), S symmetric, with the eigenvalues that `svd` would give.
/// So for det F < 0 one eigenvalue of S, the smallest in size, is negative. R is unique where the two smallest singular
/// values do not add up to 0; elsewhere it is one of the nearest rotations. NaN, bits and memory as for `svd`.
void polar(Span<const Mat3f> F, Span<Mat3f> R, Span<Mat3f> S);

} // namespace firn
