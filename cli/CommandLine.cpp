#include "CommandLine.h"

#include "Commands.h"
#include "ExitCode.h"
#include "base/Error.h"
#include "base/Text.h"
#include "base/Version.h"
#include "surface/SurfaceParams.h"

#include <CLI/CLI.hpp>

namespace firn::cli {

namespace {

constexpr const char* kExitCodes =
    R"(Exit codes:
  0 done    1 internal error    2 bad input or usage    3 interrupted, checkpoint written
  4 processor not supported    5 file error    6 simulation stopped    7 folder in use
)";

constexpr const char* kExamples =
    R"(Examples:
  firn run hip_examples/snowfall/scene.json --variant preview
      simulates the scene; frames go to its output folder, one line per frame to the terminal
  firn run scene.json --frames 1-240 --set simulation.wind=3,0,0 --output /cache/shot42 --resume
      goes on where an earlier run was stopped, with the same bits

)";

/// The subcommand's own options, for suggestions.
std::vector<std::string> optionNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::vector<std::string> commandNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

/// Which command was being read when parsing failed.
const CLI::App& currentCommand(const CLI::App& app)
{
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app : *chosen.front();
}

/// What CLI11 says, in our words: what is wrong, the nearest known word, where to read more.
[[noreturn]] void raiseUsage(const CLI::App& app, const CLI::ParseError& error)
{
    const CLI::App& command = currentCommand(app);
    std::string text = error.what();
    const auto extras = command.remaining(true);
    if (!extras.empty() && dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        const std::string word = extras.front().substr(0, extras.front().find('='));
        if (word[0] == '-')
            text = unknownName("option", word, optionNames(command));
        else if (&command == &app)
            text = unknownName("command", word, commandNames(app));
        else
            text = "'" + word + "' is one argument too many";
    }
    std::replace(text.begin(), text.end(), '\n', ' ');
    const std::string name = &command == &app ? "firn" : "firn " + command.get_name();
    throw InputError(text + "\nSee '" + name + " --help'");
}

void addThreads(CLI::App& command, int& threads)
{
    command.add_option("--threads", threads, "Threads to use; 0: all cores. The results do not depend on it")
        ->check(CLI::Range(0, 1024))
        ->type_name("N");
}

void addScene(CLI::App& command, SceneOptions& scene)
{
    command.add_option("scene", scene.path, "The scene file (.json)")->required();
    command.add_option("--variant", scene.variant, "One of the scene's variants, such as preview");
    command.add_option("--frames", scene.frames, "How far to simulate: LAST or FIRST-LAST")->type_name("1-48");
    command
        .add_option("--set", scene.settings, "Changes a value of the scene, such as simulation.seed=7; may be repeated")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
    command.add_option("--output", scene.output, "The folder to write to, relative to where you are")
        ->type_name("FOLDER");
    command.add_option("--format", scene.format, "The particle cache's format: bgeo, geo, vdb or ply");
    addThreads(command, scene.threads);
}

/// All options live here, so that parsing can finish before a command runs.
struct Line {
    RunOptions run;
    CheckOptions check;
    InfoOptions info;
    HashOptions hash;
    ConvertOptions convert;
    SurfaceOptions surface;
    PlotOptions plot;
    RenderOptions render;
    ParamsOptions params;
    ListOptions presets, methods;
    std::string docsFolder;
    std::function<int()> chosen;
};

constexpr const char* kJsonHelp = "JSON instead of text";

void addRunning(CLI::App& app, Line& line)
{
    CLI::App* run = app.add_subcommand("run", "Simulates a scene and writes its frames");
    addScene(*run, line.run.scene);
    CLI::Option* resume = run->add_flag("--resume", line.run.resume,
                                        "Goes on from the folder's checkpoint, with the same bits; starts when there "
                                        "is nothing to go on from");
    run->add_flag("--overwrite", line.run.overwrite, "Replaces the frames that are in the folder")->excludes(resume);
    run->add_flag("--preview", line.run.preview,
                  "Writes a picture per frame to the folder preview/, at the end a contact sheet and, with ffmpeg, a "
                  "film");
    run->add_flag("--quiet", line.run.quiet, "Prints errors and warnings only");
    run->add_flag("--json", line.run.json, "Prints one JSON object per line");
    run->footer(kExitCodes);
    run->callback([&line] { line.chosen = [&line] { return runCommand(line.run); }; });

    CLI::App* check = app.add_subcommand("check", "Looks a scene over without running it: counts, memory, first step");
    addScene(*check, line.check.scene);
    check->add_flag("--json", line.check.json, kJsonHelp);
    check->callback([&line] { line.chosen = [&line] { return checkCommand(line.check); }; });
}

