// firn render: pictures of a run's frames, with no other program.
#include "Commands.h"
#include "ExitCode.h"
#include "RenderInput.h"
#include "Signals.h"
#include "Words.h"
#include "base/Error.h"
#include "base/Text.h"
#include "base/Version.h"
#include "io/ParticleFile.h"
#include "io/PngFile.h"
#include "io/SceneBuild.h"
#include "parallel/Threads.h"
#include "render/ContactSheet.h"
#include "render/Picture.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

namespace firn::cli {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

class Rendering {
public:
    Rendering(const RenderOptions& options, RenderInput input) : mOptions(options), mInput(std::move(input)) {}

    int run();

private:
    std::string pictureOf(const RenderFrame& frame) const;
    void makeFolder() const;
    void findFraming();
    void renderFrame(const RenderFrame& frame);
    void write(const std::string& path, const Image& image) const;
    Hooks hooks() const;
    void say(const char* text) const;

    const RenderOptions& mOptions;
    RenderInput mInput;
    std::vector<Collider> mColliders;
    PreviewOptions mPicture;
    std::vector<Image> mSmall; ///< for the contact sheet
    std::vector<std::string> mLabels;
    std::size_t mDone = 0;
};

bool endsInPng(const std::string& path) { return fs::path(path).extension() == ".png"; }

void Rendering::say(const char* text) const
{
    if (!mOptions.quiet) std::printf("%s", text);
}

Hooks Rendering::hooks() const
{
    Hooks hooks;
    hooks.interrupted = [] { return stopRequested(); };
    hooks.log = [this](LogLevel level, const std::string& text) {
        if (level == LogLevel::Warning) std::fprintf(stderr, "firn: warning: %s\n", text.c_str());
    };
    if (!mOptions.quiet && isatty(STDOUT_FILENO) != 0)
        hooks.progress = [](double fraction, const std::string& what) {
            std::printf("\r%s %3d %% ", what.c_str(), int(100 * fraction));
            std::fflush(stdout);
        };
    return hooks;
}

std::string Rendering::pictureOf(const RenderFrame& frame) const
{
    if (endsInPng(mOptions.output)) return mOptions.output;
    const fs::path name = fs::path(frame.file).filename().replace_extension(mInput.extension);
    return (fs::path(mOptions.output.empty() ? mInput.folder : mOptions.output) / name).string();
}

void Rendering::makeFolder() const
{
    const fs::path folder = fs::path(pictureOf(mInput.frames[0])).parent_path();
    std::error_code error;
    if (!folder.empty()) fs::create_directories(folder, error);
    if (error) throw FileError(folder.string(), "cannot be made: " + error.message());
}

/// One framing for all pictures: what the first, the middle and the last of them hold.
void Rendering::findFraming()
{
    if (mPicture.params.eye != mPicture.params.target) return;
    const std::size_t last = mInput.frames.size() - 1;
    for (const std::size_t i : {std::size_t(0), last / 2, last}) {
        const Box3f box = robustBounds(readParticles(mInput.frames[i].file).particles.P());
        if (box.empty()) continue;
        mPicture.framing.extend(box.lower);
        mPicture.framing.extend(box.upper);
    }
}

void Rendering::write(const std::string& path, const Image& image) const
{
    PngOptions options;
    options.palette = mOptions.palette;
    options.texts.push_back({"Software", std::string("firn ") + version()});
    writePng(path, image.width, image.height, image.rgb, options);
}

void Rendering::renderFrame(const RenderFrame& frame)
{
    const auto begun = Clock::now();
    const ParticleFile file = readParticles(frame.file);
    const SimulationParams& simulation = mInput.scene.simulation;
    const double time = file.verified ? file.info.time : double(frame.frame - simulation.startFrame) / simulation.fps;
    const Image image = renderPicture(file.particles, mColliders, time, mPicture, hooks());
    const std::string path = pictureOf(frame);
    write(path, image);
    if (!mOptions.sheet.empty()) {
        mSmall.push_back(resized(image, 320, std::max(1, 320 * image.height / image.width)));
        mLabels.push_back("frame " + std::to_string(frame.frame));
    }
    ++mDone;
    const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    std::error_code error;
    const auto bytes = fs::file_size(path, error);
    say((std::string(isatty(STDOUT_FILENO) != 0 ? "\r" : "") + "frame " + std::to_string(frame.frame) + " (" +
         std::to_string(mDone) + "/" + std::to_string(mInput.frames.size()) + ")  " + countText(file.particles.size()) +
         " particles  " + durationText(seconds) + "  " + bytesText(error ? 0 : double(bytes)) + "  " + path + "\n")
            .c_str());
    std::fflush(stdout);
}

int Rendering::run()
{
    mPicture.params = mInput.scene.render;
    if (endsInPng(mOptions.output) && mInput.frames.size() > 1)
        throw InputError("--output " + mOptions.output + " names one picture, but there are " +
                         std::to_string(mInput.frames.size()) + " frames; choose one with --frames, or name a folder");
    if (!mOptions.sheet.empty() && !endsInPng(mOptions.sheet))
        throw InputError("--sheet " + mOptions.sheet + " must end in .png");
    try {
        mColliders = buildColliders(mInput.scene, hooks());
        makeFolder();
        findFraming();
        for (const RenderFrame& frame : mInput.frames) {
            if (stopRequested()) throw Interrupted();
            renderFrame(frame);
        }
        if (!mOptions.sheet.empty()) write(mOptions.sheet, contactSheet(mSmall, mLabels, {0, 320, mInput.scene.title}));
    } catch (const Interrupted&) {
        std::fprintf(stderr, "firn: interrupted by %s after %zu of %zu pictures\n", stopSignalName(), mDone,
                     mInput.frames.size());
        return kInterrupted;
    }
    return kOk;
}

} // namespace

int renderCommand(const RenderOptions& options)
{
    RenderInput input = renderInput(options);
    catchStopSignals();
    int code = kOk;
    runWithThreads(options.threads, [&] { code = Rendering(options, std::move(input)).run(); });
    return code;
}

} // namespace firn::cli
