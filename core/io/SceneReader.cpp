#include "io/SceneReader.h"

#include "base/Text.h"
#include "io/SceneChecks.h"
#include "io/SceneMaterials.h"
#include "io/SceneOverride.h"
#include "io/SceneParams.h"
#include "io/SceneTables.h"

#include <algorithm>

namespace firn {

namespace {

/// A text of the scene that is no parameter; empty when it is missing or wrong.
std::string readText(const SceneNode& object, const std::string& key, const std::string& place, SceneErrors& errors)
{
    const SceneNode* node = object.find(key);
    if (!node) return {};
    if (!node->isText()) errors.add(*node, place + key + " is " + nodeText(*node) + "; it must be a text");
    return node->text;
}

void checkTop(const SceneNode& root, SceneErrors& errors)
{
    // A newer format explains every other mistake: it is told alone.
    if (const SceneNode* version = root.find("firn")) {
        if (version->kind != SceneNode::Kind::Whole || version->whole < 1)
            errors.add(*version, "firn is " + nodeText(*version) + "; it must be the format's version, 1");
        else if (version->whole > kSceneVersion)
            errors.add(*version, "firn is " + nodeText(*version) +
                                     ": the scene is of a newer format; this Firn reads " +
                                     std::to_string(kSceneVersion));
        errors.raise();
    }
    for (std::size_t i = 0; i < root.keys.size(); ++i) {
        const std::string& key = root.keys[i];
        if (std::find(sceneKeys().begin(), sceneKeys().end(), key) != sceneKeys().end()) continue;
        const std::string elsewhere = whereItBelongs(key);
        errors.add(root.items[i], "scene: " + (elsewhere.empty() ? unknownWord("key", key, sceneKeys())
                                                                 : "unknown key " + quotedWord(key) + elsewhere));
    }
}

const Method& readMethod(const SceneNode& root, SceneErrors& errors)
{
    std::vector<std::string> known;
    for (const Method* method : methods()) known.emplace_back(method->name);
    const SceneNode* solver = root.find("solver");
    const SceneNode* name = solver && solver->isObject() ? solver->find("method") : nullptr;
    if (solver && !expectObject(*solver, "solver", errors)) errors.raise();
    if (!name) {
        errors.add(solver ? *solver : root, "solver: the key 'method' is missing. Known: " + join(known, ", "));
    } else {
        const std::string word = readText(*solver, "method", "solver: ", errors);
        for (const Method* method : methods())
            if (name->isText() && method->name == word) return *method;
        if (name->isText()) errors.add(*name, "solver: " + unknownWord("method", word, known));
    }
    errors.raise();
    throw InputError("solver: no method");
}

void readMaterials(const SceneNode& root, Scene& scene, SceneErrors& errors)
{
    const SceneNode* materials = root.find("materials");
    if (!materials || !expectObject(*materials, "materials", errors)) return;
    for (std::size_t i = 0; i < materials->keys.size(); ++i) {
        const std::string& name = materials->keys[i];
        const SceneNode& node = materials->items[i];
        const std::string place = "materials." + name;
        if (const std::string fault = nameFault(name); !fault.empty()) {
            errors.add(node, "materials: the name " + quotedWord(name) + " " + fault);
            continue;
        }
        if (!expectObject(node, place, errors)) continue;

        // A material begins as the preset it names, or as the preset whose name it bears.
        const std::string preset = readText(node, "preset", place + ": ", errors);
        const SnowMaterial* base = scenePreset(node.find("preset") ? preset : name);
        if (!base && node.find("preset") && node.find("preset")->isText())
            errors.add(*node.find("preset"), place + ": " + unknownWord("preset", preset, scenePresetNames()));
        SnowMaterial material = base ? *base : SnowMaterial();
        readParams(node, place, {{&snowMaterialTable(), &material}}, sceneSection("materials").others, errors);
        scene.materials[name] = material;
    }
}

/// Reads a list of objects that have one table: variations, motion keys.
template <class S>
std::vector<S> readTableList(const SceneNode& owner, const char* key, const std::string& place, const ParamTable& table,
                             SceneErrors& errors)
{
    std::vector<S> all;
    const SceneNode* list = owner.find(key);
    if (!list || !expectList(*list, place + ": " + key, errors)) return all;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        const std::string item = place + " " + key + "[" + std::to_string(i) + "]";
        S value;
        if (expectObject(list->items[i], item, errors))
            readParams(list->items[i], item, {{&table, &value}}, {}, errors);
        all.push_back(std::move(value));
    }
    return all;
}

/// Calls `read(node, place, name)` for each object of the list.
template <class Read> void forEachElement(const SceneNode& root, const char* key, SceneErrors& errors, Read read)
{
    const SceneNode* list = root.find(key);
    if (!list || !expectList(*list, key, errors)) return;
    const std::string plural = key;
    const auto names = elementNames(*list, plural.substr(0, plural.size() - 1));
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        const SceneNode& node = list->items[i];
        const std::string place = elementPlace(plural, i, node.isObject() && node.find("name") ? names[i] : "");
        if (expectObject(node, place, errors)) read(node, place, names[i]);
    }
}

