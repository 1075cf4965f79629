// The B-splines and their stencils: a partition of unity that reproduces linear fields, with exact slopes.
#include "math/BSpline.h"
#include "math/BSplineStencil.h"
#include "math/Random.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

constexpr double kRounding = 1e-14;  // sums of up to 64 products of numbers below 1, in double
constexpr float kRoundingF = 2e-6f;  // the same in float
constexpr double kDifference = 1e-6; // step of the finite differences
constexpr double kSlopeError = 1e-8; // their error: step^2 of truncation plus rounding / step

/// Points on both sides of zero, among them nodes and midpoints, where the pieces of the splines meet.
std::vector<double> points()
{
    std::vector<double> x = {-7.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 12.0};
    for (uint64_t i = 0; i < 1000; ++i) x.push_back(40.0 * randomUnit(1, i) - 20.0);
    return x;
}

Vec3d point3(uint64_t i) { return (randomInCube(2, i).cast<double>() * 40.0).array() - 20.0; }

template <class Line> double weightSum(const Line& line)
{
    double sum = 0.0;
    for (const double w : line.w) sum += w;
    return sum;
}

template <class Line> double slopeSum(const Line& line)
{
    double sum = 0.0;
    for (const double s : line.slope) sum += s;
    return sum;
}

template <class Line> double weightedNode(const Line& line)
{
    double sum = 0.0, node = line.base;
    for (const double w : line.w) sum += w * node++;
    return sum;
}

template <class Line> double slopedNode(const Line& line)
{
    double sum = 0.0, node = line.base;
    for (const double s : line.slope) sum += s * node++;
    return sum;
}

/// Runs one claim for both splines.
template <class Claim> void forBothLines(Claim claim)
{
    for (const double x : points()) {
        claim(x, quadraticLine(x), &quadraticBSpline<double>, &quadraticBSplineSlope<double>);
        claim(x, cubicLine(x), &cubicBSpline<double>, &cubicBSplineSlope<double>);
    }
}

TEST(BSpline, CubicHasTheValuesOfThePaper)
{
    EXPECT_DOUBLE_EQ(cubicBSpline(0.0), 2.0 / 3.0);
    EXPECT_DOUBLE_EQ(cubicBSpline(0.5), 0.5 * 0.125 - 0.25 + 2.0 / 3.0);
    EXPECT_DOUBLE_EQ(cubicBSpline(-1.0), 1.0 / 6.0);
    EXPECT_NEAR(cubicBSpline(1.5), -1.0 / 6.0 * 3.375 + 2.25 - 3.0 + 4.0 / 3.0, kRounding);
    EXPECT_EQ(cubicBSpline(2.0), 0.0);
}

TEST(BSpline, QuadraticHasItsKnownValues)
{
    EXPECT_DOUBLE_EQ(quadraticBSpline(0.0), 0.75);
    EXPECT_DOUBLE_EQ(quadraticBSpline(-0.5), 0.5);
    EXPECT_DOUBLE_EQ(quadraticBSpline(1.0), 0.125);
    EXPECT_EQ(quadraticBSpline(1.5), 0.0);
}

TEST(BSpline, SlopeIsTheDerivative)
{
    forBothLines([](double x, const auto&, auto N, auto slope) {
        const double y = x / 10.0; // within the support
        const double difference = (N(y + kDifference) - N(y - kDifference)) / (2.0 * kDifference);
        // Where two pieces of the quadratic meet its curvature jumps by 3: the central difference is off by step * 3/4.
        EXPECT_NEAR(slope(y), difference, kSlopeError + kDifference) << "at " << y;
    });
}

TEST(BSpline, SlopeIsOdd)
{
    forBothLines([](double x, const auto&, auto, auto slope) { EXPECT_EQ(slope(-x / 10.0), -slope(x / 10.0)); });
}

TEST(BSplineLine, HasTheWeightsOfTheSpline)
{
    forBothLines([](double x, const auto& line, auto N, auto) {
        for (int i = 0; i < int(std::size(line.w)); ++i) EXPECT_NEAR(line.w[i], N(x - (line.base + i)), kRounding);
    });
}

TEST(BSplineLine, HasTheSlopesOfTheSpline)
{
    forBothLines([](double x, const auto& line, auto, auto slope) {
        for (int i = 0; i < int(std::size(line.w)); ++i)
            EXPECT_NEAR(line.slope[i], slope(x - (line.base + i)), kRounding);
    });
}

