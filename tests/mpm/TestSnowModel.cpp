// Claims about the constitutive law: the code that steps snow, run in double precision where derivatives are checked.
#include "materials/Lame.h"
#include "math/Random.h"
#include "mpm/DoubleLane.h"

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <gtest/gtest.h>

namespace firn {
namespace {

constexpr double kStep = 1e-5; // finite differences of fourth order: rounding, about 1e-15 / step, is all that is left
constexpr double kDerivative = 5e-9; // for stresses and stiffnesses of size 1 to 100
const StiffnessLanes<DoubleLane> kStiffness = {3.0, 2.0};

Mat3d randomMatrix(uint64_t id)
{
    Mat3d M;
    for (int k = 0; k < 9; ++k) M(k / 3, k % 3) = double(randomBetween(-1, 1, 5, id, 0, uint64_t(k)));
    return M;
}

Mat3d randomRotation(uint64_t id)
{
    const Vec3d axis = randomMatrix(id).col(0).normalized();
    return Eigen::AngleAxisd(3 * randomMatrix(id).coeff(1, 1), axis).toRotationMatrix();
}

/// Deformations with the singular values a test asks for.
Mat3d deformation(uint64_t id, double a, double b, double c)
{
    return randomRotation(2 * id) * Vec3d(a, b, c).asDiagonal() * randomRotation(2 * id + 1).transpose();
}

/// Everyday, equal, nearly equal, flat and inverted singular values.
std::vector<Mat3d> deformations()
{
    std::vector<Mat3d> all;
    for (uint64_t k = 0; k < 20; ++k) {
        all.push_back(deformation(k, 1.007, 1.0, 0.976));
        all.push_back(deformation(k + 100, 1.4, 0.9, 0.5));
        all.push_back(deformation(k + 200, 1.1, 1.1, 1.1));
        all.push_back(deformation(k + 300, 1.2, 1.2 + 1e-9, 0.8));
        all.push_back(deformation(k + 400, 1.2, 0.8, 0.02));
        all.push_back(deformation(k + 500, 1.2, 0.8, -0.3));
        all.push_back(deformation(k + 600, 1.2, 0.8, -0.77));
    }
    return all;
}

/// f'(0) from four values.
template <class Function> auto derivative(Function f)
{
    return decltype(f(0.0))((8.0 * (f(kStep) - f(-kStep)) - (f(2 * kStep) - f(-2 * kStep))) / (12 * kStep));
}

double energyAt(const Mat3d& F) { return energyDensity(leftStretch(lanesOf(F)), kStiffness).v; }
Mat3d stressAt(const Mat3d& F) { return matrixOf(kirchhoffStress(leftStretch(lanesOf(F)), kStiffness)); }

TEST(SnowModel, EnergyIsThePapersEquationOne)
{
    for (const Mat3d& F : deformations()) {
        // R is the nearest rotation; for an inverted F the last singular value counts as negative.
        const Eigen::JacobiSVD<Mat3d> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
        Mat3d U = svd.matrixU();
        const Mat3d V = svd.matrixV();
        if (U.determinant() * V.determinant() < 0) U.col(2) = -U.col(2);
        const double J = F.determinant();
        const double expected = 3.0 * (F - U * V.transpose()).squaredNorm() + 1.0 * (J - 1) * (J - 1);
        EXPECT_NEAR(energyAt(F), expected, 1e-12);
    }
}

TEST(SnowModel, StressIsEnergyDerivative)
{
    // d Psi(F + s D F) / ds = P : D F = tau : D
    uint64_t id = 1000;
    for (const Mat3d& F : deformations()) {
        const Mat3d D = randomMatrix(id++);
        const double change = derivative([&](double s) { return energyAt((Mat3d::Identity() + s * D) * F); });
        EXPECT_NEAR((stressAt(F).array() * D.array()).sum(), change, kDerivative) << F;
    }
}

TEST(SnowModel, StressChangeIsStressDerivative)
{
    // P(F + s D F) F^T = tau(F + s D F) (I + s D)^-T
    uint64_t id = 2000;
    for (const Mat3d& F : deformations()) {
        const Mat3d D = randomMatrix(id++);
        const auto firstPiolaTimesFT = [&](double s) -> Mat3d {
            const Mat3d step = Mat3d::Identity() + s * D;
            return stressAt(step * F) * step.inverse().transpose();
        };
        const Mat3d change = derivative(firstPiolaTimesFT);
        const Mat3d got = matrixOf(stressChange(leftStretch(lanesOf(F)), kStiffness, lanesOf(D)));
        EXPECT_LT((got - change).norm(), kDerivative * (1 + got.norm())) << F;
    }
}

TEST(SnowModel, HessianIsSymmetric)
{
    for (const Mat3d& F : deformations()) {
        const Mat3d A = randomMatrix(3001), B = randomMatrix(3002);
        const auto V = leftStretch(lanesOf(F));
        const double ab = (matrixOf(stressChange(V, kStiffness, lanesOf(A))).array() * B.array()).sum();
        const double ba = (matrixOf(stressChange(V, kStiffness, lanesOf(B))).array() * A.array()).sum();
        EXPECT_NEAR(ab, ba, 1e-11);
    }
}

TEST(SnowModel, RotationGivesNoStress)
{
    for (uint64_t k = 0; k < 50; ++k) EXPECT_LT(stressAt(randomRotation(k)).norm(), 1e-14);
}

TEST(SnowModel, SingleLanesMatchDouble)
{
    constexpr double kSingle = 2e-5; // the SVD's 1e-6, times a stiffness of 6 and stretches up to 1.4
    uint64_t id = 0;
    for (const Mat3d& F : deformations()) {
        const Mat3d D = randomMatrix(id++);
        Mat3Lanes<Simd8> f, d;
        for (int k = 0; k < 9; ++k) {
            f.m[k / 3][k % 3] = Simd8(float(F(k / 3, k % 3)));
            d.m[k / 3][k % 3] = Simd8(float(D(k / 3, k % 3)));
        }
        const SymmetricLanes<Simd8> V = leftStretch(f);
        const SymmetricLanes<Simd8> tau = kirchhoffStress(V, {Simd8(3.0f), Simd8(2.0f)});
        const Mat3Lanes<Simd8> change = stressChange(V, {Simd8(3.0f), Simd8(2.0f)}, d);
        const Mat3d expected = stressAt(F);
        EXPECT_NEAR(tau.xx[3], expected(0, 0), kSingle);
        EXPECT_NEAR(tau.yz[5], expected(1, 2), kSingle);
        const Mat3d dExpected = matrixOf(stressChange(leftStretch(lanesOf(F)), kStiffness, lanesOf(D)));
        const double size = dExpected.norm();
        EXPECT_NEAR(change.m[0][1][0], dExpected(0, 1), 2 * kSingle * (size + 1));
        EXPECT_NEAR(change.m[2][2][7], dExpected(2, 2), 2 * kSingle * (size + 1));
    }
}

TEST(SnowModel, ALanesBitsDoNotDependOnItsNeighbours)
{
    const Mat3d calm = deformation(1, 1.003, 1.001, 0.99), wild = deformation(2, 1.5, 0.7, -0.2);
    Mat3Lanes<Simd8> alone, mixed;
    for (int k = 0; k < 9; ++k) {
        alone.m[k / 3][k % 3] = Simd8(float(calm(k / 3, k % 3)));
        mixed.m[k / 3][k % 3] = alone.m[k / 3][k % 3];
        mixed.m[k / 3][k % 3].raw[6] = float(wild(k / 3, k % 3));
    }
    const auto a = leftStretch(alone), b = leftStretch(mixed);
    EXPECT_EQ(a.xx[2], b.xx[2]);
    EXPECT_EQ(a.yz[2], b.yz[2]);
    EXPECT_EQ(a.zx[2], b.zx[2]);
}

TEST(SnowModel, FlowClampsSingularValuesAndKeepsTheVolume)
{
    for (const Mat3d& trial : deformations()) {
        const auto flow = plasticFlow<DoubleLane>(lanesOf(trial), 0.975, 1.0075);
        const Eigen::JacobiSVD<Mat3d> svd(matrixOf(flow.F));
        EXPECT_LE(svd.singularValues()[0], 1.0075 + 1e-12);
        EXPECT_GE(svd.singularValues()[2], 0.975 - 1e-12);
        EXPECT_NEAR(matrixOf(flow.F).determinant(), flow.Je.v, 1e-12);
        EXPECT_NEAR(flow.Je.v * flow.volumeRatio.v, trial.determinant(), 1e-12);
    }
}

TEST(SnowModel, FlowLeavesElasticDeformationAlone)
{
    const Mat3d F = deformation(9, 1.005, 1.0, 0.98);
    EXPECT_EQ(matrixOf(plasticFlow<DoubleLane>(lanesOf(F), 0.975, 1.0075).F), F);
}

TEST(SnowModel, HardeningIsThePapersEquationTwo)
{
    const Lame<double> lame = lameFrom(1.4e5, 0.2);
    for (const double Jp : {0.7, 0.95, 1.0, 1.3}) {
        const auto k = hardenedStiffness<DoubleLane>(1.4e5, 0.2, 10.0, Jp, -20.0, 20.0);
        EXPECT_NEAR(k.mu.v, lame.mu * std::exp(10 * (1 - Jp)), 1e-9 * k.mu.v);
        EXPECT_NEAR(k.lambda.v, lame.lambda * std::exp(10 * (1 - Jp)), 1e-9 * k.lambda.v);
    }
}

TEST(SnowModel, HardeningStaysWithinItsBounds)
{
    const auto packed = hardenedStiffness<DoubleLane>(1.0, 0.0, 100.0, 0.1, std::log(1e-3), std::log(50.0));
    const auto torn = hardenedStiffness<DoubleLane>(1.0, 0.0, 100.0, 9.0, std::log(1e-3), std::log(50.0));
    EXPECT_NEAR(2 * packed.mu.v, 50.0, 1e-9);
    EXPECT_NEAR(2 * torn.mu.v, 1e-3, 1e-12);
}

TEST(SnowModel, ExponentialIsRightToTwoRoundings)
{
    for (float x = -79.9f; x < 80; x += 0.0371f) {
        const double expected = std::exp(double(x));
        EXPECT_NEAR(double(expLanes(Simd8(x))[1]), expected, 2.4e-7 * expected) << x;
    }
}

} // namespace
} // namespace firn