void addFiles(CLI::App& app, Line& line)
{
    CLI::App* info = app.add_subcommand("info", "Says what is in a cache, level set, mesh or checkpoint");
    info->add_option("file", line.info.file, ".bgeo .geo .vdb .ply .obj .firn")->required();
    info->add_flag("--json", line.info.json, kJsonHelp);
    info->callback([&line] { line.chosen = [&line] { return infoCommand(line.info); }; });

    CLI::App* hash = app.add_subcommand("hash", "Recomputes state hashes and compares them with the stored ones");
    hash->add_option("path", line.hash.path, "A cache, or the folder of a run")->required();
    hash->add_flag("--json", line.hash.json, kJsonHelp);
    hash->callback([&line] { line.chosen = [&line] { return hashCommand(line.hash); }; });

    CLI::App* convert = app.add_subcommand("convert", "Converts a particle cache to another format");
    convert->add_option("in", line.convert.from, "The cache to read")->required();
    convert->add_option("out", line.convert.to, "The file to write; its ending chooses the format")->required();
    CLI::Option* density =
        convert->add_flag("--density", line.convert.density, "Writes a density grid (.vdb) for renderers instead");
    convert->add_option("--voxel", line.convert.voxel, "Voxel size of the density grid in m; 0 picks one")
        ->needs(density)
        ->check(CLI::NonNegativeNumber);
    convert->add_flag("--overwrite", line.convert.overwrite, "Replaces a file that is there");
    convert->callback([&line] { line.chosen = [&line] { return convertCommand(line.convert); }; });
}

/// An option per row of a parameter table: voxel_size is --voxel-size.
void addParams(CLI::App& command, const ParamTable& table, std::vector<std::pair<std::string, std::string>>& values)
{
    const auto defaults = table.make();
    for (const Param& param : table.params) {
        std::string name(param.token);
        std::replace(name.begin(), name.end(), '_', '-');
        const std::string help = std::string(param.help) + " Default: " + paramText(param, param.get(defaults.get()));
        command
            .add_option_function<std::string>(
                "--" + name,
                [&values, token = std::string(param.token)](const std::string& text) {
                    values.emplace_back(token, text);
                },
                help)
            ->type_name(param.unit.empty() ? (param.type == ParamType::Choice ? "WORD" : "N")
                                           : std::string(param.unit));
    }
}

