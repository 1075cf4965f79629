// The frame loop: sources, substeps, checks. What both hosts drive.
#pragma once

#include "base/Hooks.h"
#include "sim/SimState.h"
#include "sim/SimulationParams.h"
#include "sim/Source.h"
#include "solver/Solver.h"

#include <memory>
#include <vector>

namespace firn {

/// What happened between two frames.
struct FrameReport {
    int64_t frame = 0;
    int substeps = 0;
    double smallestStep = 0, largestStep = 0;         ///< s
    std::size_t particles = 0, emitted = 0, left = 0; ///< `left`: deleted because they left the bounds
    double largestSpeed = 0;                          ///< m/s, over all substeps
    double kineticEnergy = 0, potentialEnergy = 0;    ///< J, at the end
    double seconds = 0;                               ///< wall-clock
    uint64_t hash = 0;                                ///< the state hash at the end
    std::vector<SolveReport> solves; ///< per solve: iterations summed over substeps, the worst residual
    std::vector<std::string> warnings;
    PassTimes times;
};

class Simulation {
public:
    Simulation(const SimulationParams& params, std::unique_ptr<Solver> solver, World world, std::vector<Source> sources,
               Hooks hooks = {});

    /// The state at the start frame: what the sources have emitted by then.
    void start();

    /// Continues from a checkpoint's state.
    void restore(SimState state);

    /// Simulates to the next frame. Throws SimulationError when a step goes wrong, InputError when a source exceeds the
    /// particle limit, Interrupted when the host asks to stop: then the state is that of the last whole substep, and
    /// calling again goes on from there with the same bits.
    FrameReport advanceFrame();

    const SimState& state() const { return mState; }
    const World& world() const { return mWorld; }
    const SimulationParams& params() const { return mParams; }
    double frameDuration() const { return 1.0 / mParams.fps; }

    /// Simulated seconds since the start frame.
    double time() const;

    /// The step the loop would take now.
    double nextStep();

private:
    void emit(double from, double to);
    double stepFor(double remaining);
    void takeStep(double dt, FrameReport& report);
    void checkStep(const StepReport& step) const;
    std::size_t removeOutside();

    SimulationParams mParams;
    std::unique_ptr<Solver> mSolver;
    World mWorld;
    std::vector<Source> mSources;
    Hooks mHooks;
    SimState mState;
    FrameReport mReport; ///< of the frame in progress: what a stopped call has gathered is not lost
};

} // namespace firn
