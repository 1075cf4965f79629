// Claims about the frame loop, with small solvers made to show one thing each.
#include "sim/Simulation.h"

#include "base/Error.h"
#include "solver/Method.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace firn {
namespace {

/// Drifts with its velocity; its largest step and one bad particle can be chosen.
class DriftSolver : public Solver {
public:
    double limit = std::numeric_limits<double>::infinity();
    int64_t badId = -1;
    bool reportTrouble = false;
    std::vector<double>* steps = nullptr;

    std::vector<ColumnSpec> columns() const override { return {columnSpec<float>("heat", 0.0f)}; }
    double largestStep(const World&, const Particles&) const override { return limit; }
    StepReport step(double dt, const World& world, Particles& particles) override
    {
        StepReport report;
        PassScope timer(report.times, "drift");
        if (steps) steps->push_back(dt);
        const auto x = particles.edit<Vec3f>("P");
        const auto heat = particles.edit<float>("heat");
        for (std::size_t i = 0; i < particles.size(); ++i) {
            x[i] += float(dt) * particles.v()[i];
            heat[i] += float(std::sin(world.time) * dt);
            if (particles.id()[i] == badId) heat[i] = std::nanf("");
        }
        if (reportTrouble) report.troubles.push_back({"drift", "the solve diverged", "lower max_step", 3, {1, 2, 3}});
        return report;
    }
};

SourceSpec ball()
{
    SourceSpec spec;
    spec.params.name = "ball";
    spec.params.separation = 0.1f;
    spec.params.velocity = {1, 0, 0};
    return spec;
}

Source ballSource(const SourceSpec& spec = ball())
{
    SolidField sphere;
    sphere.bounds.extend(Vec3f::Constant(-0.5f));
    sphere.bounds.extend(Vec3f::Constant(0.5f));
    sphere.distance = [](Span<const Vec3f> x, Span<float> distance) {
        for (std::size_t i = 0; i < x.size(); ++i) distance[i] = x[i].norm() - 0.5f;
    };
    return Source(spec, SnowMaterial(), sphere, nullptr, 1);
}

std::unique_ptr<Simulation> drifting(SimulationParams params, std::unique_ptr<DriftSolver> solver, Hooks hooks = {})
{
    std::vector<Source> sources;
    sources.push_back(ballSource());
    auto simulation = std::make_unique<Simulation>(params, std::move(solver), World(), std::move(sources), hooks);
    simulation->start();
    return simulation;
}

/// The message of the error that advancing a frame raises.
template <class E> std::string failure(Simulation& simulation)
{
    try {
        simulation.advanceFrame();
    } catch (const E& error) {
        return error.what();
    }
    return "nothing went wrong";
}

TEST(FrameLoop, StartHoldsWhatTheSourcesPlaced)
{
    const auto simulation = drifting({}, std::make_unique<DriftSolver>());
    EXPECT_EQ(simulation->state().frame, 1);
    EXPECT_NEAR(double(simulation->state().particles.size()), 524, 30) << "volume over separation cubed";
    EXPECT_NE(simulation->state().particles.find("heat"), nullptr);
}

TEST(FrameLoop, SplitsAFrameIntoEqualStepsWithinTheLimit)
{
    auto solver = std::make_unique<DriftSolver>();
    std::vector<double> steps;
    solver->steps = &steps;
    solver->limit = 0.0100001;
    const auto simulation = drifting({}, std::move(solver));
    const FrameReport report = simulation->advanceFrame();
    EXPECT_EQ(report.substeps, 5);
    EXPECT_EQ(steps.size(), 5u);
    double sum = 0;
    for (const double dt : steps) {
        EXPECT_NEAR(dt, 1.0 / 24 / 5, 1e-12);
        sum += dt;
    }
    EXPECT_NEAR(sum, 1.0 / 24, 1e-15);
    EXPECT_EQ(simulation->state().frame, 2);
    EXPECT_EQ(simulation->state().elapsed, 0.0);
}

TEST(FrameLoop, ALimitThatDividesTheFrameIsUsedAsItIs)
{
    SimulationParams params;
    params.fps = 25;
    params.maxStep = 0.01;
    EXPECT_EQ(drifting(params, std::make_unique<DriftSolver>())->advanceFrame().substeps, 4);
    params.minSubsteps = 7;
    EXPECT_EQ(drifting(params, std::make_unique<DriftSolver>())->advanceFrame().substeps, 7);
}

TEST(FrameLoop, TooManySubstepsStopTheRunAndNameTheParameter)
{
    SimulationParams params;
    params.maxSubsteps = 3;
    params.maxStep = 0.001;
    const auto simulation = drifting(params, std::make_unique<DriftSolver>());
    EXPECT_NE(failure<SimulationError>(*simulation).find("max_substeps (3)"), std::string::npos);
}

TEST(FrameLoop, AValueThatIsNotFiniteStopsTheStepAndNamesTheParticle)
{
    auto solver = std::make_unique<DriftSolver>();
    solver->badId = 17;
    solver->limit = 0.01;
    std::vector<double> steps;
    solver->steps = &steps;
    const auto simulation = drifting({}, std::move(solver));
    const std::string text = failure<SimulationError>(*simulation);
    for (const char* word : {"frame 2, step 1", "pass 'drift'", "attribute 'heat'", "particle id 17", "Try this"})
        EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
    EXPECT_EQ(steps.size(), 1u) << "no further step is taken";
}

TEST(FrameLoop, TroubleThatTheMethodFindsIsPassedOnWhole)
{
    auto solver = std::make_unique<DriftSolver>();
    solver->reportTrouble = true;
    const auto simulation = drifting({}, std::move(solver));
    EXPECT_EQ(
        failure<SimulationError>(*simulation),
        "frame 2, step 1: pass 'drift': the solve diverged (particle id 3 at (1, 2, 3)). Try this: lower max_step");
}

TEST(FrameLoop, ParticlesThatLeaveTheBoundsAreCounted)
{
    SimulationParams params;
    params.boundsMax = {0.5f, 10, 10};
    const auto simulation = drifting(params, std::make_unique<DriftSolver>());
    const std::size_t before = simulation->state().particles.size();
    std::size_t left = 0;
    for (int frame = 0; frame < 12; ++frame) left += simulation->advanceFrame().left;
    EXPECT_GT(left, before / 3);
    EXPECT_EQ(simulation->state().particles.size(), before - left);
    for (const auto& x : simulation->state().particles.P()) EXPECT_LE(x.x(), 0.5f);
}

TEST(FrameLoop, InterruptedAtAnySubstepGoesOnWithTheSameBits)
{
    auto makeSolver = [] {
        auto solver = std::make_unique<DriftSolver>();
        solver->limit = 0.007;
        return solver;
    };
    const auto whole = drifting({}, makeSolver());
    for (int frame = 0; frame < 3; ++frame) whole->advanceFrame();
    const uint64_t expected = stateHash(whole->state().particles);

    for (int stopAfter = 0; stopAfter < 18; ++stopAfter) {
        int calls = 0;
        Hooks hooks;
        hooks.interrupted = [&] { return calls++ == stopAfter; };
        const auto first = drifting({}, makeSolver(), hooks);
        EXPECT_THROW(
            {
                for (int frame = 0; frame < 3; ++frame) first->advanceFrame();
            },
            Interrupted);

        // A new simulation takes over the state, as after a crash.
        const auto second = drifting({}, makeSolver());
        second->restore(first->state());
        while (second->state().frame < 4) second->advanceFrame();
        EXPECT_EQ(stateHash(second->state().particles), expected) << "stopped after " << stopAfter << " steps";
        EXPECT_EQ(second->state().steps, whole->state().steps);
    }
}

TEST(FrameLoop, ASourceThatWouldExceedTheLimitIsNamed)
{
    SimulationParams params;
    params.maxParticles = 100;
    try {
        drifting(params, std::make_unique<DriftSolver>());
        FAIL() << "500 particles fitted into 100";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("ball"), std::string::npos) << error.what();
    }
}

TEST(Methods, EveryMethodMakesASolverWhoseColumnsItStates)
{
    ASSERT_FALSE(methods().empty());
    for (const Method* method : methods()) {
        const auto solver = method->make(ParamSet(method->params));
        Particles particles;
        particles.ensure(solver->columns());
        EXPECT_FALSE(method->summary.empty()) << method->name;
        EXPECT_EQ(&methodNamed(method->name), method);
    }
    EXPECT_THROW(methodNamed("balistic"), InputError);
}

} // namespace
} // namespace firn
