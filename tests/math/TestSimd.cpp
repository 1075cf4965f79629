// The SIMD wrappers do in each lane what plain floats do.
#include "math/MatLanes.h"
#include "math/Random.h"

#include <gtest/gtest.h>
#include <limits>

namespace firn {
namespace {

template <class T> class SimdOf : public testing::Test {
};
using Widths = testing::Types<Simd8, Simd24>;
TYPED_TEST_SUITE(SimdOf, Widths);

template <class T> struct Inputs {
    float a[T::kLanes], b[T::kLanes], c[T::kLanes];
    Inputs()
    {
        for (int i = 0; i < T::kLanes; ++i) {
            a[i] = randomBetween(-2, 2, 1, uint64_t(i));
            b[i] = randomBetween(-2, 2, 2, uint64_t(i));
            c[i] = randomBetween(-2, 2, 3, uint64_t(i));
        }
        a[3] = -0.0f, b[3] = 0.0f;
        a[5] = b[5];
    }
};

/// Compares the bits of lanes(T...) with plain(float...) in every lane.
template <class T, class Lanes, class Plain> void expectSameBits(Lanes lanes, Plain plain)
{
    const Inputs<T> in;
    const T result = lanes(T::load(in.a), T::load(in.b), T::load(in.c));
    for (int i = 0; i < T::kLanes; ++i) {
        const float x = result[i], y = plain(in.a[i], in.b[i], in.c[i]);
        EXPECT_EQ(std::memcmp(&x, &y, sizeof x), 0) << "lane " << i << ": " << x << " instead of " << y;
    }
}

TYPED_TEST(SimdOf, Adds)
{
    expectSameBits<TypeParam>([](auto a, auto b, auto) { return a + b; },
                              [](float a, float b, float) { return a + b; });
}
TYPED_TEST(SimdOf, Subtracts)
{
    expectSameBits<TypeParam>([](auto a, auto b, auto) { return a - b; },
                              [](float a, float b, float) { return a - b; });
}
TYPED_TEST(SimdOf, Multiplies)
{
    expectSameBits<TypeParam>([](auto a, auto b, auto) { return a * b; },
                              [](float a, float b, float) { return a * b; });
}
TYPED_TEST(SimdOf, Divides)
{
    expectSameBits<TypeParam>([](auto a, auto, auto c) { return a / c; },
                              [](float a, float, float c) { return a / c; });
}
TYPED_TEST(SimdOf, Negates)
{
    expectSameBits<TypeParam>([](auto a, auto, auto) { return -a; }, [](float a, float, float) { return -a; });
}
TYPED_TEST(SimdOf, FusesWhereAsked)
{
    expectSameBits<TypeParam>([](auto a, auto b, auto c) { return fma(a, b, c); },
                              [](float a, float b, float c) { return std::fma(a, b, c); });
}
TYPED_TEST(SimdOf, FusesNegated)
{
    expectSameBits<TypeParam>([](auto a, auto b, auto c) { return fnma(a, b, c); },
                              [](float a, float b, float c) { return std::fma(-a, b, c); });
}
TYPED_TEST(SimdOf, DoesNotFuseUnasked)
{
    // The product is rounded on its own: volatile keeps the compiler from fusing the plain version.
    expectSameBits<TypeParam>([](auto a, auto b, auto c) { return a * b + c; },
                              [](float a, float b, float c) {
                                  volatile float product = a * b;
                                  return product + c;
                              });
}
TYPED_TEST(SimdOf, TakesSquareRoots)
{
    expectSameBits<TypeParam>([](auto a, auto, auto) { return sqrt(a * a); },
                              [](float a, float, float) { return std::sqrt(a * a); });
}
TYPED_TEST(SimdOf, TakesSizes)
{
    expectSameBits<TypeParam>([](auto a, auto, auto) { return abs(a); },
                              [](float a, float, float) { return std::abs(a); });
}
TYPED_TEST(SimdOf, CopiesSigns)
{
    expectSameBits<TypeParam>([](auto a, auto b, auto) { return copySign(a, b); },
                              [](float a, float b, float) { return std::copysign(a, b); });
}
TYPED_TEST(SimdOf, FindsTheLarger)
{
    expectSameBits<TypeParam>([](auto a, auto b, auto) { return max(a, b); },
                              [](float a, float b, float) { return a > b ? a : b; });
}
TYPED_TEST(SimdOf, FindsTheSmaller)
{
    expectSameBits<TypeParam>([](auto a, auto b, auto) { return min(a, b); },
                              [](float a, float b, float) { return a < b ? a : b; });
}
TYPED_TEST(SimdOf, SelectsBelow)
{
    expectSameBits<TypeParam>([](auto a, auto b, auto c) { return select(a < b, b, c); },
                              [](float a, float b, float c) { return a < b ? b : c; });
}
TYPED_TEST(SimdOf, SelectsNotBelow)
{
    expectSameBits<TypeParam>([](auto a, auto b, auto c) { return select(a >= b, b, c); },
                              [](float a, float b, float c) { return a >= b ? b : c; });
}
TYPED_TEST(SimdOf, SelectsEqual)
{
    expectSameBits<TypeParam>([](auto a, auto b, auto c) { return select(a == b, a, c); },
                              [](float a, float b, float c) { return a == b ? a : c; });
}

TYPED_TEST(SimdOf, TakesMatricesApartAndPutsThemTogether)
{
    constexpr int lanes = TypeParam::kLanes;
    Mat3f from[lanes], to[lanes];
    for (int i = 0; i < lanes; ++i)
        for (int k = 0; k < 9; ++k) from[i](k) = float(10 * i + k);
    Mat3Lanes<TypeParam> m;
    loadLanes(from, m);
    for (int i = 0; i < lanes; ++i)
        for (int k = 0; k < 9; ++k) EXPECT_EQ(m.m[k / 3][k % 3][i], from[i](k / 3, k % 3));
    storeLanes(m, to);
    for (int i = 0; i < lanes; ++i) EXPECT_EQ(to[i], from[i]);
}

TYPED_TEST(SimdOf, WritesNoMatrixBeyondTheCount)
{
    Mat3Lanes<TypeParam> m;
    std::vector<Mat3f> from(3, Mat3f::Identity()), to(4, Mat3f::Constant(7.0f));
    loadSome(from.data(), 3, m);
    storeSome(m, 3, to.data());
    EXPECT_EQ(to[2], Mat3f(Mat3f::Identity()));
    EXPECT_EQ(to[3], Mat3f(Mat3f::Constant(7.0f)));
}

} // namespace
} // namespace firn
