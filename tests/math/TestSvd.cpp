// The 3x3 SVD against Eigen's in double, over a million matrices of all kinds; each kind is a family of its own.
#include "math/MatrixFamilies.h"
#include "math/Svd.h"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <gtest/gtest.h>
#include <limits>

namespace firn {
namespace {

constexpr std::size_t kPerFamily = 80000; // 14 families: 1.1 million matrices
constexpr double kError = 1e-6;           // of the largest singular value; 8 float roundings. The promise is 1e-5
constexpr double kOrthogonal = 2e-6;      // |U^T U - I|, Frobenius: nine entries of a few roundings each

struct Result {
    std::vector<Mat3f> F, U, V;
    std::vector<Vec3f> sigma;
};

Result decompose(std::vector<Mat3f> F)
{
    Result r;
    r.U.resize(F.size());
    r.V.resize(F.size());
    r.sigma.resize(F.size());
    svd(F, r.U, r.sigma, r.V);
    r.F = std::move(F);
    return r;
}

double fromRotation(const Mat3f& m)
{
    const Mat3d d = m.cast<double>();
    // A reflection has det = -1, hence 2 here.
    return (d.transpose() * d - Mat3d::Identity()).norm() + std::max(0.0, 1e-3 - d.determinant());
}

class SvdOfFamily : public testing::TestWithParam<MatrixFamily> {
protected:
    Result mResult = decompose(matricesOf(GetParam(), kPerFamily));

