#include "RunPreview.h"

#include "Film.h"
#include "base/Error.h"
#include "base/Version.h"
#include "io/ParticleFile.h"
#include "io/PngFile.h"
#include "io/RunFolderPaths.h"
#include "render/ContactSheet.h"

#include <algorithm>
#include <filesystem>

namespace firn::cli {

namespace fs = std::filesystem;

namespace {

constexpr int64_t kMostThumbnails = 24;
constexpr int kThumbnailWidth = 320; // px

constexpr double kLookAhead = 2; // s; not the run's length, which a resumed run may change

/// The box of the snow at a time and of where it gets to by its speed and gravity, until it meets a collider.
Box3f wayOf(const Particles& particles, const World& world, double time)
{
    Box3f way = robustBounds(particles.P());
    if (way.empty()) return way;
    const Box3f start = way;
    Vec3d speed = Vec3d::Zero();
    for (const Vec3f& v : particles.v()) speed += v.cast<double>();
    speed /= double(particles.size());
    constexpr int kSteps = 200;
    for (int n = 1; n <= kSteps; ++n) {
        const double t = kLookAhead * n / kSteps;
        const Vec3f moved = (speed * t + 0.5 * t * t * world.gravity.cast<double>()).cast<float>();
        const Vec3f centre = start.centre() + moved;
        const bool hit = std::any_of(world.colliders.begin(), world.colliders.end(), [&](const Collider& collider) {
            return collider.sample(time, centre).distance < 0;
        });
        // Snow in free fall leaves any picture: a few times its own size is enough of it.
        if (hit || moved.norm() > 6 * start.size().norm()) break;
        way.extend(start.lower + moved);
        way.extend(start.upper + moved);
    }
    return way;
}

void write(const std::string& path, const Image& image)
{
    PngOptions options;
    options.texts.push_back({"Software", std::string("firn ") + version()});
    writePng(path, image.width, image.height, image.rgb, options);
}

} // namespace

std::string RunPreview::pictureName(const RunFolder& folder, int64_t frame) const
{
    return folder.manifest().name + "." + frameDigits(frame) + ".png";
}

void RunPreview::begin(const RunFolder& folder, std::optional<int64_t> kept)
{
    if (!mWanted) return;
    const std::string pictures = folder.path() + "/" + kPreviewFolder;
    std::error_code error;
    fs::create_directories(pictures, error);
    if (error) throw FileError(pictures, "cannot be made", error.value());
    for (const std::string& name : filesIn(pictures)) {
        const auto frame = frameOfFileName(fs::path(name).replace_extension(".bgeo").string(), folder.manifest().name);
        const bool ours = fs::path(name).extension() == ".png" && frame;
        if (ours && (!kept || *frame > *kept)) fs::remove(pictures + "/" + name, error);
    }
}

/// From the first frame that has snow, so that a resumed run sees what the whole one saw.
void RunPreview::findFraming(const RunFolder& folder, const World& world)
{
    const RenderParams& params = mScene.render;
    if (!mFraming.empty() || params.eye != params.target) return;
    for (const FrameEntry& entry : folder.manifest().frames) {
        if (entry.particles == 0) continue;
        const ParticleFile file = readParticles(folder.path() + "/" + entry.file);
        mFraming = wayOf(file.particles, world, file.info.time);
        return;
    }
}

Image RunPreview::draw(const Particles& particles, const World& world, double time, int width, int height)
{
    PreviewOptions options;
    options.params = mScene.render;
    options.params.width = width;
    options.params.height = height;
    options.framing = mFraming;
    return renderPreview(particles, world.colliders, time, options);
}

void RunPreview::frame(const RunFolder& folder, const Simulation& simulation)
{
    if (!mWanted) return;
    findFraming(folder, simulation.world());
    write(folder.path() + "/" + kPreviewFolder + "/" + pictureName(folder, simulation.state().frame),
          draw(simulation.state().particles, simulation.world(), simulation.time(), mScene.render.width,
               mScene.render.height));
}

std::string RunPreview::finish(const RunFolder& folder, const Simulation& simulation)
{
    if (!mWanted) return {};
    findFraming(folder, simulation.world());
    const RunManifest& manifest = folder.manifest();
    const auto count = int64_t(manifest.frames.size()), shown = std::min(count, kMostThumbnails);
    const std::string pictures = folder.path() + "/" + kPreviewFolder;
    std::vector<Image> small;
    std::vector<std::string> labels, film;
    for (int64_t n = 0; n < shown; ++n) {
        const FrameEntry& entry = manifest.frames[std::size_t(shown == 1 ? 0 : n * (count - 1) / (shown - 1))];
        const ParticleFile file = readParticles(folder.path() + "/" + entry.file);
        const int height = std::max(1, kThumbnailWidth * mScene.render.height / mScene.render.width);
        small.push_back(
            resized(draw(file.particles, simulation.world(), file.info.time, 2 * kThumbnailWidth, 2 * height),
                    kThumbnailWidth, height));
        labels.push_back("frame " + std::to_string(entry.frame));
    }
    const std::string sheet = folder.path() + "/" + kContactSheetFile;
    write(sheet, contactSheet(small, labels, {0, kThumbnailWidth, mScene.title}));

    // A run that was begun without pictures has some frames only: the film shows what there is.
    std::error_code error;
    for (const FrameEntry& entry : manifest.frames)
        if (fs::exists(pictures + "/" + pictureName(folder, entry.frame), error))
            film.push_back(pictureName(folder, entry.frame));
    const std::string path = folder.path() + "/" + kFilmFile;
    const std::string why = makeFilm(pictures, film, mScene.simulation.fps, path);
    return "pictures in '" + pictures + "', contact sheet '" + sheet + "', " +
           (why.empty() ? "film '" + path + "'" : why);
}

} // namespace firn::cli