TEST(BSplineLine, LeavesOutNoNodeWithWeight)
{
    forBothLines([](double x, const auto& line, auto N, auto) {
        EXPECT_NEAR(N(x - (line.base - 1)), 0.0, kRounding);
        EXPECT_NEAR(N(x - (line.base + int(std::size(line.w)))), 0.0, kRounding);
    });
}

TEST(BSplineLine, IsAPartitionOfUnity)
{
    forBothLines([](double, const auto& line, auto, auto) { EXPECT_NEAR(weightSum(line), 1.0, kRounding); });
}

TEST(BSplineLine, SlopesSumToZero)
{
    forBothLines([](double, const auto& line, auto, auto) { EXPECT_NEAR(slopeSum(line), 0.0, kRounding); });
}

TEST(BSplineLine, ReproducesALinearField)
{
    forBothLines([](double x, const auto& line, auto, auto) { EXPECT_NEAR(weightedNode(line), x, 40.0 * kRounding); });
}

TEST(BSplineLine, ReproducesTheSlopeOfALinearField)
{
    forBothLines([](double, const auto& line, auto, auto) { EXPECT_NEAR(slopedNode(line), 1.0, 40.0 * kRounding); });
}

/// Sum of value(i, j, k) over the nodes of a stencil.
template <class Stencil, class Value> auto sumOver(const Stencil&, Value value)
{
    auto sum = decltype(value(0, 0, 0))(value(0, 0, 0) * 0);
    for (int i = 0; i < Stencil::kNodes; ++i)
        for (int j = 0; j < Stencil::kNodes; ++j)
            for (int k = 0; k < Stencil::kNodes; ++k) sum += value(i, j, k);
    return sum;
}

template <class Stencil> void expectLinearReproduction(const Vec3d& x, const Stencil& s)
{
    const Vec3d base = s.base().template cast<double>();
    const auto node = [&](int i, int j, int k) { return Vec3d(base + Vec3d(i, j, k)); };
    const Vec3d where = sumOver(s, [&](int i, int j, int k) { return Vec3d(s.weight(i, j, k) * node(i, j, k)); });
    EXPECT_LT((where - x).norm(), 1e3 * kRounding);
    const Mat3d slope =
        sumOver(s, [&](int i, int j, int k) { return Mat3d(node(i, j, k) * s.gradient(i, j, k).transpose()); });
    EXPECT_LT((slope - Mat3d::Identity()).norm(), 1e3 * kRounding);
}

TEST(BSplineStencil, ReproducesLinearFieldsInSpace)
{
    for (uint64_t i = 0; i < 200; ++i) {
        const Vec3d x = point3(i);
        expectLinearReproduction(x, quadraticStencil(x));
        expectLinearReproduction(x, cubicStencil(x));
    }
}

template <class MakeStencil> void expectGradientIsDerivative(const Vec3d& x, MakeStencil make)
{
    const auto here = make(x);
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3d step = kDifference * Vec3d::Unit(axis);
        const auto ahead = make(Vec3d(x + step)), behind = make(Vec3d(x - step));
        if (ahead.base() != behind.base()) continue; // the nodes differ: nothing to compare
        const double difference = (ahead.weight(1, 2, 0) - behind.weight(1, 2, 0)) / (2.0 * kDifference);
        EXPECT_NEAR(here.gradient(1, 2, 0)[axis], difference, kSlopeError);
    }
}

TEST(BSplineStencil, GradientIsTheDerivativeOfTheWeight)
{
    for (uint64_t i = 0; i < 200; ++i) {
        expectGradientIsDerivative(point3(i), [](const Vec3d& x) { return quadraticStencil(x); });
        expectGradientIsDerivative(point3(i), [](const Vec3d& x) { return cubicStencil(x); });
    }
}

TEST(BSplineStencil, IsAPartitionOfUnityInFloat)
{
    for (uint64_t n = 0; n < 200; ++n) {
        const auto s = cubicStencil(Vec3f(point3(n).cast<float>()));
        EXPECT_NEAR(sumOver(s, [&](int i, int j, int k) { return s.weight(i, j, k); }), 1.0f, kRoundingF);
    }
}

} // namespace
} // namespace firn