void addLooking(CLI::App& app, Line& line)
{
    SurfaceOptions& options = line.surface;
    CLI::App* surface =
        app.add_subcommand("surface", "Builds the snow's surface and density from caches, for renderers");
    surface->add_option("caches", options.caches, "Particle caches, or the folders of runs")->required();
    surface->add_option("--frames", options.frames, "Which frames of a run's folder: 12, 1-48, 1-48:4 or 3,7,9")
        ->type_name("FRAMES");
    surface->add_option("--output", options.output, "A folder, or the file for one cache; else a folder 'surface'");
    surface
        ->add_option("--format", options.formats,
                     "vdb (level set 'surface', fog 'density', velocity 'vel'), obj, ply; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
    CLI::Option* only = surface->add_flag("--surface-only", options.surfaceOnly, "No density in the .vdb");
    surface->add_flag("--density-only", options.densityOnly, "No level set in the .vdb")->excludes(only);
    surface->add_flag("--overwrite", options.overwrite, "Replaces files that are there");
    addThreads(*surface, options.threads);
    addParams(*surface, surfaceTable(), options.params);
    surface->callback([&line] { line.chosen = [&line] { return surfaceCommand(line.surface); }; });

    CLI::App* plot = app.add_subcommand("plot", "Writes a page with a run's energies, steps, times and warnings");
    plot->add_option("folders", line.plot.folders, "The run's folder; several are drawn over one another")->required();
    plot->add_option("--output", line.plot.output, "The page to write (.html); else plot.html in the first folder");
    plot->callback([&line] { line.chosen = [&line] { return plotCommand(line.plot); }; });
}

void addRender(CLI::App& app, Line& line)
{
    RenderOptions& options = line.render;
    CLI::App* render =
        app.add_subcommand("render", "Makes pictures (.png) of a cache, of a run's folder or of a scene");
    render->add_option("path", options.path, "A cache, the folder of a run, or a scene whose frames are there")
        ->required();
    render->add_option("--variant", options.variant, "The scene's variant that was run");
    render->add_option("--run", options.run, "Where a scene's frames are, if not in its own folder")
        ->type_name("FOLDER");
    render->add_option("--frames", options.frames, "Which frames: 1-24, every fourth of them 1-24:4, or 3,7,9")
        ->type_name("FRAMES");
    render->add_option("--mode", options.mode, "path (light followed through the snow) or preview (a second a frame)");
    render->add_option("--samples", options.samples, "Light paths per pixel");
    render->add_option("--resolution", options.resolution, "The pictures' size in pixels")->type_name("960x540");
    render->add_option("--seed", options.seed, "Another seed gives another noise");
    render
        ->add_option("--color-by,--colour-by", options.colourBy,
                     "Shows an attribute as colours: preview, with a legend")
        ->type_name("NAME");
    render
        ->add_option("--set", options.settings,
                     "Changes a value of the scene, such as render.exposure=1; may be repeated")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
    render->add_option("--output", options.output, "A folder, or NAME.png for a single picture; pictures are replaced")
        ->type_name("PATH");
    render->add_option("--sheet", options.sheet, "Also writes all pictures, small, into this one")->type_name("PNG");
    render->add_flag("--palette", options.palette, "256 colours: files a third of the size");
    render->add_flag("--quiet", options.quiet, "Prints errors and warnings only");
    addThreads(*render, options.threads);
    render->callback([&line] { line.chosen = [&line] { return renderCommand(line.render); }; });
}

void addReference(CLI::App& app, Line& line)
{
    CLI::App* params = app.add_subcommand("params", "Lists every parameter: unit, range, default, meaning");
    params->add_option("table", line.params.table, "A method or a table, such as mpm or source; all when left out");
    params->add_flag("--json", line.params.json, kJsonHelp);
    params->callback([&line] { line.chosen = [&line] { return paramsCommand(line.params); }; });

    CLI::App* presets = app.add_subcommand("presets", "Lists the presets of snow");
    presets->add_flag("--json", line.presets.json, kJsonHelp);
    presets->callback([&line] { line.chosen = [&line] { return presetsCommand(line.presets); }; });

    CLI::App* methods = app.add_subcommand("methods", "Lists the simulation methods");
    methods->add_flag("--json", line.methods.json, kJsonHelp);
    methods->callback([&line] { line.chosen = [&line] { return methodsCommand(line.methods); }; });

    CLI::App* schema = app.add_subcommand("schema", "Prints the JSON schema of scene files, for editors");
    schema->callback([&line] { line.chosen = [] { return schemaCommand(); }; });

    CLI::App* docs = app.add_subcommand("docs", "Writes parameters.md, attributes.md and scene.schema.json");
    docs->add_option("folder", line.docsFolder, "Where to write them")->required();
    docs->callback([&line] { line.chosen = [&line] { return docsCommand(line.docsFolder); }; });
}

} // namespace

int commandLine(int argc, const char* const* argv)
{
    CLI::App app("Firn: snow simulation for Houdini and for the farm. Simulates a scene file into particle caches.",
                 "firn");
    app.get_formatter()->column_width(32);
    app.set_version_flag("--version", std::string("firn ") + firn::version() + " (" + firn::buildSettings() + ")");
    app.require_subcommand(0, 1);

    Line line;
    addRunning(app, line);
    addFiles(app, line);
    addLooking(app, line);
    addRender(app, line);
    addReference(app, line);
    app.footer(std::string(kExamples) + kExitCodes + "\n'firn COMMAND --help' says more about a command.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) { // --help, --version
        app.exit(success);
        return kOk;
    } catch (const CLI::ParseError& error) {
        raiseUsage(app, error);
    }
    if (!line.chosen)
        throw InputError("no command given; known: " + join(commandNames(app), ", ") + "\nSee 'firn --help'");
    return line.chosen();
}

} // namespace firn::cli
