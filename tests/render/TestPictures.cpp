// Pictures: same bits, mass in the grid, framing, preview, legend, sheets.
#include "base/Error.h"
#include "colliders/MakeCollider.h"
#include "geometry/Shapes.h"
#include "math/Random.h"
#include "parallel/Threads.h"
#include "render/ColourMap.h"
#include "render/ContactSheet.h"
#include "render/Draw.h"
#include "render/Picture.h"
#include "render/SnowVolume.h"
#include "render/Tone.h"

#include <Eigen/Geometry>
#include <cmath>
#include <gtest/gtest.h>

namespace firn {
namespace {

/// A small ball of snow above the ground.
Particles ball(std::size_t count = 3000)
{
    Particles particles;
    particles.ensure(columnSpec<float>("pscale", 0.01f));
    particles.ensure(columnSpec<float>("mass", 0.0032f));
    particles.ensure(columnSpec<float>("Jp", 1.0f));
    particles.append(count);
    const auto P = particles.edit<Vec3f>("P");
    const auto Jp = particles.edit<float>("Jp");
    for (std::size_t i = 0; i < count; ++i) {
        P[i] = Vec3f(0, 0.2f, 0) + 0.3f * (randomInCube(1, i) - Vec3f::Constant(0.5f));
        Jp[i] = 0.8f + 0.4f * randomUnit(2, i);
    }
    return particles;
}

std::vector<Collider> ground()
{
    ColliderParams params;
    params.name = "ground";
    return {makeCollider(params, {}, AnalyticShape{Plane{}, Pose{}})};
}

PreviewOptions small(RenderMode mode)
{
    PreviewOptions options;
    options.params.mode = mode;
    options.params.width = 96;
    options.params.height = 54;
    options.params.samples = 2;
    return options;
}

/// The message of the InputError that the work throws.
template <class Work> std::string refusal(Work work)
{
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing was refused";
}

TEST(Picture, HasTheSameBitsForAnyNumberOfThreads)
{
    const Particles particles = ball();
    const auto colliders = ground();
    for (const RenderMode mode : {RenderMode::Path, RenderMode::Preview}) {
        Image first;
        for (const int threads : {1, 2, 3, 8}) {
            Image image;
            runWithThreads(threads, [&] { image = renderPicture(particles, colliders, 0, small(mode)); });
            if (threads == 1) first = image;
            EXPECT_EQ(image.rgb, first.rgb) << threads << " threads";
        }
    }
}

TEST(Picture, AnotherSeedGivesAnotherNoise)
{
    PreviewOptions options = small(RenderMode::Path);
    const Image first = renderPicture(ball(), {}, 0, options);
    options.params.seed = 2;
    EXPECT_NE(renderPicture(ball(), {}, 0, options).rgb, first.rgb);
}

TEST(Picture, OfNoParticlesShowsNoSnow)
{
    for (const RenderMode mode : {RenderMode::Path, RenderMode::Preview}) {
        const Image image = renderPicture(Particles(), {}, 0, small(mode));
        EXPECT_EQ(image.width, 96);
        // The background alone: nothing changes along a row.
        EXPECT_EQ(image.at(10, 40).g, image.at(80, 40).g);
    }
}

TEST(Picture, OfAParticleThatIsNowhereIsRefusedByName)
{
    Particles particles = ball(10);
    particles.edit<Vec3f>("P")[7].y() = std::nanf("");
    for (const RenderMode mode : {RenderMode::Path, RenderMode::Preview}) {
        const std::string text = refusal([&] { renderPicture(particles, {}, 0, small(mode)); });
        EXPECT_NE(text.find("particle 7"), std::string::npos) << text;
    }
}

TEST(Picture, NeedsNeitherRadiusNorMass)
{
    Particles particles = ball();
    particles.erase("mass");
    particles.erase("pscale");
    for (const RenderMode mode : {RenderMode::Path, RenderMode::Preview})
        EXPECT_NE(renderPicture(particles, {}, 0, small(mode)).rgb, renderPicture(Particles(), {}, 0, small(mode)).rgb);
}

TEST(Picture, StopsWhenTheHostAsks)
{
    Hooks hooks;
    hooks.interrupted = [] { return true; };
    EXPECT_THROW(renderPicture(ball(), {}, 0, small(RenderMode::Path), hooks), Interrupted);
}

TEST(Picture, SnowShadesTheGround)
{
    PreviewOptions options = small(RenderMode::Path);
    options.params.samples = 16;
    options.params.sunDirection = Vec3f::UnitY();
    options.params.skyStrength = 0;
    options.params.eye = Vec3f(0, 1.0f, 0.01f); // from above, through nothing
    options.params.target = Vec3f(0, 0, 0);
    for (const RenderMode mode : {RenderMode::Path, RenderMode::Preview}) {
        options.params.mode = mode;
        Particles particles = ball();
        // Lifted out of the view, to where only its shadow is seen.
        const auto P = particles.edit<Vec3f>("P");
        for (auto& x : P) x.y() += 2;
        const Rgb shade = renderPicture(particles, ground(), 0, options).at(48, 27);
        const Rgb sunny = renderPicture(Particles(), ground(), 0, options).at(48, 27);
        EXPECT_LT(int(shade.g) + 40, int(sunny.g)) << (mode == RenderMode::Path ? "path" : "preview");
    }
}

TEST(SnowVolume, HoldsTheParticlesMass)
{
    const Particles particles = ball();
    const auto mass = particles.get<float>("mass");
    double sum = 0;
    for (const float m : mass) sum += double(m);
    for (const int detail : {1, 3}) {
        RenderParams params;
        params.detail = detail;
        constexpr double kSinglePrecision = 1e-5; // the grid's voxels are 32-bit floats
        EXPECT_NEAR(SnowVolume(particles, params).mass() / sum, 1, kSinglePrecision) << detail;
    }
}

TEST(SnowVolume, OfAMassThatIsNoneIsRefused)
{
    Particles particles = ball(10);
    particles.edit<float>("mass")[3] = -1;
    const std::string text = refusal([&] { SnowVolume(particles, RenderParams()); });
    EXPECT_NE(text.find("particle 3 is -1"), std::string::npos) << text;
}

TEST(Camera, FramesTheSnowWhateverAFewStraysDo)
{
    Particles particles = ball();
    const Box3f before = robustBounds(particles.P());
    particles.edit<Vec3f>("P")[5] = Vec3f(1000, 0, 0);
    const Box3f after = robustBounds(particles.P());
    constexpr float kOneParticleLess = 0.01f; // m: cutting one more off moves the border this little
    EXPECT_NEAR((before.upper - after.upper).norm(), 0, kOneParticleLess);
}

TEST(Camera, ShowsEveryCornerOfTheSnow)
{
    RenderParams params;
    for (const Vec3f& size : {Vec3f(1, 1, 1), Vec3f(10, 0.1f, 0.1f), Vec3f(0.1f, 5, 0.1f)}) {
        const Box3f box{-size, size};
        const Camera camera = cameraFor(params, box);
        for (int c = 0; c < 8; ++c) {
            const Vec3f sign(c & 1 ? 1.0f : -1.0f, c & 2 ? 1.0f : -1.0f, c & 4 ? 1.0f : -1.0f);
            Vec3f pixel;
            ASSERT_TRUE(camera.project(size.cwiseProduct(sign), pixel));
            EXPECT_GT(pixel.x(), 0);
            EXPECT_GT(pixel.y(), 0);
            EXPECT_LT(pixel.x(), float(params.width));
            EXPECT_LT(pixel.y(), float(params.height));
        }
    }
}

TEST(Camera, ProjectsAPointOntoTheRayThroughIt)
{
    const Camera camera(Vec3f(1, 2, 3), Vec3f(0, 0, 0), 40, 200, 100);
    Vec3f pixel;
    const Vec3f point(0.2f, -0.1f, 0.3f);
    ASSERT_TRUE(camera.project(point, pixel));
    const Ray ray = camera.ray(pixel.x(), pixel.y());
    EXPECT_NEAR(ray.direction.cross(Vec3f((point - ray.origin).normalized())).norm(), 0, 1e-5f);
}

TEST(Preview, ColoursByAnAttributeAndShowsALegend)
{
    PreviewOptions options = small(RenderMode::Preview);
    options.params.width = 480;
    options.params.height = 270;
    const Image plain = renderPreview(ball(), {}, 0, options);
    options.params.colourBy = "Jp";
    const Image coloured = renderPreview(ball(), {}, 0, options);
    // The legend's bar: its right end is the map's bright end.
    const Vec3f bright = colourOf(1);
    int found = 0;
    for (int y = 0; y < coloured.height; ++y)
        for (int x = 0; x < coloured.width; ++x) {
            const Rgb c = coloured.at(x, y);
            found += c.r == srgbByte(bright.x()) && c.g == srgbByte(bright.y()) && c.b == srgbByte(bright.z());
        }
    EXPECT_GT(found, 4);
    EXPECT_NE(plain.at(plain.width / 2, plain.height / 2).b, coloured.at(plain.width / 2, plain.height / 2).b);
}

TEST(Preview, NamesTheNearestAttributeWhenThereIsNone)
{
    PreviewOptions options = small(RenderMode::Preview);
    options.params.colourBy = "jp";
    const std::string text = refusal([&] { renderPreview(ball(10), {}, 0, options); });
    EXPECT_NE(text.find("did you mean 'Jp'"), std::string::npos) << text;
}

TEST(ColourValues, LeaveOutliersOutOfTheRange)
{
    Particles particles = ball();
    particles.edit<float>("Jp")[0] = 1e6f;
    const ColourValues values = colourValues(particles, "Jp", 0, 0);
    EXPECT_LT(values.highest, 1.25f);
    EXPECT_GT(values.lowest, 0.75f);
}

TEST(ColourValues, OfAVectorAreItsLength)
{
    Particles particles = ball(10);
    particles.edit<Vec3f>("v")[4] = Vec3f(3, 0, 4);
    EXPECT_FLOAT_EQ(colourValues(particles, "v", 0, 1).value[4], 5);
}

TEST(ColourMap, GetsLighterStepByStep)
{
    float before = -1;
    for (int i = 0; i <= 20; ++i) {
        const Vec3f c = colourOf(float(i) / 20);
        const float luminance = 0.2126f * c.x() + 0.7152f * c.y() + 0.0722f * c.z();
        EXPECT_GT(luminance, before) << i;
        before = luminance;
    }
}

TEST(Text, IsDrawnWhereItIsPut)
{
    Image image(40, 20);
    drawText("I", 10, 5, 2, {255, 255, 255}, image);
    EXPECT_EQ(image.at(10 + 2 * 2, 5 + 3 * 2).r, 255); // the letter's stem
    EXPECT_EQ(image.at(9, 8).r, 0);
    EXPECT_EQ(image.at(10, 8).r, 0);
}

TEST(ContactSheet, HoldsEveryPictureAndLabel)
{
    const std::vector<Image> images(5, Image(64, 32, {200, 10, 10}));
    const Image sheet = contactSheet(images, {"frame 1", "frame 2"}, {3, 64, ""});
    int red = 0, light = 0;
    for (std::size_t i = 0; i < sheet.rgb.size(); i += 3) {
        red += sheet.rgb[i] == 200 && sheet.rgb[i + 1] == 10;
        light += sheet.rgb[i] > 220 && sheet.rgb[i + 1] > 220;
    }
    EXPECT_EQ(red, 5 * 64 * 32);
    EXPECT_GT(light, 40);
}

TEST(Tone, WhiteBalanceMakesThickSnowWhite)
{
    RenderParams params;
    params.whiteBalance = 1;
    const Vec3f snow = snowReflectance(params.albedo, params.anisotropy).cwiseProduct(toneGain(params));
    EXPECT_NEAR(snow.x(), snow.z(), 1e-5f);
    EXPECT_NEAR(snow.y(), snow.z(), 1e-5f);
}

TEST(Tone, SrgbBytesReadBackAsThemselves)
{
    for (int i = 0; i < 256; ++i) EXPECT_EQ(int(srgbByte(linearOf(uint8_t(i)))), i);
}

} // namespace
} // namespace firn
