// A rigid body that falls on snow decelerates by the impulse that it got: the momentum balance is closed.
#include "SnowNetwork.h"

#include "../../hdk_plugin/Feedback.h"

#include <Eigen/Geometry>
#include <GEO/GEO_PrimVDB.h>
#include <openvdb/tools/LevelSetSphere.h>

namespace firn {
namespace {

TEST(HoudiniFeedback, PointImpulsesHaveTheMomentumTheyStandFor)
{
    const Impulse impulse{Vec3d(1, -2, 0.5), Vec3d(3, 0.1, -4)};
    const Vec3d centre(0.2, 5, -1);
    Vec3d linear = Vec3d::Zero(), angular = Vec3d::Zero();
    for (const auto& point : houdini::pointImpulses(impulse, centre, 1.0)) {
        linear += point.impulse;
        angular += point.position.cross(point.impulse);
    }
    constexpr double kRounding = 1e-12;
    EXPECT_LT((linear - impulse.linear).norm(), kRounding);
    EXPECT_LT((angular - impulse.angular).norm(), kRounding);
}

TEST(HoudiniFeedback, ATwistAloneNeedsAPair)
{
    const auto points = houdini::pointImpulses({Vec3d::Zero(), Vec3d(0, 0, 2)}, Vec3d(1, 0, 0), 0.5);
    ASSERT_EQ(points.size(), 2u);
    EXPECT_LT((points[0].impulse + points[1].impulse).norm(), 1e-15);
}

/// A heavy ball above a bed of snow.
struct FallingBall {
    explicit FallingBall(int substeps = 12)
        : world(plugin(), 24, substeps), snow(world.addObject("snow")), ball(world.addObject("ball"))
    {
        standin::messages().clear();
        const auto sop = plugin().makeSop("firn_source");
        sop->parms().setNumber("shape", 0, 1); // a box
        for (int k = 0; k < 3; ++k) sop->parms().setNumber("size", k, k == 1 ? 0.1 : 0.3);
        sop->parms().setNumber("centre", 1, 0.05);
        sop->parms().setNumber("separation", 0, 0.02);
        auto points = std::make_shared<GU_Detail>();
        points->duplicate(sop->cook(0));
        world.setGeometry(snow, points);
        world.addGravity(snow, UT_Vector3(0, -9.81f, 0));
        solver = &world.addSolver(snow, "firn_mpm");

        auto detail = std::make_shared<GU_Detail>();
        detail->addPrimitive(std::make_unique<GEO_PrimVDB>(
            *detail, openvdb::tools::createLevelSetSphere<openvdb::FloatGrid>(0.08f, openvdb::Vec3f(0, 0, 0), 0.01f)));
        world.setGeometry(ball, detail);
        auto& state = world.place<RBD_State>(ball, UT_Vector3D(0, 0.19, 0));
        state.setMass(kMass);
        state.setInertia(0.4 * kMass * 0.08 * 0.08);
        state.setVector("vel", UT_Vector3D(0, -3, 0));
        world.collide(snow, ball, true);
    }
    /// Of snow and ball together.
    Vec3d momentum() const
    {
        const GU_Detail& detail = world.geometry(snow);
        Vec3d sum = Vec3d::Zero();
        for (GA_Index i = 0; i < detail.getNumPoints(); ++i) {
            const GA_Offset at = detail.pointOffset(i);
            for (int k = 0; k < 3; ++k)
                sum[k] +=
                    detail.findPointAttribute("mass")->number(at, 0) * detail.findPointAttribute("v")->number(at, k);
        }
        const UT_Vector3D v = state().vector("vel");
        return sum + kMass * Vec3d(v.x(), v.y(), v.z());
    }
    double snowMass() const
    {
        const GU_Detail& detail = world.geometry(snow);
        double sum = 0;
        for (GA_Index i = 0; i < detail.getNumPoints(); ++i)
            sum += detail.findPointAttribute("mass")->number(detail.pointOffset(i), 0);
        return sum;
    }
    const RBD_State& state() const { return *standinCast<const RBD_State>(ball.getPosition()); }

    static constexpr double kMass = 1.5; // kg
    standin::DopWorld world;
    SIM_Object &snow, &ball;
    standin::DopNode* solver;
};

/// What the momentum of snow and ball together is off by after four frames, beside what the ball got (both N s).
struct Balance {
    double error = 0, exchanged = 0;
};
Balance balanceWith(double tolerance)
{
    FallingBall scene; // no ground, and no gravity on the ball: nothing else acts on the two
    scene.solver->parms.setNumber("tolerance", 0, tolerance);
    scene.solver->parms.setNumber("rest_tolerance", 0, 0);
    scene.solver->parms.setNumber("max_iterations", 0, 2000);
    EXPECT_TRUE(scene.world.goTo(1));
    const Vec3d before = scene.momentum();
    constexpr int kFrames = 4;
    EXPECT_TRUE(scene.world.goTo(1 + kFrames)) << standin::messageText();
    const Vec3d gravity(0, -9.81f * scene.snowMass() * kFrames / 24, 0);
    const double gained = scene.state().vector("vel").y() + 3;
    return {(scene.momentum() - before - gravity).norm(), FallingBall::kMass * gained};
}

TEST(HoudiniFeedback, ABallIsSlowedAndTheBalanceIsClosed)
{
    const Balance exact = balanceWith(1e-6), usual = balanceWith(1e-2);
    EXPECT_GT(exact.exchanged, 0.3 * FallingBall::kMass) << "the snow must have slowed it";
    EXPECT_LT(exact.exchanged, 3.0 * FallingBall::kMass) << "but not thrown it back";
    constexpr double kFloats = 1e-5; // grids and points hold floats
    EXPECT_LT(exact.error, kFloats * exact.exchanged);
    // What an implicit solve leaves over is momentum, too.
    EXPECT_LT(usual.error, 1e-2 * usual.exchanged);
}

TEST(HoudiniFeedback, OneWayCollidersGetNothing)
{
    SnowNetwork network;
    ASSERT_TRUE(network.world.goTo(3));
    EXPECT_EQ(network.snow.subData("Feedback"), nullptr);
}

TEST(HoudiniFeedback, ABodyThatIsThrownBackIsNamed)
{
    FallingBall scene(1); // 0.125 m in a step: the ball sweeps all of the bed
    ASSERT_TRUE(scene.world.goTo(4));
    const std::string text = standin::messageText(UT_ERROR_WARNING);
    EXPECT_NE(text.find("rigid body 'ball'"), std::string::npos) << text;
    EXPECT_NE(text.find("substeps"), std::string::npos) << text;
}

TEST(HoudiniFeedback, SwitchedOffTheBallFallsOn)
{
    FallingBall scene;
    scene.solver->parms.setNumber("feedback", 0, 0);
    ASSERT_TRUE(scene.world.goTo(4));
    EXPECT_EQ(scene.state().vector("vel").y(), -3);
}

} // namespace
} // namespace firn
