// Claim about resuming: stopped after any substep, saved to a checkpoint file and read back, snow goes on with the same
// bits.
#include "base/Error.h"
#include "io/Checkpoint.h"
#include "io/SceneBuild.h"
#include "io/SceneFile.h"
#include "support/TempFolder.h"

#include <gtest/gtest.h>

namespace firn::mpm {
namespace {

/// A stream of snow onto a floor beside a moving ball: particles come while it runs, and their volumes are measured
/// when they do.
std::unique_ptr<Simulation> pouredSnow(const std::string& solver, const Hooks& hooks)
{
    const std::string text = R"({"simulation": {"end_frame": 3},
        "solver": {"method": "mpm", )" +
                             solver + R"(},
        "sources": [{"name": "stream", "emit": "continuous", "shape": "box", "centre": [0, 0.12, 0],
                     "size": [0.1, 0.06, 0.1], "separation": 0.015, "velocity": [0, -1.5, 0]}],
        "colliders": [{"name": "ground", "shape": "plane", "friction": 0.4},
                      {"name": "ball", "shape": "sphere", "radius": 0.04, "centre": [0.02, 0.03, 0],
                       "velocity": [0.5, 0, 0]}]})";
    return buildSimulation(parseScene(text, "poured.json", ".").scene, hooks);
}

/// The state hash two frames later, stopped and resumed through a file after every `every` substeps.
uint64_t hashWhenStopped(const std::string& solver, int every, const std::string& file, int& stops)
{
    int asked = 0;
    bool armed = false;
    Hooks hooks;
    hooks.interrupted = [&] { return armed && every > 0 && ++asked > every; };
    auto simulation = pouredSnow(solver, hooks);
    simulation->start();
    armed = true;
    while (simulation->state().frame < 3) {
        try {
            simulation->advanceFrame();
        } catch (const Interrupted&) {
            writeCheckpoint(file, simulation->state(), {});
            simulation = pouredSnow(solver, hooks);
            simulation->restore(readCheckpoint(file).state);
            asked = 0;
            ++stops;
        }
    }
    EXPECT_GT(simulation->state().particles.size(), 200u);
    return stateHash(simulation->state().particles);
}

TEST(MpmResume, GivesTheSameBitsAtAnySubstep)
{
    const TempFolder folder;
    for (const std::string solver :
         {R"("beta": 1)", R"("beta": 0, "youngs_modulus": 2e4, "transfer": "apic", "kernel": "quadratic")"}) {
        int stops = 0;
        const uint64_t whole = hashWhenStopped(solver, 0, {}, stops);
        ASSERT_EQ(stops, 0);
        EXPECT_EQ(hashWhenStopped(solver, 1, folder.path() + "/state.firn", stops), whole) << solver;
        EXPECT_GT(stops, 40) << "at every substep";
        EXPECT_EQ(hashWhenStopped(solver, 7, folder.path() + "/state.firn", stops), whole) << solver;
    }
}

} // namespace
} // namespace firn::mpm
