#include "io/SceneChecks.h"

#include "base/Text.h"
#include "io/SceneMaterials.h"
#include "io/SceneNode.h"
#include "io/ScenePaths.h"

#include <map>

namespace firn {

std::string elementPlace(const std::string& section, std::size_t index, const std::string& name)
{
    const std::string place = section + "[" + std::to_string(index) + "]";
    if (name.empty()) return place;
    const std::string quoted = quotedWord(name);
    return place + " \"" + quoted.substr(1, quoted.size() - 2) + "\"";
}

std::string nameFault(const std::string& name)
{
    if (name.empty()) return "is empty";
    if (name.size() > 64) return "is longer than 64 characters";
    for (const char c : name)
        if (static_cast<unsigned char>(c) < 32 || c == '.' || c == '/' || c == '\\' || c == '"')
            return "may not hold dots, slashes, quotes or control characters";
    if (name.find_first_not_of("0123456789") == std::string::npos)
        return "is a number; it needs a letter, or it could not be told from an index";
    return {};
}

namespace {

/// Collects problems of one object.
class Finder {
public:
    Finder(std::vector<SceneProblem>& problems, std::string section, std::string place, int index = -1)
        : mProblems(problems), mSection(std::move(section)), mPlace(std::move(place)), mIndex(index)
    {
    }
    void refuse(bool bad, const char* key, const std::string& what)
    {
        if (bad) mProblems.push_back({mSection, mIndex, key, mPlace, what});
    }

private:
    std::vector<SceneProblem>& mProblems;
    std::string mSection, mPlace;
    int mIndex;
};

std::string ordered(const char* low, double lowValue, const char* high, double highValue)
{
    return std::string(low) + " is " + toText(lowValue) + " and " + high + " is " + toText(highValue) + "; " + low +
           " must not be the larger";
}

void checkSimulation(const SimulationParams& s, Finder find)
{
    find.refuse(s.startFrame > s.endFrame, "end_frame", ordered("start_frame", s.startFrame, "end_frame", s.endFrame));
    find.refuse(s.minSubsteps > s.maxSubsteps, "max_substeps",
                ordered("min_substeps", s.minSubsteps, "max_substeps", s.maxSubsteps));
    for (int axis = 0; axis < 3; ++axis)
        find.refuse(!(s.boundsMin[axis] < s.boundsMax[axis]), "bounds_max",
                    std::string("bounds_min is ") + toText(s.boundsMin[axis]) + " and bounds_max is " +
                        toText(s.boundsMax[axis]) + " along " + "xyz"[axis] + "; bounds_min must be the smaller");
}

void checkShape(const ShapeParams& shape, Finder& find)
{
    const std::string kind(kShapeKinds[std::size_t(shape.shape)]);
    const bool needsFile = shape.shape == ShapeKind::Mesh || shape.shape == ShapeKind::Vdb;
    find.refuse(needsFile && shape.file.empty(), "shape", "the shape '" + kind + "' needs the key 'file'");
    find.refuse(shape.shape == ShapeKind::Plane && shape.normal.isZero(), "normal",
                "normal is [0, 0, 0]; a plane needs a direction to face");
}

void checkSource(const SourceSpec& source, const Scene& scene, Finder find)
{
    const SourceParams& p = source.params;
    checkShape(source.shape, find);
    find.refuse(source.shape.shape == ShapeKind::Plane && p.points.empty(), "shape",
                "a plane has no end and cannot be filled; use a flat box");
    find.refuse(p.start > p.stop, "stop", ordered("start", p.start, "stop", p.stop));
    find.refuse(p.flakeSizeMin > p.flakeSizeMax, "flake_size_max",
                ordered("flake_size_min", detail::shortestDouble(p.flakeSizeMin), "flake_size_max",
                        detail::shortestDouble(p.flakeSizeMax)));
    if (!scene.materials.count(p.material)) {
        std::vector<std::string> known = scenePresetNames();
        for (const auto& entry : scene.materials) known.push_back(entry.first);
        find.refuse(true, "material", unknownWord("material", p.material, known));
    }
    for (std::size_t i = 0; i < source.variations.size(); ++i)
        find.refuse(!snowMaterialTable().find(source.variations[i].parameter), "variations",
                    "variations[" + std::to_string(i) +
                        "]: " + unknownWord("parameter", source.variations[i].parameter, snowMaterialTable().tokens()));
}

void checkCollider(const ColliderSpec& collider, Finder find)
{
    const ColliderParams& p = collider.params;
    checkShape(collider.shape, find);
    const bool pattern = collider.shape.file.find_first_of("#$") != std::string::npos;
    find.refuse(p.sequence && collider.shape.shape != ShapeKind::Vdb, "sequence", "a sequence needs the shape 'vdb'");
    find.refuse(p.sequence && !pattern, "file",
                "file is " + quotedWord(collider.shape.file) + "; a sequence needs a pattern with #### or $F4");
    find.refuse(p.sequence && p.firstFrame > p.lastFrame, "last_frame",
                ordered("first_frame", p.firstFrame, "last_frame", p.lastFrame));
    for (std::size_t i = 1; i < collider.keys.size(); ++i)
        find.refuse(!(collider.keys[i - 1].time < collider.keys[i].time), "keys",
                    "keys[" + std::to_string(i) + "]: time is " + toText(collider.keys[i].time) +
                        "; it must be later than " + toText(collider.keys[i - 1].time) + " of the key before");
}

void checkWind(const WindParams& wind, Finder find)
{
    const bool file = wind.field == WindKind::Vdb;
    const bool pattern = wind.file.find_first_of("#$") != std::string::npos;
    find.refuse(file && wind.file.empty(), "field", "the field 'vdb' needs the key 'file'");
    find.refuse(file && wind.sequence && !pattern, "file",
                "file is " + quotedWord(wind.file) + "; a sequence needs a pattern with #### or $F4");
    find.refuse(file && wind.sequence && wind.firstFrame > wind.lastFrame, "last_frame",
                ordered("first_frame", wind.firstFrame, "last_frame", wind.lastFrame));
    for (int axis = 0; axis < 3; ++axis)
        find.refuse(wind.field == WindKind::Flow && !(wind.boxMin[axis] < wind.boxMax[axis]), "box_max",
                    std::string("box_min is ") + toText(wind.boxMin[axis]) + " and box_max is " +
                        toText(wind.boxMax[axis]) + " along " + "xyz"[axis] + "; box_min must be the smaller");
}

void checkName(const std::string& name, std::map<std::string, std::size_t>& taken, std::size_t index, Finder find)
{
    const std::string fault = nameFault(name);
    find.refuse(!fault.empty(), "name", "the name " + quotedWord(name) + " " + fault);
    const auto [first, isNew] = taken.emplace(name, index);
    find.refuse(!isNew, "name",
                "the name " + quotedWord(name) + " is already that of element " + std::to_string(first->second));
}

} // namespace

std::vector<SceneProblem> sceneProblems(const Scene& scene)
{
    std::vector<SceneProblem> problems;
    checkSimulation(scene.simulation, Finder(problems, "simulation", "simulation"));
    for (const char* section : {"sources", "colliders"}) {
        const bool sources = section == std::string("sources");
        std::map<std::string, std::size_t> taken;
        for (std::size_t i = 0; i < (sources ? scene.sources.size() : scene.colliders.size()); ++i) {
            const std::string& name = sources ? scene.sources[i].params.name : scene.colliders[i].params.name;
            const Finder find(problems, section, elementPlace(section, i, name), int(i));
            checkName(name, taken, i, find);
            if (sources)
                checkSource(scene.sources[i], scene, find);
            else
                checkCollider(scene.colliders[i], find);
        }
    }
    checkWind(scene.wind, Finder(problems, "wind", "wind"));
    Finder output(problems, "output", "output");
    const std::string folder = outputFolderFault(scene.output.folder), name = outputNameFault(scene.output.name);
    output.refuse(!folder.empty(), "folder", "folder is " + quotedWord(scene.output.folder) + "; " + folder);
    output.refuse(!name.empty(), "name", "name is " + quotedWord(scene.output.name) + "; " + name);
    return problems;
}

namespace {

void noteShape(const ShapeParams& shape, const std::string& place, std::vector<std::string>& notes)
{
    const bool usesFile = shape.shape == ShapeKind::Mesh || shape.shape == ShapeKind::Vdb;
    if (!usesFile && !shape.file.empty())
        notes.push_back(place + ": file is not used by the shape '" +
                        std::string(kShapeKinds[std::size_t(shape.shape)]) + "'");
}

void noteSource(const SourceSpec& source, const SimulationParams& simulation, const std::string& place,
                std::vector<std::string>& notes)
{
    const SourceParams& p = source.params;
    noteShape(source.shape, place, notes);
    const double last = double(simulation.endFrame - simulation.startFrame) / simulation.fps;
    if (p.start > last)
        notes.push_back(place + ": never emits before the last frame: start is " + toText(p.start) +
                        " s, and the scene ends at " + toText(last) + " s");
    if (p.emit == EmitKind::Continuous && p.velocity.isZero(0))
        notes.push_back(place + ": continuous emission without velocity emits once");
    if (p.emit == EmitKind::Snowfall && p.velocity.isZero(0))
        notes.push_back(place + ": snowfall without velocity: its flakes start from rest");
}

} // namespace

std::vector<std::string> sceneNotes(const Scene& scene)
{
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < scene.sources.size(); ++i)
        noteSource(scene.sources[i], scene.simulation, elementPlace("sources", i, scene.sources[i].params.name), notes);
    for (std::size_t i = 0; i < scene.colliders.size(); ++i) {
        const ColliderSpec& collider = scene.colliders[i];
        const std::string place = elementPlace("colliders", i, collider.params.name);
        noteShape(collider.shape, place, notes);
        if (!collider.keys.empty() && !(collider.params.velocity.isZero() && collider.params.spin.isZero()))
            notes.push_back(place + ": velocity and spin are not used where keys are given");
    }
    if (scene.wind.field != WindKind::Vdb && !scene.wind.file.empty())
        notes.push_back("wind: file is not used by the field '" +
                        std::string(kWindKinds[std::size_t(scene.wind.field)]) + "'");
    if (scene.wind.field == WindKind::Flow && scene.simulation.wind.isZero())
        notes.push_back("wind: the flow around the colliders is that of the simulation's wind, and that is 0");
    if (scene.sources.empty()) notes.push_back("the scene has no sources: there will be no snow");
    return notes;
}

} // namespace firn