void readSources(const SceneNode& root, Scene& scene, SceneErrors& errors)
{
    forEachElement(
        root, "sources", errors, [&](const SceneNode& node, const std::string& place, const std::string& name) {
            SourceSpec spec;
            readParams(node, place, {{&shapeTable(), &spec.shape}, {&sourceTable(), &spec.params}},
                       sceneSection("sources").others, errors);
            spec.variations = readTableList<VariationParams>(node, "variations", place, variationTable(), errors);
            spec.params.name = name;
            scene.sources.push_back(std::move(spec));
        });
}

void readColliders(const SceneNode& root, Scene& scene, SceneErrors& errors)
{
    forEachElement(root, "colliders", errors,
                   [&](const SceneNode& node, const std::string& place, const std::string& name) {
                       ColliderSpec spec;
                       readParams(node, place, {{&shapeTable(), &spec.shape}, {&colliderTable(), &spec.params}},
                                  sceneSection("colliders").others, errors);
                       // What turns, turns about its own centre unless the scene says otherwise.
                       if (!node.find("pivot")) spec.params.pivot = spec.shape.centre;
                       if (node.find("temperature") && !node.find("own_temperature")) spec.params.ownTemperature = true;
                       spec.keys = readTableList<MotionKey>(node, "keys", place, motionKeyTable(), errors);
                       spec.params.name = name;
                       scene.colliders.push_back(std::move(spec));
                   });
}

void readSection(const SceneNode& root, const char* key, const ParamTable& table, void* object, SceneErrors& errors)
{
    const SceneNode* node = root.find(key);
    if (node && expectObject(*node, key, errors)) readParams(*node, key, {{&table, object}}, {}, errors);
}

/// Presets that sources name become materials of the scene.
void addPresets(Scene& scene)
{
    for (const auto& source : scene.sources)
        if (const SnowMaterial* preset = scenePreset(source.params.material))
            scene.materials.emplace(source.params.material, *preset);
}

/// The value a problem is about, or the nearest one around it.
const SceneNode& nodeOf(const SceneProblem& problem, const SceneNode& root)
{
    const SceneNode* node = root.find(problem.section);
    if (!node) return root;
    if (problem.index >= 0 && std::size_t(problem.index) < node->items.size())
        node = &node->items[std::size_t(problem.index)];
    if (const SceneNode* member = node->find(problem.key)) node = member;
    return *node;
}

} // namespace

Scene sceneFromTree(const SceneNode& root, SceneErrors& errors, std::vector<std::string>& notes)
{
    checkTop(root, errors);
    Scene scene(readMethod(root, errors));
    scene.title = readText(root, "title", "", errors);
    readSection(root, "simulation", simulationTable(), &scene.simulation, errors);
    readParams(*root.find("solver"), "solver", {{&scene.solver.table(), scene.solver.object()}},
               sceneSection("solver").others, errors);
    readMaterials(root, scene, errors);
    readSources(root, scene, errors);
    readColliders(root, scene, errors);
    readSection(root, "wind", windTable(), &scene.wind, errors);
    readSection(root, "output", outputTable(), &scene.output, errors);
    readSection(root, "render", renderTable(), &scene.render, errors);
    errors.raise();

    // What only shows when values are seen together.
    addPresets(scene);
    for (const auto& problem : sceneProblems(scene)) errors.add(nodeOf(problem, root), problem.text());
    errors.raise();
    for (const auto& note : sceneNotes(scene)) notes.push_back(note);
    return scene;
}

} // namespace firn
