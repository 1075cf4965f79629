#include "io/ScenePaths.h"

#include "base/Error.h"
#include "io/SceneNode.h"

#include <algorithm>
#include <filesystem>

namespace firn {

namespace fs = std::filesystem;

namespace {

bool hasControl(const std::string& text)
{
    return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 32; });
}

/// True when every part of `folder` is the beginning of `path`.
bool isInside(const fs::path& path, const fs::path& folder)
{
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

[[noreturn]] void refuseFolder(const std::string& folder, const std::string& what)
{
    throw InputError("output: folder is " + quotedWord(folder) + "; " + what);
}

/// Follows the links along the path, which may end in parts that do not exist yet.
void refuseLinksOut(const fs::path& base, const std::string& folder)
{
    std::error_code error;
    const fs::path root = fs::canonical(base, error);
    if (error) throw FileError(base.string(), "cannot find the scene's folder", error.value());
    fs::path at = root;
    for (const auto& part : fs::path(folder)) {
        at /= part;
        const auto kind = fs::symlink_status(at, error).type();
        if (kind == fs::file_type::not_found) return;
        const fs::path real = fs::canonical(at, error);
        if (error) refuseFolder(folder, "'" + at.string() + "' cannot be followed: " + error.message());
        if (!isInside(real, root)) refuseFolder(folder, "a link in it leads out of the scene's folder");
        if (!fs::is_directory(real, error)) refuseFolder(folder, "'" + at.string() + "' is not a folder");
    }
}

} // namespace

std::string outputFolderFault(const std::string& folder)
{
    if (folder.empty()) return "it must name a folder";
    if (hasControl(folder)) return "it may not hold control characters";
    const fs::path path(folder);
    if (path.is_absolute()) return "it must be relative to the scene; --output may name any folder";
    for (const auto& part : path)
        if (part == "..") return "it may not lead out of the scene's folder; --output may name any folder";
    return {};
}

std::string outputNameFault(const std::string& name)
{
    if (name.empty()) return "it must not be empty";
    if (name.size() > 128) return "it must not be longer than 128 characters";
    if (name == "." || name == "..") return "it must be the beginning of a file name";
    if (name.find_first_of("/\\") != std::string::npos) return "it may not hold slashes; 'folder' says where files go";
    if (hasControl(name)) return "it may not hold control characters";
    return {};
}

std::string resolvedOutput(const Scene& scene, const std::string& chosen)
{
    if (const std::string fault = outputNameFault(scene.output.name); !fault.empty())
        throw InputError("output: name is " + quotedWord(scene.output.name) + "; " + fault);
    if (!chosen.empty()) return fs::absolute(chosen).lexically_normal().string();
    const std::string& folder = scene.output.folder;
    if (const std::string fault = outputFolderFault(folder); !fault.empty()) refuseFolder(folder, fault);
    const fs::path base = scene.folder.empty() ? fs::path(".") : fs::path(scene.folder);
    refuseLinksOut(base, folder);
    return (base / folder).lexically_normal().string();
}

} // namespace firn
