// The pictures that a run makes as it goes: one per frame, at the end a contact sheet and a film.
#pragma once

#include "io/RunFolder.h"
#include "render/Preview.h"

#include <optional>

namespace firn::cli {

/// Does nothing unless it was asked for. The camera stands still: it is the scene's own, or shows the first snow and
/// the way that it will fall.
class RunPreview {
public:
    RunPreview(bool wanted, const Scene& scene) : mWanted(wanted), mScene(scene) {}

    /// Makes the folder and clears away pictures of an earlier run: all, or those after the frame `kept`.
    void begin(const RunFolder& folder, std::optional<int64_t> kept);

    /// Draws the frame that the simulation has just completed, after it was written.
    void frame(const RunFolder& folder, const Simulation& simulation);

    /// The contact sheet and the film of the whole run, from what is in its folder; says where they are.
    std::string finish(const RunFolder& folder, const Simulation& simulation);

private:
    Image draw(const Particles& particles, const World& world, double time, int width, int height);
    void findFraming(const RunFolder& folder, const World& world);
    std::string pictureName(const RunFolder& folder, int64_t frame) const;

    bool mWanted;
    const Scene& mScene;
    Box3f mFraming; ///< empty until there is snow
};

inline constexpr const char* kPreviewFolder = "preview";
inline constexpr const char* kContactSheetFile = "contact_sheet.png";
inline constexpr const char* kFilmFile = "preview.mp4";

} // namespace firn::cli