    /// The largest measure(i) over the family; NaN counts as infinite.
    template <class Measure> double worst(Measure measure) const
    {
        double most = 0.0;
        for (std::size_t i = 0; i < kPerFamily; ++i) {
            const double x = measure(i);
            most = std::isnan(x) ? std::numeric_limits<double>::infinity() : std::max(most, x);
        }
        return most;
    }
};

TEST_P(SvdOfFamily, ProductIsTheMatrix)
{
    const double error = worst([&](std::size_t i) {
        const Mat3d F = mResult.F[i].cast<double>(), U = mResult.U[i].cast<double>(), V = mResult.V[i].cast<double>();
        const double norm = F.norm();
        const Vec3d sigma = mResult.sigma[i].cast<double>();
        const double distance = (U * sigma.asDiagonal() * V.transpose() - F).norm();
        return norm > 0.0 ? distance / norm : distance;
    });
    EXPECT_LT(error, kError);
}

TEST_P(SvdOfFamily, SingularValuesAreThoseOfEigenInDouble)
{
    const double error = worst([&](std::size_t i) {
        const Vec3d exact = Eigen::JacobiSVD<Mat3d>(mResult.F[i].cast<double>()).singularValues();
        const double distance = (mResult.sigma[i].cast<double>().cwiseAbs() - exact).cwiseAbs().maxCoeff();
        return exact[0] > 0.0 ? distance / exact[0] : distance;
    });
    EXPECT_LT(error, kError);
}

TEST_P(SvdOfFamily, UIsARotation)
{
    EXPECT_LT(worst([&](std::size_t i) { return fromRotation(mResult.U[i]); }), kOrthogonal);
}

TEST_P(SvdOfFamily, VIsARotation)
{
    EXPECT_LT(worst([&](std::size_t i) { return fromRotation(mResult.V[i]); }), kOrthogonal);
}

TEST_P(SvdOfFamily, SingularValuesAreSorted)
{
    for (const Vec3f& s : mResult.sigma) {
        ASSERT_GE(s[0], s[1]);
        ASSERT_GE(s[1], std::abs(s[2]));
    }
}

TEST_P(SvdOfFamily, SmallestValueHasTheSignOfTheDeterminant)
{
    for (std::size_t i = 0; i < kPerFamily; ++i) {
        const Vec3f s = mResult.sigma[i];
        if (std::abs(s[2]) < 2.0 * kError * s[0]) continue; // the sign is lost in rounding
        ASSERT_EQ(s[2] < 0.0f, mResult.F[i].cast<double>().determinant() < 0.0) << mResult.F[i];
    }
}

INSTANTIATE_TEST_SUITE_P(, SvdOfFamily, testing::ValuesIn(kMatrixFamilies),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Svd, OfZeroIsZeroBetweenIdentities)
{
    const Result r = decompose({Mat3f::Zero()});
    EXPECT_EQ(r.sigma[0], Vec3f(Vec3f::Zero()));
    EXPECT_LT((r.U[0] - Mat3f::Identity()).norm(), kOrthogonal);
    EXPECT_LT((r.V[0] - Mat3f::Identity()).norm(), kOrthogonal);
}

TEST(Svd, OfTheIdentityIsExact)
{
    const Result r = decompose({Mat3f::Identity()});
    EXPECT_EQ(r.sigma[0], Vec3f(1, 1, 1));
    EXPECT_EQ(r.U[0], r.V[0]);
}

TEST(Svd, OfMinusIdentityHasOneNegativeValue)
{
    const Result r = decompose({-Mat3f::Identity()});
    EXPECT_EQ(r.sigma[0], Vec3f(1, 1, -1));
}

TEST(Svd, OfADiagonalMatrixSortsIt)
{
    const Result r = decompose({Vec3f(2, -5, 3).asDiagonal().toDenseMatrix()});
    EXPECT_EQ(r.sigma[0], Vec3f(5, 3, -2));
}

/// The largest and the smallest floats, which square to infinity and to zero.
TEST(Svd, HoldsAtTheEndsOfTheRangeOfFloat)
{
    for (const float scale : {1e38f, 3e-38f, 1e-42f}) {
        Mat3f F = (drawGeneral(1, 0) * double(scale)).cast<float>();
        const Result r = decompose({F});
        const Vec3d exact = Eigen::JacobiSVD<Mat3d>(F.cast<double>()).singularValues();
        const double denormalStep = 1.5e-45; // the absolute rounding of the smallest floats
        EXPECT_LT((r.sigma[0].cast<double>().cwiseAbs() - exact).norm(), kError * exact[0] + denormalStep)
            << "scale " << scale;
        EXPECT_LT(fromRotation(r.U[0]) + fromRotation(r.V[0]), kOrthogonal) << "scale " << scale;
    }
}

TEST(Svd, OfTheLargestFloatsIsNotNaN)
{
    const Result r = decompose({Mat3f::Constant(std::numeric_limits<float>::max())});
    EXPECT_FALSE(r.sigma[0].hasNaN()); // the value itself is beyond the largest float: infinity
    EXPECT_LT(fromRotation(r.U[0]) + fromRotation(r.V[0]), kOrthogonal);
}

TEST(Svd, GivesNaNForAnyEntryThatIsNotFinite)
{
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    for (const float bad : {nan, -nan, inf, -inf})
        for (int k = 0; k < 9; ++k) {
            Mat3f F = drawGeneral(3, 0).cast<float>();
            F(k) = bad;
            const Result r = decompose({F});
            EXPECT_TRUE(r.U[0].array().isNaN().all()) << bad << " at entry " << k;
            EXPECT_TRUE(r.sigma[0].array().isNaN().all()) << bad << " at entry " << k;
            EXPECT_TRUE(r.V[0].array().isNaN().all()) << bad << " at entry " << k;
        }
}

TEST(Svd, ABadMatrixLeavesItsNeighboursAlone)
{
    std::vector<Mat3f> F = matricesOf(kMatrixFamilies[0], 30);
    const Result good = decompose(F);
    F[5](4) = std::numeric_limits<float>::quiet_NaN();
    const Result one = decompose(F);
    for (std::size_t i = 0; i < F.size(); ++i) EXPECT_TRUE(i == 5 || one.U[i] == good.U[i]) << "matrix " << i;
}

TEST(Svd, OfNothingIsNothing) { EXPECT_EQ(decompose({}).U.size(), 0u); }

TEST(Svd, GivesTheSameBitsInEveryLaneAndBatch)
{
    const auto same = [](const auto& a, const auto& b) { return std::memcmp(a.data(), b.data(), sizeof a) == 0; };
    for (const MatrixFamily& family : kMatrixFamilies) {
        const Mat3f F = family.make(7).cast<float>();
        const Result alone = decompose({F});
        for (std::size_t size = 1; size <= 51; ++size)
            for (std::size_t at = 0; at < size; ++at) {
                std::vector<Mat3f> batch = matricesOf(kMatrixFamilies[0], size);
                batch[at] = F;
                const Result r = decompose(batch);
                ASSERT_TRUE(same(r.U[at], alone.U[0])) << family.name << ", " << at << " of " << size;
                ASSERT_TRUE(same(r.sigma[at], alone.sigma[0])) << family.name << ", " << at << " of " << size;
                ASSERT_TRUE(same(r.V[at], alone.V[0])) << family.name << ", " << at << " of " << size;
            }
    }
}

/// Only correctly rounded operations are used, so these bits hold on any processor and with any compiler.
TEST(Svd, GivesTheSameBitsOnEveryMachine)
{
    HashStream hash;
    std::vector<Mat3f> F(1000);
    for (std::size_t i = 0; i < F.size(); ++i)
        for (int k = 0; k < 9; ++k) F[i](k) = randomUnit(11, i, 0, uint64_t(k)) - 0.5f;
    const Result r = decompose(F);
    hash.add(r.U.data(), r.U.size() * sizeof r.U[0]);
    hash.add(r.sigma.data(), r.sigma.size() * sizeof r.sigma[0]);
    hash.add(r.V.data(), r.V.size() * sizeof r.V[0]);
    EXPECT_EQ(hash.value(), 5471662616624083625ull);
}

TEST(Svd, MayWriteOverItsInput)
{
    const Result r = decompose(matricesOf(kMatrixFamilies[0], 37));
    std::vector<Mat3f> inPlace = r.F, V(37);
    std::vector<Vec3f> sigma(37);
    svd(inPlace, inPlace, sigma, V);
    EXPECT_EQ(inPlace, r.U);
}

} // namespace
} // namespace firn
