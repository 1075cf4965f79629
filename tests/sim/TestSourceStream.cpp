// A continuous source: a stream without gaps and overlaps, the same for any frame rate.
#include "parallel/Threads.h"
#include "sim/SourceMaking.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

namespace firn {
namespace {

SourceSpec hose(const Vec3f& velocity, FillLayout layout = FillLayout::Regular)
{
    auto spec = specNamed("hose");
    spec.params.emit = EmitKind::Continuous;
    spec.params.velocity = velocity;
    spec.params.layout = layout;
    return spec;
}

void moveFreely(Particles& particles, double dt)
{
    const auto P = particles.edit<Vec3f>("P");
    for (std::size_t i = 0; i < P.size(); ++i) P[i] += float(dt) * particles.v()[i];
}

/// Emits and moves frame by frame, as the frame loop does.
Particles streamed(const Source& source, int fps, double seconds)
{
    Particles particles;
    source.emit(kBeforeAll, 0, particles, kNoLimit);
    for (int frame = 0; frame < int(seconds * fps + 0.5); ++frame) {
        source.emit(double(frame) / fps, double(frame + 1) / fps, particles, kNoLimit);
        moveFreely(particles, 1.0 / fps);
    }
    return particles;
}

float closestPair(const Particles& particles, float reach)
{
    // Particles by cell of the reach's size; only neighbouring cells can hold a closer pair.
    std::map<std::array<int, 3>, std::vector<Vec3f>> cells;
    const auto cellOf = [&](const Vec3f& x) {
        const Eigen::Array3i c = (x.array() / reach).floor().cast<int>();
        return std::array<int, 3>{c.x(), c.y(), c.z()};
    };
    float closest = reach;
    for (const Vec3f& x : particles.P()) {
        const auto at = cellOf(x);
        for (int n = 0; n < 27; ++n) {
            const auto found = cells.find({at[0] + n % 3 - 1, at[1] + n / 3 % 3 - 1, at[2] + n / 9 - 1});
            if (found == cells.end()) continue;
            for (const Vec3f& y : found->second) closest = std::min(closest, (x - y).norm());
        }
        cells[at].push_back(x);
    }
    return closest;
}

/// Positions rounded to a hundredth of the separation, in order: comparable between frame rates.
std::vector<std::array<long, 3>> roundedPlaces(const Particles& particles)
{
    std::vector<std::array<long, 3>> places;
    for (const Vec3f& x : particles.P())
        places.push_back({std::lround(x.x() / 5e-4f), std::lround(x.y() / 5e-4f), std::lround(x.z() / 5e-4f)});
    std::sort(places.begin(), places.end());
    return places;
}

const Vec3f kSlanted(1.7f, -0.6f, 0.4f);

TEST(SourceStream, HasItsDensityAllTheWayDown)
{
    // A box of 8 x 8 cells across; the stream along x fills each slab of 0.25 m with 5 layers of 64.
    const Source source = makeSource(hose({2, 0, 0}), boxSolid({0, 0, 0}, {0.2f, 0.4f, 0.4f}));
    const auto snow = streamed(source, 24, 2.0);
    std::vector<int> slab(16, 0);
    for (const Vec3f& x : snow.P()) {
        const int s = int(std::floor(x.x() / 0.25f));
        if (s >= 0 && s < 16) ++slab[std::size_t(s)];
    }
    for (int s = 0; s < 16; ++s)
        EXPECT_NEAR(slab[std::size_t(s)], 5 * 64, 64) << "slab " << s << ": one layer may lie on its edge";
    EXPECT_NEAR(double(snow.size()), (0.2 + 4.0) * 0.16 / std::pow(0.05, 3), 64.0) << "one layer";
}

TEST(SourceStream, KeepsParticlesApart)
{
    for (const int fps : {10, 24, 100}) {
        const Source source = makeSource(hose(kSlanted), sphereSolid({0, 0, 0}, 0.2f));
        EXPECT_GT(closestPair(streamed(source, fps, 1.0), 0.05f), 0.3f * 0.05f) << fps << " frames per second";
    }
}

TEST(SourceStream, IsTheSameForAnyFrameRate)
{
    // Positions differ by the rounding of repeated float additions, far below a hundredth of the separation; rounding
    // them to that may still part a few.
    for (const FillLayout layout : {FillLayout::Regular, FillLayout::Jittered, FillLayout::Random}) {
        const Source source = makeSource(hose(kSlanted, layout), sphereSolid({0.3f, 0, 0}, 0.2f));
        const auto slow = streamed(source, 5, 1.0), fast = streamed(source, 60, 1.0);
        ASSERT_EQ(slow.size(), fast.size());
        const auto a = roundedPlaces(slow), b = roundedPlaces(fast);
        std::vector<std::array<long, 3>> common;
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
        EXPECT_GT(double(common.size()) / double(a.size()), 0.97);
    }
}

TEST(SourceStream, OutrunningItsShapeLeavesNoGaps)
{
    // At 5 frames per second the snow moves five times the box's length in a frame.
    const Source source = makeSource(hose({5, 0, 0}), boxSolid({0, 0, 0}, {0.2f, 0.2f, 0.2f}));
    const auto snow = streamed(source, 5, 1.0);
    EXPECT_NEAR(double(snow.size()), (0.2 + 5.0) * 0.04 / std::pow(0.05, 3), 16.0) << "one layer";
    EXPECT_GT(closestPair(snow, 0.05f), 0.3f * 0.05f);
}

TEST(SourceStream, DoesNotFillTwiceBehindAnEarlierPartOfItsShape)
{
    const SolidField dumbbell = solid({-0.2f, -0.2f, -0.2f}, {1.2f, 0.2f, 0.2f}, [](const Vec3f& x) {
        return std::min(x.norm(), (x - Vec3f(1, 0, 0)).norm()) - 0.2f;
    });
    const Source source = makeSource(hose({2, 0, 0}), dumbbell);
    EXPECT_GT(closestPair(streamed(source, 24, 1.0), 0.05f), 0.3f * 0.05f);
}

TEST(SourceStream, BeginsAndEndsOnTime)
{
    auto spec = hose({2, 0, 0});
    spec.params.start = 0.51;
    spec.params.stop = 1.01;
    const Source source = makeSource(spec, boxSolid({0, 0, 0}, {0.2f, 0.4f, 0.4f}));
    EXPECT_EQ(emitted(source, kBeforeAll, 0.5).size(), 0u);
    const auto snow = streamed(source, 24, 2.0);
    EXPECT_NEAR(double(snow.size()), (0.2 + 2.0 * 0.5) * 0.16 / std::pow(0.05, 3), 64.0) << "one layer";
    // The first layer was in the shape at its start, and has moved since.
    float front = 0;
    for (const Vec3f& x : snow.P()) front = std::max(front, x.x());
    EXPECT_NEAR(front, 0.175f + 2.0f * (2.0f - 0.51f), 1e-4f);
}

TEST(SourceStream, InitialStateIsTheFilledShape)
{
    const SolidField ball = sphereSolid({0, 0, 0}, 0.3f);
    auto once = hose(kSlanted);
    once.params.emit = EmitKind::Once;
    EXPECT_EQ(roundedPlaces(emitted(makeSource(hose(kSlanted), ball))), roundedPlaces(emitted(makeSource(once, ball))));
}

TEST(SourceStream, WithoutVelocityEmitsOnce)
{
    const Source source = makeSource(hose({0, 0, 0}), sphereSolid({0, 0, 0}, 0.3f));
    EXPECT_GT(emitted(source).size(), 0u);
    EXPECT_EQ(emitted(source, 0, 1).size(), 0u);
}

TEST(SourceStream, KeepsItsPrecisionAfterALongTime)
{
    // After an hour at 10 m/s the lattice has wandered 36 km; the places in the shape are still a lattice.
    const Source source = makeSource(hose({10, 0, 0}), boxSolid({0, 0, 0}, {0.2f, 0.2f, 0.2f}));
    const auto snow = emitted(source, 3600.0, 3600.1);
    EXPECT_NEAR(double(snow.size()), 1.0 * 0.04 / std::pow(0.05, 3), 16.0) << "one layer";
    EXPECT_NEAR(closestPair(snow, 0.06f), 0.05f, 1e-6f);
}

TEST(SourceStream, ExpectedCountIsNear)
{
    constexpr double kFewPercent = 0.06;
    const Source source = makeSource(hose(kSlanted), sphereSolid({0, 0, 0}, 0.3f));
    EXPECT_NEAR(source.expectedCount(0, 1) / double(emitted(source, 0, 1).size()), 1.0, kFewPercent);
    const double whole = source.expectedCount(kBeforeAll, 1);
    EXPECT_NEAR(whole / double(emitted(source, kBeforeAll, 1).size()), 1.0, kFewPercent);
}

TEST(SourceStream, SameBitsForAnyThreadCount)
{
    const Source source = makeSource(hose(kSlanted, FillLayout::Jittered), sphereSolid({0, 0, 0}, 0.4f));
    const uint64_t expected = stateHash(emitted(source, 0, 1));
    for (const int threads : {1, 2, 3, 8})
        runWithThreads(threads, [&] { EXPECT_EQ(stateHash(emitted(source, 0, 1)), expected) << threads; });
}

TEST(SourceStream, RefusesToExceedTheLimit)
{
    const Source source = makeSource(hose({2, 0, 0}), boxSolid({0, 0, 0}, {0.2f, 0.4f, 0.4f}));
    Particles particles;
    EXPECT_TRUE(mentions(refusal([&] { source.emit(0, 1000, particles, 5000); }), "source 'hose'"));
}

} // namespace
} // namespace firn
