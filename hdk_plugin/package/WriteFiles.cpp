// firn_houdini_files FOLDER: writes what is generated of the plug-in's folder: help cards, the shelf, the catalogue of
// nodes.
#include "HelpCards.h"
#include "io/OutputFile.h"

#include <cstdio>
#include <filesystem>

using namespace firn;
using namespace firn::houdini;

namespace {

void writeText(const std::filesystem::path& path, const std::string& text)
{
    std::filesystem::create_directories(path.parent_path());
    OutputFile file(path.string());
    file.write(text);
    file.commit();
}

} // namespace

int main(int argc, char** argv)
try {
    if (argc != 2) {
        std::fprintf(stderr, "usage: firn_houdini_files FOLDER\n");
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    for (const auto& node : allNodes())
        writeText(folder / "help" / "nodes" / node.context / (node.name + ".txt"), helpCard(node));
    writeText(folder / "toolbar" / "firn.shelf", shelfXml());
    writeText(folder / "nodes.json", catalogueJson());
    writeText(folder / "presets.json", presetsJson());
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "firn_houdini_files: %s\n", error.what());
    return 1;
}
