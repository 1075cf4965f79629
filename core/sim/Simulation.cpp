#include "sim/Simulation.h"

#include "base/Error.h"
#include "base/Text.h"
#include "parallel/ForEach.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace firn {

namespace {

std::string atText(const float (&x)[3]) { return "(" + toText(x[0]) + ", " + toText(x[1]) + ", " + toText(x[2]) + ")"; }

/// Gathers substeps' solves under one entry per name.
void addSolves(const std::vector<SolveReport>& from, std::vector<SolveReport>& to)
{
    for (const auto& solve : from) {
        const auto same = [&](const SolveReport& s) { return s.solve == solve.solve; };
        const auto found = std::find_if(to.begin(), to.end(), same);
        if (found == to.end()) {
            to.push_back(solve);
            continue;
        }
        found->iterations += solve.iterations;
        found->residual = std::max(found->residual, solve.residual);
        found->converged = found->converged && solve.converged;
    }
}

} // namespace

Simulation::Simulation(const SimulationParams& params, std::unique_ptr<Solver> solver, World world,
                       std::vector<Source> sources, Hooks hooks)
    : mParams(params), mSolver(std::move(solver)), mWorld(std::move(world)), mSources(std::move(sources)),
      mHooks(std::move(hooks))
{
    mWorld.gravity = params.gravity;
    mWorld.wind.setSteady(params.wind);
    mWorld.impulses.assign(mWorld.colliders.size(), {});
}

void Simulation::start()
{
    mState = {};
    mState.frame = mParams.startFrame;
    mState.particles.ensure(mSolver->columns());
    emit(-std::numeric_limits<double>::infinity(), 0.0);
}

void Simulation::restore(SimState state)
{
    mState = std::move(state);
    mReport = {};
    mReport.smallestStep = std::numeric_limits<double>::infinity();
    mState.particles.ensure(mSolver->columns());
}

double Simulation::time() const { return double(mState.frame - mParams.startFrame) * frameDuration() + mState.elapsed; }

void Simulation::emit(double from, double to)
{
    for (const auto& source : mSources) source.emit(from, to, mState.particles, mParams.maxParticles);
}

/// Equal steps to the end of the frame, none longer than what the method, the scene and the least number allow.
double Simulation::stepFor(double remaining)
{
    mWorld.time = time();
    const double limit = std::min(
        {mSolver->largestStep(mWorld, mState.particles), mParams.maxStep, frameDuration() / mParams.minSubsteps});
    const double steps = std::ceil(remaining / limit * (1 - 1e-9));
    if (!(limit > 0) || steps > mParams.maxSubsteps)
        throw SimulationError("frame " + std::to_string(mState.frame + 1) + ": the method asks for a step of " +
                              toText(limit) + " s, that is, more than max_substeps (" +
                              std::to_string(mParams.maxSubsteps) +
                              ") steps in a frame; raise max_substeps, or lower the speed or stiffness of the snow");
    return remaining / std::max(steps, 1.0);
}

double Simulation::nextStep() { return stepFor(frameDuration() - mState.elapsed); }

FrameReport Simulation::advanceFrame()
{
    const auto begun = std::chrono::steady_clock::now();
    FrameReport& report = mReport;
    if (!mState.emitted) {
        report = {};
        report.smallestStep = std::numeric_limits<double>::infinity();
        const std::size_t before = mState.particles.size();
        emit(time(), time() + frameDuration());
        report.emitted = mState.particles.size() - before;
        mState.emitted = true;
    }

    for (bool done = false; !done;) {
        if (mHooks.stopRequested()) throw Interrupted();
        const double remaining = frameDuration() - mState.elapsed;
        const double dt = stepFor(remaining);
        takeStep(dt, report);
        if (report.substeps > mParams.maxSubsteps)
            throw SimulationError("frame " + std::to_string(mState.frame + 1) + " took more than max_substeps (" +
                                  std::to_string(mParams.maxSubsteps) + ") steps; raise max_substeps");
        done = dt >= remaining;
        mState.elapsed = done ? 0 : mState.elapsed + dt;
        if (mHooks.progress) mHooks.progress(done ? 1.0 : mState.elapsed / frameDuration(), "substeps");
    }
    ++mState.frame;
    mState.emitted = false;

    report.frame = mState.frame;
    report.particles = mState.particles.size();
    report.hash = stateHash(mState.particles);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return std::exchange(mReport, {});
}

void Simulation::takeStep(double dt, FrameReport& report)
{
    mWorld.time = time();
    const StepReport step = mSolver->step(dt, mWorld, mState.particles);
    checkStep(step);
    report.left += removeOutside();
    ++mState.steps;

    ++report.substeps;
    report.smallestStep = std::min(report.smallestStep, dt);
    report.largestStep = std::max(report.largestStep, dt);
    report.largestSpeed = std::max(report.largestSpeed, step.largestSpeed);
    report.kineticEnergy = step.kineticEnergy;
    report.potentialEnergy = step.potentialEnergy;
    report.times.add(step.times);
    addSolves(step.solves, report.solves);
    for (const auto& warning : step.warnings)
        if (std::find(report.warnings.begin(), report.warnings.end(), warning) == report.warnings.end())
            report.warnings.push_back(warning);
}

/// Stops at the first sign of trouble: what the method found, or any value that is not finite.
void Simulation::checkStep(const StepReport& step) const
{
    const std::string where =
        "frame " + std::to_string(mState.frame + 1) + ", step " + std::to_string(mState.steps + 1) + ": ";
    if (!step.ok()) {
        const Trouble& t = step.troubles.front();
        std::string text = where + "pass '" + t.pass + "': " + t.what;
        if (t.particleId >= 0)
            text += " (particle id " + std::to_string(t.particleId) + " at " + atText(t.position) + ")";
        throw SimulationError(text + ". Try this: " + t.tryThis);
    }
    NonFinite bad;
    if (!findNonFinite(mState.particles, bad)) return;
    const Vec3f x = mState.particles.P()[bad.index];
    const float position[3] = {x.x(), x.y(), x.z()};
    const std::string lastPass = step.times.entries().empty() ? "step" : step.times.entries().back().pass;
    throw SimulationError(where + "pass '" + lastPass + "': attribute '" + bad.column + "' of particle id " +
                          std::to_string(mState.particles.id()[bad.index]) + " at " + atText(position) +
                          " is not finite. Try this: a smaller max_step, or look at that particle's initial values "
                          "and material in the last good frame");
}

std::size_t Simulation::removeOutside()
{
    const Box3f bounds{mParams.boundsMin, mParams.boundsMax};
    const auto x = mState.particles.P();
    std::vector<uint8_t> outside(x.size());
    forEach(x.size(), [&](std::size_t i) { outside[i] = !bounds.contains(x[i]); });
    const auto count = std::size_t(std::count(outside.begin(), outside.end(), 1));
    if (count > 0) mState.particles.remove(outside);
    return count;
}

} // namespace firn
