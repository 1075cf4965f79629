#include "GAS_FirnSolver.h"

#include "CollisionField.h"
#include "Feedback.h"
#include "Forces.h"
#include "HdkAdaptor.h"
#include "ParmTemplates.h"
#include "PointColumns.h"
#include "SIM_FirnState.h"
#include "base/Error.h"
#include "base/Hash.h"
#include "particles/Separation.h"
#include "sim/Simulation.h"

#include <SIM/SIM_Error.h>
#include <SIM/SIM_GeometryCopy.h>
#include <SIM/SIM_Utils.h>
#include <UT/UT_Interrupt.h>
#include <cmath>

using namespace firn;
using namespace firn::houdini;

namespace {

/// The node's parameters, read and checked.
struct Settings {
    SimulationParams simulation;
    DopParams dop;
    ColliderSettings colliders;
    ParamSet method;
};

template <class S> S readStruct(const ParamTable& table, const NodeInfo& node, const SIM_Options& options)
{
    ParamSet set(table);
    readTable(
        node, node.name, [&](const NodeParm& parm) { return optionValue(options, parm); }, set);
    return set.as<S>();
}

Settings readSettings(const NodeInfo& node, const SIM_Options& options)
{
    Settings settings{readStruct<SimulationParams>(simulationTable(), node, options),
                      readStruct<DopParams>(dopTable(), node, options),
                      {readStruct<ColliderParams>(colliderTable(), node, options),
                       readStruct<ShapeParams>(shapeTable(), node, options), 0},
                      ParamSet(methodNamed(node.methodName).params)};
    readTable(
        node, node.name, [&](const NodeParm& parm) { return optionValue(options, parm); }, settings.method);
    return settings;
}

/// Frames per second whose duration is the step: a whole number where that is meant, as scenes write it.
double rateOf(double timestep)
{
    const double rate = 1 / timestep, whole = std::round(rate);
    constexpr double kRounding = 1e-9;
    return std::abs(rate - whole) <= kRounding * rate ? whole : rate;
}

void requireAtOrigin(const SIM_Object& object)
{
    UT_DMatrix4 transform;
    SIMgetGeometryTransform(transform, object);
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
            if (transform(r, c) != (r == c ? 1.0 : 0.0))
                throw InputError("object '" + objectName(object) +
                                 "' is moved, turned or scaled as an object: snow is simulated where its points are; "
                                 "transform the geometry instead");
}

std::vector<std::string> columnNames(const std::vector<ColumnSpec>& columns)
{
    std::vector<std::string> names = {"P", "v"};
    for (const auto& column : columns) names.push_back(column.name);
    return names;
}

/// What artists can read, and expressions use. No wall-clock times: a cache must have the same bits each time.
void writeReport(const FrameReport& report, GU_Detail& detail)
{
    setDetailAttribute(detail, "firn_substeps", int64_t(report.substeps));
    setDetailAttribute(detail, "firn_smallest_step", report.smallestStep);
    setDetailAttribute(detail, "firn_largest_step", report.largestStep);
    setDetailAttribute(detail, "firn_largest_speed", report.largestSpeed);
    setDetailAttribute(detail, "firn_kinetic_energy", report.kineticEnergy);
    setDetailAttribute(detail, "firn_potential_energy", report.potentialEnergy);
    setDetailAttribute(detail, "firn_left", int64_t(report.left));
    int64_t iterations = 0;
    double residual = 0;
    for (const auto& solve : report.solves) {
        iterations += solve.iterations;
        residual = std::max(residual, solve.residual);
    }
    setDetailAttribute(detail, "firn_iterations", iterations);
    setDetailAttribute(detail, "firn_residual", residual);
    setDetailAttribute(detail, "firn_hash", hashHex(report.hash));
}

/// The points of the step's end: what the method changed, and new ids.
void writeStep(const SimState& state, const ReadPoints& read, std::vector<std::string> columns, GU_Detail& detail)
{
    if (read.idsChanged) columns.push_back("id");
    writePoints(state.particles, read.ids, columns, detail);
    if (state.particles.find("force")) zeroPoints(detail, "force"); // a POP force is for one step
}

} // namespace

