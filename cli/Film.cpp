#include "Film.h"

#include "base/Text.h"
#include "io/OutputFile.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace firn::cli {

namespace {

/// A name in single quotes, as ffmpeg's list of files wants it.
std::string quoted(const std::string& name)
{
    std::string text = "'";
    for (const char c : name) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

/// Runs a program with its output thrown away; its exit code, or -1 and errno when it cannot be started.
int runProgram(std::vector<std::string> words)
{
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process = 0;
    const int failed = posix_spawnp(&process, arguments[0], &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) {
        errno = failed;
        return -1;
    }
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

std::string makeFilm(const std::string& folder, const std::vector<std::string>& pictures, double fps,
                     const std::string& path)
{
    const std::string listPath = folder + "/film.txt", unfinished = folder + "/film.mp4";
    std::string list = "ffconcat version 1.0\n";
    for (const auto& picture : pictures) list += "file " + quoted(picture) + "\nduration " + toText(1 / fps) + "\n";
    OutputFile file(listPath);
    file.write(list);
    file.commit();
    // Sizes that are odd are cut by a pixel: the usual players cannot show them.
    const int code =
        runProgram({"ffmpeg", "-y",        "-loglevel", "error",      "-f",       "concat",
                    "-safe",  "0",         "-i",        listPath,     "-vf",      "crop=trunc(iw/2)*2:trunc(ih/2)*2",
                    "-r",     toText(fps), "-c:v",      "libx264",    "-pix_fmt", "yuv420p",
                    "-crf",   "18",        "-movflags", "+faststart", unfinished});
    const int reason = errno;
    unlink(listPath.c_str());
    if (code == 0 && std::rename(unfinished.c_str(), path.c_str()) == 0) return {};
    unlink(unfinished.c_str());
    if (code == -1 && reason == ENOENT) return "no film: the program ffmpeg is not installed";
    if (code == -1) return std::string("no film: ffmpeg cannot be started: ") + std::strerror(reason);
    return "no film: ffmpeg ended with code " + std::to_string(code);
}

} // namespace firn::cli
