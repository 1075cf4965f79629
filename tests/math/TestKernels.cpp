// The SPH cubic spline and the adhesion spline: normalised, with the right slope, zero outside.
#include "math/AdhesionKernel.h"
#include "math/Random.h"
#include "math/SphKernel.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kRounding = 1e-12;

TEST(SphKernel, IntegratesToOne)
{
    for (const double h : {0.02, 1.0, 30.0}) {
        const SphKernel<double> W(h);
        // Midpoint rule over shells 4 pi r^2 dr: error of order (1/n)^2.
        constexpr int n = 4000;
        const double dr = W.support() / n;
        double integral = 0.0;
        for (int i = 0; i < n; ++i) {
            const double r = (i + 0.5) * dr;
            integral += 4.0 * kPi * r * r * W(r) * dr;
        }
        EXPECT_NEAR(integral, 1.0, 1e-6) << "h = " << h;
    }
}

TEST(SphKernel, IsOneOverPiAtTheCentre) { EXPECT_DOUBLE_EQ(SphKernel<double>(1.0)(0.0), 1.0 / kPi); }

TEST(SphKernel, IsZeroFromTheSupportOn)
{
    const SphKernel<double> W(0.5);
    EXPECT_EQ(W.support(), 1.0);
    EXPECT_GT(W(0.999), 0.0);
    EXPECT_EQ(W(1.0), 0.0);
    EXPECT_EQ(W.slopeOverR(1.0), 0.0);
}

TEST(SphKernel, PiecesMeetAtH)
{
    const SphKernel<double> W(1.0);
    const double below = std::nextafter(1.0, 0.0);
    EXPECT_NEAR(W(below), W(1.0), kRounding);
    EXPECT_NEAR(W.slopeOverR(below), W.slopeOverR(1.0), kRounding);
}

TEST(SphKernel, GradientIsTheDerivative)
{
    constexpr double step = 1e-6;
    const SphKernel<double> W(0.7);
    for (uint64_t i = 0; i < 500; ++i) {
        const Vec3d x = (randomInCube(3, i).cast<double>() * 2.0).array() - 1.0;
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3d e = step * Vec3d::Unit(axis);
            const double difference = (W((x + e).norm()) - W((x - e).norm())) / (2.0 * step);
            EXPECT_NEAR(W.gradient(x)[axis], difference, 1e-8); // step^2 and rounding / step
        }
    }
}

TEST(SphKernel, GradientAtTheCentreIsZero)
{
    EXPECT_EQ(SphKernel<float>(0.1f).gradient(Vec3f::Zero()), Vec3f(Vec3f::Zero()));
}

TEST(SphKernel, FloatAgreesWithDouble)
{
    const SphKernel<float> single(0.05f);
    const SphKernel<double> exact(double(0.05f));
    for (uint64_t i = 0; i < 500; ++i) {
        const float r = randomBetween(0.0f, 0.11f, 4, i);
        EXPECT_NEAR(single(r), exact(double(r)), 1e-6 * exact(0.0));
    }
}

TEST(AdhesionKernel, FollowsTheFormulaOfThePaper)
{
    for (const double h : {0.04, 1.0, 3.0})
        for (const double q : {0.51, 0.6, 0.75, 0.9, 0.999}) {
            const double r = q * h;
            const double formula = 0.007 / std::pow(h, 3.25) * std::pow(-4.0 * r * r / h + 6.0 * r - 2.0 * h, 0.25);
            EXPECT_NEAR(AdhesionKernel<double>(h)(r) / formula, 1.0, 1e-10); // cancellation in the formula as printed
        }
}

TEST(AdhesionKernel, IsZeroInsideHalfAndOutsideTheSupport)
{
    const AdhesionKernel<double> A(2.0);
    EXPECT_EQ(A(0.0), 0.0);
    EXPECT_EQ(A(1.0), 0.0);
    EXPECT_EQ(A(2.0), 0.0);
    EXPECT_EQ(A(2.5), 0.0);
}

TEST(AdhesionKernel, IsLargestAtThreeQuarters)
{
    const AdhesionKernel<double> A(1.0);
    for (double r = 0.5; r <= 1.0; r += 0.01) EXPECT_LE(A(r), A(0.75)) << "at " << r;
}

TEST(AdhesionKernel, IsFiniteForEveryFloatAtBothEnds)
{
    const AdhesionKernel<float> A(0.1f);
    float r = 0.05f, s = 0.1f;
    for (int i = 0; i < 1000; ++i) {
        r = std::nextafter(r, 1.0f);
        s = std::nextafter(s, 0.0f);
        EXPECT_GE(A(r), 0.0f); // false for NaN
        EXPECT_GE(A(s), 0.0f);
    }
}

} // namespace
} // namespace firn