bool GAS_FirnSolver::solveGasSubclass(SIM_Engine& engine, SIM_Object* object, SIM_Time, SIM_Time timestep)
{
    std::string what;
    try {
        solveStep(engine, *object, timestep);
        return true;
    } catch (const Interrupted&) {
        return false; // the artist knows
    } catch (const std::exception& error) {
        what = error.what();
    } catch (...) {
        what = "an unknown error";
    }
    addError(object, SIM_MESSAGE, (node().label + ": " + what).c_str(), UT_ERROR_ABORT);
    return false;
}

void GAS_FirnSolver::solveStep(SIM_Engine& engine, SIM_Object& object, double timestep)
{
    if (!(timestep > 0)) return;
    UT_AutoInterrupt interrupt(node().label.c_str());
    int percent = 0;
    Hooks hooks;
    hooks.interrupted = [&] { return interrupt.wasInterrupted(percent); };
    hooks.progress = [&](double fraction, const std::string&) { percent = int(100 * fraction); };
    hooks.log = [&](LogLevel level, const std::string& text) {
        if (level == LogLevel::Warning)
            addError(&object, SIM_MESSAGE, (node().label + ": " + text).c_str(), UT_ERROR_WARNING);
    };

    Settings settings = readSettings(node(), getOptions());
    requireAtOrigin(object);
    SIM_GeometryCopy* geometry = getGeometryCopy(&object, "geo");
    if (!geometry)
        throw InputError("object '" + objectName(object) + "' has no geometry named '" + settings.dop.geometry +
                         "' (parameter geo)");
    SIM_FirnState* kept = SIM_DATA_CREATE(object, SIM_FirnState::kDataName, SIM_FirnState, SIM_DATA_RETURN_EXISTING);
    if (!kept) throw Error("the state of the simulation could not be made");

    // Points -> columns.
    ReadPoints read;
    {
        const SIM_GeometryAutoReadLock lock(geometry);
        if (lock.getGdp()) read = readPoints(*lock.getGdp(), kept->getNextId(), kept->order());
    }
    if (read.ids.empty()) hooks.warn("'" + settings.dop.geometry + "' has no points: there is nothing to simulate");
    std::unique_ptr<Solver> solver = methodNamed(node().methodName).make(settings.method);
    const std::vector<std::string> columns = columnNames(solver->columns());
    for (const auto& note : completePoints(solver->columns(), read.particles)) hooks.warn(note);
    orderLike(kept->order(), read.particles);

    // The world of this step.
    settings.simulation.fps = rateOf(timestep);
    settings.simulation.startFrame = 0;
    settings.simulation.gravity = gravityOf(object);
    const double length = 1.0 / settings.simulation.fps;
    settings.colliders.depth = solver->colliderDepth(float(separationOf(read.particles)));
    const StepTime step{kept->getSteps(), double(kept->getSteps()) * length, length};
    AffectorColliders affectors =
        affectorColliders(object, settings.colliders, step, kept->history(), kept->cache(), hooks);
    World world;
    world.colliders = affectors.colliders;
    world.interrupted = hooks.interrupted;
    if (!settings.dop.collisionField.empty())
        world.colliders.push_back(fieldCollider(getConstScalarField(&object, "collision_field", true),
                                                settings.dop.collisionField, settings.colliders));
    addForces(object, read.particles);
    solver = withForces(std::move(solver), read.particles);

    // The frame itself: the same code as in the terminal.
    Simulation simulation(settings.simulation, std::move(solver), std::move(world), {}, hooks);
    SimState state;
    state.frame = step.number;
    state.steps = uint64_t(kept->getSubsteps());
    state.particles = std::move(read.particles);
    simulation.restore(std::move(state));
    const FrameReport report = simulation.advanceFrame();

    // Columns -> points. From here on nothing fails.
    {
        SIM_GeometryAutoWriteLock lock(geometry);
        writeStep(simulation.state(), read, columns, lock.getGdp());
        writeReport(report, lock.getGdp());
    }
    kept->setSteps(step.number + 1);
    kept->setSubsteps(int64(simulation.state().steps));
    kept->setNextId(simulation.state().particles.nextId());
    kept->setOrder({simulation.state().particles.id().begin(), simulation.state().particles.id().end()});
    kept->setHistory(std::move(affectors.history));
    if (settings.dop.feedback)
        giveFeedback(engine, object, affectors, simulation.world().impulses, step.begin + step.length, hooks);
    for (const auto& warning : report.warnings) hooks.warn(warning);
}
