// firn run: simulates a scene into its folder, stoppable and resumable at any instant.
#include "Commands.h"
#include "ExitCode.h"
#include "Progress.h"
#include "RunPreview.h"
#include "SceneArguments.h"
#include "Signals.h"
#include "Words.h"
#include "base/Hash.h"
#include "base/Text.h"
#include "io/SceneBuild.h"
#include "io/ScenePaths.h"
#include "parallel/Threads.h"
#include "plot/RunPage.h"

#include <chrono>

namespace firn::cli {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point then) { return std::chrono::duration<double>(Clock::now() - then).count(); }

/// One run: the loop over frames, and when to save.
class Run {
public:
    Run(const LoadedScene& loaded, const RunOptions& options, Progress& progress)
        : mLoaded(loaded), mOptions(options), mProgress(progress), mEvery(loaded.scene.output.checkpointEvery),
          mPreview(options.preview, loaded.scene)
    {
    }

    int run();

private:
    RunMode mode() const
    {
        return mOptions.resume ? RunMode::Resume : mOptions.overwrite ? RunMode::Overwrite : RunMode::New;
    }
    std::unique_ptr<Simulation> build(const Hooks& hooks);
    int simulate(Simulation& simulation, RunFolder& folder);
    void writeFirstFrame(Simulation& simulation, RunFolder& folder);
    bool advance(Simulation& simulation, RunFolder& folder);
    void save(const SimState& state, RunFolder& folder);
    void tellEnd(RunFolder& folder, const char* ended, const std::string& text);
    bool saveDue() const { return secondsSince(mSaved) >= mEvery; }

    /// Not before a step has been taken since the last one: a run that only saves would never end.
    bool saveDueWithinFrame() const { return mAdvancing && mEvery > 0 && mAdvancing->steps > mSavedSteps && saveDue(); }

    const LoadedScene& mLoaded;
    const RunOptions& mOptions;
    Progress& mProgress;
    double mEvery; ///< s between checkpoints
    RunPreview mPreview;
    Clock::time_point mSaved = Clock::now();
    uint64_t mSavedSteps = 0;             ///< steps of the state that was saved or begun with
    const SimState* mAdvancing = nullptr; ///< the state, while a frame is being simulated
};

int Run::run()
{
    const auto begun = Clock::now();
    const Hooks hooks = mProgress.hooks();
    for (const auto& text : mLoaded.notes) hooks.info("note: " + text);
    RunFolder folder(resolvedOutput(mLoaded.scene, mOptions.scene.output), mLoaded.scene, manifestOf(mLoaded), mode(),
                     hooks);
    if (folder.alreadyComplete()) {
        folder.record();
        writeRunPage(folder.path());
        mProgress.end("complete", "nothing to do: all frames up to " +
                                      std::to_string(mLoaded.scene.simulation.endFrame) + " in '" + folder.path() +
                                      "' are there and verified");
        return kOk;
    }

    const auto simulation = build(hooks);
    if (stopRequested()) throw Interrupted();
    int code = kOk;
    try {
        code = simulate(*simulation, folder);
    } catch (const Error& error) {
        tellEnd(folder, "stopped", error.what());
        throw;
    }
    folder.record();
    if (code != kOk) return code;
    writeRunPage(folder.path());
    const std::string shown = mPreview.finish(folder, *simulation);
    if (!shown.empty()) hooks.info(shown);
    folder.checkWhole();
    mProgress.end("complete", "done: " + std::to_string(folder.manifest().frames.size()) + " frames in '" +
                                  folder.path() + "', " + durationText(secondsSince(begun)) + ", last hash " +
                                  hashHex(folder.manifest().frames.back().hash));
    return kOk;
}

/// A simulation that stops at a substep when the user asks, or when a checkpoint is due in a long frame.
std::unique_ptr<Simulation> Run::build(const Hooks& hooks)
{
    Hooks own = hooks;
    own.interrupted = [this] { return stopRequested() || saveDueWithinFrame(); };
    return buildSimulation(mLoaded.scene, own);
}

