// Inverse and pseudo-inverse of symmetric 3x3 matrices, the latter for flat or thin neighbourhoods.
#pragma once

#include "base/Span.h"
#include "base/Types.h"

namespace firn {

/// The inverse of a symmetric matrix by cofactors; only the lower triangle is read and the result is exactly symmetric.
/// The caller makes sure that A is far from singular (or uses pseudoInverseSymmetric): det A = 0 gives infinities.
template <class Real> Eigen::Matrix<Real, 3, 3> inverseSymmetric(const Eigen::Matrix<Real, 3, 3>& A)
{
    const Real xx = A(0, 0), yy = A(1, 1), zz = A(2, 2), xy = A(1, 0), yz = A(2, 1), xz = A(2, 0);
    const Real cxx = yy * zz - yz * yz, cxy = xz * yz - xy * zz, cxz = xy * yz - xz * yy;
    const Real r = Real(1) / (xx * cxx + xy * cxy + xz * cxz);
    const Real cyy = xx * zz - xz * xz, cyz = xy * xz - xx * yz, czz = xx * yy - xy * xy;
    Eigen::Matrix<Real, 3, 3> inverse;
    inverse << r * cxx, r * cxy, r * cxz, r * cxy, r * cyy, r * cyz, r * cxz, r * cyz, r * czz;
    return inverse;
}

/// The pseudo-inverse of each symmetric matrix: eigenvalues of at most `threshold` times the largest size count as 0,
/// and so do their inverses. A planar neighbourhood thus keeps its plane and leaves the normal alone.
/// threshold is in [0, 1); with 0 only what is below 1e-15 of the largest is dropped. The pseudo-inverse of 0 is 0.
/// Results are exactly symmetric; NaN or infinity gives NaN. `inverse` may be the memory of A.
void pseudoInverseSymmetric(Span<const Mat3f> A, float threshold, Span<Mat3f> inverse);

/// The same for one matrix, with the same bits. The call above costs a tenth of this per matrix.
Mat3f pseudoInverseSymmetric(const Mat3f& A, float threshold);

} // namespace firn
