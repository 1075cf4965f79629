// The exit codes of `firn`, as the farm sees them. They are documented in `firn --help` and never change meaning.
#pragma once

namespace firn::cli {

enum ExitCode {
    kOk = 0,
    kInternalError = 1,     ///< unexpected: a bug in Firn, or no memory
    kBadInput = 2,          ///< a scene, a parameter, geometry, or the command line itself
    kInterrupted = 3,       ///< stopped by SIGTERM or Ctrl-C; a checkpoint was written
    kProcessor = 4,         ///< this processor lacks instructions (CpuCheck.cpp)
    kFileError = 5,         ///< a file cannot be read, is damaged, or the disk is full
    kSimulationStopped = 6, ///< a step went wrong
    kFolderInUse = 7,       ///< another run works in the folder
};

} // namespace firn::cli
