#include "io/SceneFile.h"

#include "base/Error.h"
#include "io/OpenFile.h"
#include "io/SceneOverride.h"
#include "io/SceneParams.h"
#include "io/SceneReader.h"
#include "io/SceneText.h"

#include <filesystem>

namespace firn {

namespace {

/// The whole file; never more than a scene may have, whatever the file claims to be.
std::string readText(const std::string& path)
{
    std::string text = readStart(path, kSceneBytes + 1);
    if (text.size() > kSceneBytes) throw FileError(path, "is larger than 64 MiB; that is no scene");
    return text;
}

/// Takes the variants out of the tree, checked to be objects.
SceneNode takeVariants(SceneNode& root, SceneErrors& errors)
{
    SceneNode variants;
    for (std::size_t i = 0; i < root.keys.size(); ++i) {
        if (root.keys[i] != "variants") continue;
        variants = std::move(root.items[i]);
        root.keys.erase(root.keys.begin() + std::ptrdiff_t(i));
        root.items.erase(root.items.begin() + std::ptrdiff_t(i));
        if (!expectObject(variants, "variants", errors)) errors.raise();
        break;
    }
    for (std::size_t i = 0; i < variants.keys.size(); ++i)
        expectObject(variants.items[i], "variants." + variants.keys[i], errors);
    errors.raise();
    return variants;
}

std::string called(const std::string& variant) { return "variant \"" + variant + "\""; }

std::size_t valueCount(const SceneNode& node)
{
    std::size_t count = 1;
    for (const auto& item : node.items) count += valueCount(item);
    return count;
}

/// A mistake in a variant should not wait until someone picks it.
void checkVariants(const SceneNode& root, const SceneNode& variants, const std::string& chosen, const std::string& name,
                   std::vector<std::string>& notes)
{
    // Each variant costs a reading of the scene; a file built to make that endless is only read once.
    constexpr std::size_t kMostValues = 4000000;
    if (variants.items.empty()) return;
    if ((valueCount(root) + valueCount(variants)) * variants.items.size() > kMostValues) {
        notes.push_back("the scene has too many variants to check those that are not used");
        return;
    }
    for (std::size_t i = 0; i < variants.items.size(); ++i) {
        if (variants.keys[i] == chosen) continue;
        SceneErrors errors(name);
        std::vector<std::string> unused;
        SceneNode changed = root;
        try {
            applyOverride(variants.items[i], called(variants.keys[i]), changed, errors, unused);
            errors.raise();
            sceneFromTree(changed, errors, unused);
        } catch (const InputError& error) {
            throw InputError(std::string(error.what()) + "\n  (with " + called(variants.keys[i]) + " of the scene)");
        }
    }
}

} // namespace

LoadedScene parseScene(const std::string& text, const std::string& name, const std::string& folder,
                       const std::string& variant, const std::vector<SceneSetting>& overrides)
{
    SceneErrors errors(name);
    std::vector<std::string> notes;
    SceneNode root = parseSceneTree(text, name);
    const SceneNode variants = takeVariants(root, errors);
    const SceneNode plain = root;

    if (!variant.empty()) {
        const SceneNode* changes = variants.find(variant);
        if (!changes)
            throw InputError(name + ": " + unknownWord("variant", variant, variants.keys) +
                             (variants.keys.empty() ? "; the scene has no variants" : ""));
        applyOverride(*changes, called(variant), root, errors, notes);
    }
    applyOverride(settingsNode(overrides), "--set", root, errors, notes);
    errors.raise();

    Scene scene = sceneFromTree(root, errors, notes);
    scene.folder = folder.empty() ? "." : folder;
    checkVariants(plain, variants, variant, name, notes);
    return {scene, sceneText(scene), sceneHash(scene), notes};
}

LoadedScene readScene(const SceneRequest& request)
{
    const std::string folder = std::filesystem::path(request.path).parent_path().string();
    return parseScene(readText(request.path), request.path, folder, request.variant, request.overrides);
}

std::vector<std::string> sceneVariants(const std::string& path)
{
    SceneErrors errors(path);
    SceneNode root = parseSceneTree(readText(path), path);
    return takeVariants(root, errors).keys;
}

} // namespace firn
