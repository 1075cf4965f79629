// A scene that Firn Export hands over, and the terminal's run of it.
#pragma once

#include "SnowNetwork.h"

#include "base/Hash.h"

#include <GEO/GEO_Primitive.h>
#include <filesystem>
#include <unistd.h>

namespace firn {

namespace fs = std::filesystem;

inline constexpr double kFps = 24;

/// A folder that is gone after the test.
struct Folder {
    Folder() : path(fs::temp_directory_path() / ("firn_export_" + std::to_string(getpid()))) { fs::remove_all(path); }
    ~Folder() { fs::remove_all(path); }
    std::string scene() const { return (path / "scene.json").string(); }
    fs::path path;
};

/// A slab of six quadrilaterals whose upper face is at `top`.
inline void addSlab(GU_Detail& detail, float top, float half = 0.5f)
{
    const GA_Offset first = detail.appendPointBlock(8);
    for (int k = 0; k < 8; ++k)
        detail.setPos3(first + k, UT_Vector3(k & 1 ? half : -half, k & 2 ? top : top - 0.2f, k & 4 ? half : -half));
    const int faces[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    for (const auto& face : faces) {
        std::vector<GA_Offset> corners;
        for (const int k : face) corners.push_back(first + k);
        detail.addPrimitive(std::make_unique<GEO_Primitive>(detail, GEO_PRIMPOLY, corners));
    }
}

/// A Firn Export node for the ball, four frames long, that writes.
struct Exporter {
    explicit Exporter(const Folder& folder, const std::string& method = "mpm")
        : points(standin::geometrySop([](GU_Detail& detail) { detail.duplicate(*ballPoints()); })),
          sop(plugin().makeSop("firn_export"))
    {
        sop->setInput(points.get());
        sop->parms().setNumber("write", 0, 1);
        sop->parms().setNumber("fps", 0, kFps);
        sop->parms().setNumber("end_frame", 0, 4);
        sop->parms().setWords("folder", folder.path.string());
        sop->parms().setWords("method", method);
        sop->parms().setNumber("ground_friction", 0, 0.4);
    }
    void cookAll(int last = 4)
    {
        for (int frame = 1; frame <= last; ++frame) {
            sop->cook((frame - 1) / kFps);
            ASSERT_TRUE(sop->errors().empty()) << sop->errors().front();
        }
    }
    std::string firstError(double time = 0)
    {
        sop->cook(time);
        return sop->errors().empty() ? "" : sop->errors().front();
    }
    std::unique_ptr<SOP_Node> points, sop;
};

inline std::unique_ptr<Simulation> runOf(const std::string& path, int frames = 4)
{
    const LoadedScene loaded = readScene({path, "", {}});
    auto simulation = buildSimulation(loaded.scene, {});
    simulation->start();
    while (simulation->state().frame < frames) simulation->advanceFrame();
    return simulation;
}

inline std::string hashOf(const Simulation& run) { return hashHex(stateHash(run.state().particles)); }

} // namespace firn