int Run::simulate(Simulation& simulation, RunFolder& folder)
{
    std::optional<SimState> state = folder.takeCheckpoint();
    const std::optional<int64_t> kept = state ? std::optional(state->frame) : std::nullopt;
    folder.begin(kept);
    mPreview.begin(folder, kept);
    const int64_t first = state ? state->frame + 1 : folder.manifest().startFrame;
    mProgress.begin(mOptions.scene.path, folder, first, threadCount());
    if (state)
        simulation.restore(std::move(*state));
    else
        writeFirstFrame(simulation, folder);

    mSavedSteps = simulation.state().steps;

    while (simulation.state().frame < folder.manifest().endFrame) {
        if (!advance(simulation, folder)) {
            save(simulation.state(), folder);
            const std::string text = std::string("interrupted by ") + stopSignalName() + " after frame " +
                                     std::to_string(simulation.state().frame) + "; checkpoint in '" + folder.path() +
                                     "': go on with --resume";
            tellEnd(folder, "interrupted", text);
            mProgress.end("interrupted", text);
            return kInterrupted;
        }
        if (saveDue() && simulation.state().frame < folder.manifest().endFrame) save(simulation.state(), folder);
    }
    save(simulation.state(), folder);
    return kOk;
}

void Run::writeFirstFrame(Simulation& simulation, RunFolder& folder)
{
    const auto begun = Clock::now();
    simulation.start();
    FrameReport report;
    report.frame = simulation.state().frame;
    report.particles = report.emitted = simulation.state().particles.size();
    report.hash = stateHash(simulation.state().particles);
    report.seconds = secondsSince(begun);
    mProgress.frame(report, folder.writeFrame(simulation.state(), simulation.time(), report));
    mPreview.frame(folder, simulation);
    if (mEvery == 0) save(simulation.state(), folder);
}

/// Simulates and writes one frame; false when the user asked to stop.
bool Run::advance(Simulation& simulation, RunFolder& folder)
{
    const auto begun = Clock::now();
    const uint64_t stepsBefore = simulation.state().steps;
    FrameReport report;
    mAdvancing = &simulation.state();
    for (bool done = false; !done;) {
        try {
            report = simulation.advanceFrame();
            done = true;
        } catch (const SimulationError& error) {
            throw SimulationError(std::string(error.what()) + "\nFrames up to " +
                                  std::to_string(simulation.state().frame) + " are good and stay in '" + folder.path() +
                                  "'; with the scene changed, start over with --overwrite");
        } catch (const Interrupted&) {
            if (stopRequested()) return false;
            save(simulation.state(), folder); // and go on with the same frame
        }
    }
    mAdvancing = nullptr;
    report.substeps = int(simulation.state().steps - stepsBefore);
    report.seconds = secondsSince(begun);
    mProgress.frame(report, folder.writeFrame(simulation.state(), simulation.time(), report));
    mPreview.frame(folder, simulation);
    return true;
}

void Run::save(const SimState& state, RunFolder& folder)
{
    folder.writeCheckpoint(state);
    mSaved = Clock::now();
    mSavedSteps = state.steps;
    mProgress.checkpoint(state.frame);
}

/// Leaves word in the folder of a run that did not reach its end. What ended it matters more than whether this works.
void Run::tellEnd(RunFolder& folder, const char* ended, const std::string& text)
{
    try {
        folder.reportEnd(ended, text);
        writeRunPage(folder.path());
    } catch (const Error& error) {
        mProgress.hooks().warn(std::string("how the run ended could not be recorded: ") + error.what());
    }
}

} // namespace

int runCommand(const RunOptions& options)
{
    const LoadedScene loaded = sceneFor(options.scene);
    catchStopSignals();
    Progress progress(Progress::styleFor(options.json, options.quiet));
    int code = kOk;
    runWithThreads(options.scene.threads, [&] { code = Run(loaded, options, progress).run(); });
    return code;
}

} // namespace firn::cli
