// The polar decomposition F = R S: R the nearest rotation, S symmetric, over all families of matrices.
#include "math/MatrixFamilies.h"
#include "math/Svd.h"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <gtest/gtest.h>

namespace firn {
namespace {

constexpr std::size_t kPerFamily = 20000;
constexpr double kError = 2e-6;      // of |F|: the errors of the SVD and of two more products
constexpr double kOrthogonal = 2e-6; // |R^T R - I|
constexpr double kSoftness = 5e-6;   // of R times its condition (largest value / sum of the two smallest)

struct Result {
    std::vector<Mat3f> F, R, S;
};

Result decompose(std::vector<Mat3f> F)
{
    Result r{F, std::vector<Mat3f>(F.size()), std::vector<Mat3f>(F.size())};
    polar(r.F, r.R, r.S);
    return r;
}

class PolarOfFamily : public testing::TestWithParam<MatrixFamily> {
protected:
    Result mResult = decompose(matricesOf(GetParam(), kPerFamily));
};

TEST_P(PolarOfFamily, ProductIsTheMatrix)
{
    for (std::size_t i = 0; i < kPerFamily; ++i) {
        const Mat3d F = mResult.F[i].cast<double>();
        const Mat3d product = mResult.R[i].cast<double>() * mResult.S[i].cast<double>();
        ASSERT_LE((product - F).norm(), kError * F.norm()) << F;
    }
}

TEST_P(PolarOfFamily, RIsARotation)
{
    for (const Mat3f& single : mResult.R) {
        const Mat3d R = single.cast<double>();
        ASSERT_LT((R.transpose() * R - Mat3d::Identity()).norm(), kOrthogonal);
        ASSERT_GT(R.determinant(), 0.0);
    }
}

TEST_P(PolarOfFamily, SIsExactlySymmetric)
{
    for (const Mat3f& S : mResult.S) ASSERT_EQ(S, Mat3f(S.transpose()));
}

TEST_P(PolarOfFamily, RIsTheNearestRotationWhereThereIsOne)
{
    for (std::size_t i = 0; i < kPerFamily; ++i) {
        const Mat3d F = mResult.F[i].cast<double>();
        const Eigen::JacobiSVD<Mat3d> exact(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
        const double sign = (exact.matrixU() * exact.matrixV().transpose()).determinant() < 0.0 ? -1.0 : 1.0;
        const Vec3d s = exact.singularValues();
        const double firmness = (s[1] + sign * s[2]) / std::max(s[0], 1e-300);
        if (firmness < 1e-4) continue; // R is not unique there
        const Mat3d R = exact.matrixU() * Vec3d(1, 1, sign).asDiagonal() * exact.matrixV().transpose();
        ASSERT_LT((mResult.R[i].cast<double>() - R).norm() * firmness, kSoftness) << F;
    }
}

INSTANTIATE_TEST_SUITE_P(, PolarOfFamily, testing::ValuesIn(kMatrixFamilies),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Polar, OfARotationIsThatRotation)
{
    const Mat3f F = drawRotation(5, 0).cast<float>();
    const Result r = decompose({F});
    EXPECT_LT((r.R[0] - F).norm(), kOrthogonal);
    EXPECT_LT((r.S[0] - Mat3f::Identity()).norm(), kOrthogonal);
}

TEST(Polar, OfAReflectionKeepsARotation)
{
    const Result r = decompose({Vec3f(1, 1, -1).asDiagonal().toDenseMatrix()});
    EXPECT_GT(r.R[0].determinant(), 0.9f);
    EXPECT_LT(r.S[0].determinant(), -0.9f);
}

TEST(Polar, OfZeroIsARotationTimesZero)
{
    const Result r = decompose({Mat3f::Zero()});
    EXPECT_LT((r.R[0] - Mat3f::Identity()).norm(), kOrthogonal);
    EXPECT_EQ(r.S[0], Mat3f(Mat3f::Zero()));
}

TEST(Polar, GivesTheSameBitsInEveryBatch)
{
    const Result all = decompose(matricesOf(kMatrixFamilies[0], 51));
    for (std::size_t size = 1; size < 51; ++size) {
        const Result some = decompose({all.F.begin() + 51 - long(size), all.F.end()});
        for (std::size_t i = 0; i < size; ++i) {
            ASSERT_EQ(some.R[i], all.R[51 - size + i]) << i << " of " << size;
            ASSERT_EQ(some.S[i], all.S[51 - size + i]) << i << " of " << size;
        }
    }
}

} // namespace
} // namespace firn
