// The pseudo-inverse V sigma^+ U^T from the singular value decomposition, made exactly symmetric.
#include "math/SymmetricInverse.h"

#include "base/Error.h"
#include "math/SvdLanes.h"

#include <limits>

namespace firn {
namespace {

/// 1 / sigma where sigma counts, 0 where it does not; NaN stays NaN.
template <class T> FIRN_LANES T invertOrDrop(T sigma, T least)
{
    const auto dropped = abs(sigma) < least;
    return select(dropped, T(0.0f), T(1.0f) / select(dropped, T(1.0f), sigma));
}

template <class T> FIRN_LANES void pseudoInverseLanes(const Mat3Lanes<T>& A, float threshold, Mat3Lanes<T>& P)
{
    Mat3Lanes<T> U, V;
    Vec3Lanes<T> sigma, inverse;
    svdLanes(A, U, sigma, V);
    // The next float above threshold * sigma0: "at most" becomes "below". Denormal values have no finite inverse.
    const T bound = T(threshold * (1.0f + std::numeric_limits<float>::epsilon())) * sigma.v[0];
    const T least = max(bound, T(std::numeric_limits<float>::min()));
    for (int k = 0; k < 3; ++k) inverse.v[k] = invertOrDrop(sigma.v[k], least);

    const auto entry = [&](int i, int j) {
        return fma(V.m[i][0] * inverse.v[0], U.m[j][0],
                   fma(V.m[i][1] * inverse.v[1], U.m[j][1], V.m[i][2] * inverse.v[2] * U.m[j][2]));
    };
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j) P.m[i][j] = P.m[j][i] = T(0.5f) * (entry(i, j) + entry(j, i));
}

} // namespace

void pseudoInverseSymmetric(Span<const Mat3f> A, float threshold, Span<Mat3f> inverse)
{
    FIRN_ASSERT(inverse.size() == A.size());
    FIRN_ASSERT(threshold >= 0.0f && threshold < 1.0f);
    forLaneGroups(A.size(), [&](auto lanes, std::size_t i, std::size_t count) {
        Mat3Lanes<decltype(lanes)> a, p;
        loadSome(A.data() + i, count, a);
        pseudoInverseLanes(a, threshold, p);
        storeSome(p, count, inverse.data() + i);
    });
}

Mat3f pseudoInverseSymmetric(const Mat3f& A, float threshold)
{
    Mat3f inverse;
    pseudoInverseSymmetric(Span<const Mat3f>(&A, 1), threshold, Span<Mat3f>(&inverse, 1));
    return inverse;
}

} // namespace firn
