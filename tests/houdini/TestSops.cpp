// Surface and boundary nodes show what the core builds.
#include "ExportedScene.h"

#include "surface/SnowSurface.h"

#include <GEO/GEO_PrimVDB.h>
#include <GU/GU_PrimPacked.h>
#include <cmath>
#include <openvdb/openvdb.h>
#include <openvdb/tools/LevelSetPlatonic.h>
#include <openvdb/tools/LevelSetSphere.h>

namespace firn {
namespace {

std::unique_ptr<SOP_Node> pointsSop()
{
    return standin::geometrySop([](GU_Detail& detail) { detail.duplicate(*ballPoints()); });
}

/// The columns that a source makes.
Particles sourceColumns()
{
    Particles like = terminalRun(ballScene())->state().particles;
    for (const char* made : {"restvolume", "Je", "Jp", "F"}) like.erase(made);
    return like;
}

const openvdb::GridBase* gridNamed(const GU_Detail& detail, const std::string& name)
{
    for (const auto& prim : detail.primitives()) {
        if (prim->getTypeId() != GEO_PRIMVDB) continue;
        const auto& vdb = static_cast<const GEO_PrimVDB&>(*prim);
        if (vdb.getGridName() == name) return vdb.getConstGridPtr().get();
    }
    return nullptr;
}

TEST(HoudiniSurface, PolygonsAreThoseOfTheCoreWoundForHoudini)
{
    const auto points = pointsSop();
    const auto sop = plugin().makeSop("firn_surface");
    sop->setInput(points.get());
    const GU_Detail& detail = sop->cook(0);
    ASSERT_TRUE(sop->errors().empty()) << sop->errors().front();
    const Particles snow = particlesOf(points->cook(0), sourceColumns());
    const SnowSurface expected = snowSurface(snow, SurfaceParams(), false);
    ASSERT_EQ(detail.getNumPoints(), GA_Size(expected.mesh.mesh.points.size()));
    ASSERT_EQ(detail.primitives().size(), expected.mesh.mesh.faceCorners.size());
    EXPECT_EQ(detail.getPos3(5).x(), expected.mesh.mesh.points[5].x());
    const uint32_t corners = expected.mesh.mesh.faceCorners.front();
    EXPECT_EQ(detail.primitives().front()->getPointIndex(0), GA_Index(expected.mesh.mesh.corners[corners - 1]))
        << "clockwise seen from outside";
    EXPECT_NE(detail.findPointAttribute("N"), nullptr);
    EXPECT_NEAR(detail.findPointAttribute("v")->number(0, 1), -4, 1e-3) << "the ball falls at 4 m/s";
}

TEST(HoudiniSurface, VdbsHoldDistanceDensityAndVelocity)
{
    const auto points = pointsSop();
    const auto sop = plugin().makeSop("firn_surface");
    sop->setInput(points.get());
    sop->parms().setNumber("output_polygons", 0, 0);
    for (const char* wanted : {"output_distance", "output_density", "output_velocity"})
        sop->parms().setNumber(wanted, 0, 1);
    const GU_Detail& detail = sop->cook(0);
    ASSERT_TRUE(sop->errors().empty()) << sop->errors().front();
    ASSERT_EQ(detail.primitives().size(), 3u);
    const auto* surface = gridNamed(detail, "surface");
    ASSERT_NE(surface, nullptr);
    EXPECT_EQ(surface->getGridClass(), openvdb::GRID_LEVEL_SET);
    ASSERT_NE(gridNamed(detail, "density"), nullptr);
    ASSERT_NE(gridNamed(detail, "vel"), nullptr);
}

TEST(HoudiniSurface, NoInputIsAnErrorAndNoPointsAWarning)
{
    const auto sop = plugin().makeSop("firn_surface");
    sop->cook(0);
    ASSERT_EQ(sop->errors().size(), 1u);
    const auto empty = standin::geometrySop([](GU_Detail&) {});
    sop->setInput(empty.get());
    sop->cook(0);
    EXPECT_TRUE(sop->errors().empty());
    EXPECT_EQ(sop->warnings().size(), 1u);
}

TEST(HoudiniSource, FillsPolygonsPackedGeometryAndVdbs)
{
    constexpr float kHalf = 0.2f, kSeparation = 0.02f; // the slab is 0.2 m high, its top at 0
    const auto slab = [](GU_Detail& detail) { addSlab(detail, 0, kHalf); };
    const auto packed = [&](GU_Detail& detail) {
        auto inner = std::make_shared<GU_Detail>();
        slab(*inner);
        detail.addPrimitive(std::make_unique<GU_PrimPacked>(detail, inner, UT_DMatrix4()));
    };
    const auto vdb = [](GU_Detail& detail) {
        const openvdb::Vec3f low(-kHalf, -0.2f, -kHalf), high(kHalf, 0, kHalf);
        const auto place = openvdb::math::Transform::createLinearTransform(0.5 * kSeparation);
        detail.addPrimitive(
            std::make_unique<GEO_PrimVDB>(detail, openvdb::tools::createLevelSetBox<openvdb::FloatGrid>(
                                                      openvdb::math::BBox<openvdb::Vec3f>(low, high), *place)));
    };
    const double expected = 4 * kHalf * kHalf * 0.2 / std::pow(kSeparation, 3.0);
    for (const auto& fill : std::initializer_list<std::function<void(GU_Detail&)>>{slab, packed, vdb}) {
        const auto input = standin::geometrySop(fill);
        const auto sop = plugin().makeSop("firn_source");
        sop->setInput(input.get());
        sop->parms().setNumber("separation", 0, kSeparation);
        sop->parms().setNumber("voxel_size", 0, 0.5 * kSeparation);
        const GU_Detail& made = sop->cook(0);
        ASSERT_TRUE(sop->errors().empty()) << sop->errors().front();
        EXPECT_NEAR(double(made.getNumPoints()), expected, 0.1 * expected);
        for (GA_Index i = 0; i < made.getNumPoints(); ++i) {
            const UT_Vector3 x = made.getPos3(made.pointOffset(i));
            ASSERT_TRUE(std::abs(x.x()) <= kHalf && x.y() <= 0 && x.y() >= -0.2f && std::abs(x.z()) <= kHalf) << i;
        }
    }
}

TEST(HoudiniSource, AVariationOfNothingChangesNothing)
{
    // The asset keeps places for variations that are not used.
    const auto points = [](int variations) {
        const auto sop = plugin().makeSop("firn_source");
        sop->parms().setNumber("variations", 0, variations);
        for (int i = 1; i <= variations; ++i) sop->parms().setNumber("variation_amount" + std::to_string(i), 0, 0);
        const GU_Detail& made = sop->cook(0);
        EXPECT_TRUE(sop->errors().empty()) << sop->errors().front();
        return stateHash(particlesOf(made, sourceColumns()));
    };
    EXPECT_EQ(points(4), points(0));
}

TEST(HoudiniBoundary, SamplesLieOnTheSurfaceEvenly)
{
    constexpr float kRadius = 0.5f, kVoxel = 0.02f, kSpacing = 0.05f;
    const auto ball = standin::geometrySop([&](GU_Detail& detail) {
        detail.addPrimitive(std::make_unique<GEO_PrimVDB>(
            detail,
            openvdb::tools::createLevelSetSphere<openvdb::FloatGrid>(kRadius, openvdb::Vec3f(1, 0, 0), kVoxel, 4.0f)));
    });
    const auto sop = plugin().makeSop("firn_boundary");
    sop->setInput(ball.get());
    sop->parms().setNumber("spacing", 0, kSpacing);
    const GU_Detail& detail = sop->cook(0);
    ASSERT_TRUE(sop->errors().empty()) << sop->errors().front();
    // One sample per square of the spacing, give or take half.
    const double expected = 4 * 3.14159 * kRadius * kRadius / (kSpacing * kSpacing);
    EXPECT_GT(double(detail.getNumPoints()), 0.5 * expected);
    EXPECT_LT(double(detail.getNumPoints()), 2.0 * expected);
    for (GA_Index i = 0; i < detail.getNumPoints(); ++i) {
        const UT_Vector3 x = detail.getPos3(detail.pointOffset(i));
        const float r = std::hypot(std::hypot(x.x() - 1, x.y()), x.z());
        ASSERT_NEAR(r, kRadius, 0.1f * kVoxel) << "sample " << i;
    }
}

} // namespace
} // namespace firn
