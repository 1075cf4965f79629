// Inverse and pseudo-inverse of symmetric matrices: the four conditions of Penrose, and what is dropped.
#include "math/MatrixFamilies.h"
#include "math/SymmetricInverse.h"

#include "base/Error.h"

#include <gtest/gtest.h>
#include <limits>

namespace firn {
namespace {

constexpr double kRounding = 1e-12;
constexpr float kThreshold = 1e-3f;
constexpr double kError = 5e-6; // relative, times the condition: float rounding of the SVD

/// A symmetric matrix with the given eigenvalues.
Mat3d withEigenvalues(uint64_t i, double a, double b, double c)
{
    const Mat3d R = drawRotation(i, 0);
    const Mat3d A = R * Vec3d(a, b, c).asDiagonal() * R.transpose();
    return 0.5 * (A + A.transpose());
}

TEST(InverseSymmetric, TimesTheMatrixIsTheIdentity)
{
    for (uint64_t i = 0; i < 1000; ++i) {
        const Mat3d A = withEigenvalues(i, 3.0, -1.0, 0.5);
        EXPECT_LT((A * inverseSymmetric(A) - Mat3d::Identity()).norm(), kRounding);
    }
}

TEST(InverseSymmetric, IsExactlySymmetric)
{
    const Mat3f inverse = inverseSymmetric(Mat3f(withEigenvalues(1, 3.0, 2.0, 1.0).cast<float>()));
    EXPECT_EQ(inverse, Mat3f(inverse.transpose()));
}

TEST(PseudoInverseSymmetric, IsTheInverseWhereThatExists)
{
    for (uint64_t i = 0; i < 1000; ++i) {
        const Mat3f A = withEigenvalues(i, 3.0, -1.0, 0.1).cast<float>();
        const Mat3d P = pseudoInverseSymmetric(A, kThreshold).cast<double>();
        EXPECT_LT((A.cast<double>() * P - Mat3d::Identity()).norm(), kError * 30.0);
    }
}

TEST(PseudoInverseSymmetric, InvertsInThePlaneAndDropsTheNormal)
{
    for (uint64_t i = 0; i < 1000; ++i) {
        const Mat3f A = withEigenvalues(i, 2.0, 1.0, 1e-5).cast<float>();
        const Mat3d expected = withEigenvalues(i, 0.5, 1.0, 0.0);
        EXPECT_LT((pseudoInverseSymmetric(A, kThreshold).cast<double>() - expected).norm(), 10.0 * kError + 2e-5);
    }
}

TEST(PseudoInverseSymmetric, InvertsAlongALineOnly)
{
    for (uint64_t i = 0; i < 1000; ++i) {
        const Mat3f A = withEigenvalues(i, -4.0, 0.0, 0.0).cast<float>();
        const Mat3d expected = withEigenvalues(i, -0.25, 0.0, 0.0);
        EXPECT_LT((pseudoInverseSymmetric(A, kThreshold).cast<double>() - expected).norm(), kError);
    }
}

TEST(PseudoInverseSymmetric, SatisfiesPenrose)
{
    for (uint64_t i = 0; i < 1000; ++i) {
        const Mat3f A = withEigenvalues(i, 2.0, tenTo(-2, 0, i, 9), 0.0).cast<float>();
        const Mat3d a = A.cast<double>(), p = pseudoInverseSymmetric(A, kThreshold).cast<double>();
        EXPECT_LT((a * p * a - a).norm(), kError * 200.0);
        EXPECT_LT((p * a * p - p).norm() / p.norm(), kError * 200.0);
    }
}

TEST(PseudoInverseSymmetric, CountsAnEigenvalueAboveTheThresholdOnly)
{
    const auto last = [](float smallest) {
        return pseudoInverseSymmetric(Vec3f(8.0f, 4.0f, smallest).asDiagonal().toDenseMatrix(), 0.25f)(2, 2);
    };
    EXPECT_EQ(last(2.0f), 0.0f); // exactly at the threshold: dropped
    EXPECT_NEAR(last(2.0f + 1e-5f), 0.5f, 1e-4f);
}

TEST(PseudoInverseSymmetric, OfZeroIsZero)
{
    EXPECT_EQ(pseudoInverseSymmetric(Mat3f::Zero(), 0.0f), Mat3f(Mat3f::Zero()));
}

TEST(PseudoInverseSymmetric, WorksAtAnyScale)
{
    for (const double scale : {1e-15, 1e-6, 1e6, 1e15}) {
        const Mat3f A = (scale * withEigenvalues(2, 3.0, 1.0, 0.5)).cast<float>();
        const Mat3d P = pseudoInverseSymmetric(A, kThreshold).cast<double>();
        EXPECT_LT((A.cast<double>() * P - Mat3d::Identity()).norm(), kError * 6.0) << "scale " << scale;
    }
}

TEST(PseudoInverseSymmetric, IsExactlySymmetric)
{
    for (uint64_t i = 0; i < 1000; ++i) {
        const Mat3f P = pseudoInverseSymmetric(withEigenvalues(i, 3.0, 1.0, 0.01).cast<float>(), kThreshold);
        ASSERT_EQ(P, Mat3f(P.transpose()));
    }
}

TEST(PseudoInverseSymmetric, GivesNaNForNaN)
{
    Mat3f A = Mat3f::Identity();
    A(1, 1) = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(pseudoInverseSymmetric(A, kThreshold).array().isNaN().all());
}

TEST(PseudoInverseSymmetric, BatchHasTheBitsOfSingleCalls)
{
    std::vector<Mat3f> A(41), P(41);
    for (uint64_t i = 0; i < A.size(); ++i) A[i] = withEigenvalues(i, 3.0, 1.0, 1e-4).cast<float>();
    pseudoInverseSymmetric(A, kThreshold, P);
    for (std::size_t i = 0; i < A.size(); ++i) EXPECT_EQ(P[i], pseudoInverseSymmetric(A[i], kThreshold));
}

TEST(PseudoInverseSymmetric, RefusesAThresholdOutOfRange)
{
    EXPECT_THROW(pseudoInverseSymmetric(Mat3f::Identity(), 1.0f), std::logic_error);
    EXPECT_THROW(pseudoInverseSymmetric(Mat3f::Identity(), -0.1f), std::logic_error);
}

} // namespace
} // namespace firn
