// What can go wrong, as exceptions that say what, where, and what to do.
#pragma once

#include <stdexcept>
#include <string>

namespace firn {

/// The base of every exception Firn throws.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Bad input: a scene, a parameter, geometry or an attribute. The message names it, its value and what is allowed.
class InputError : public Error {
public:
    using Error::Error;
};

/// A file could not be read, verified or written. The message names the path and the system's reason.
class FileError : public Error {
public:
    FileError(std::string path, const std::string& what);

    /// Adds the system's text for an errno value.
    FileError(std::string path, const std::string& what, int errnoValue);

    const std::string& path() const { return mPath; }
    int errnoValue() const { return mErrno; }

private:
    std::string mPath;
    int mErrno = 0;
};

/// A step went wrong numerically. Raised by the frame loop from a StepReport, never by a pass.
class SimulationError : public Error {
public:
    using Error::Error;
};

/// The host asked to stop (Esc, Ctrl-C, SIGTERM). The state is the last whole step.
class Interrupted : public Error {
public:
    Interrupted() : Error("interrupted") {}
};

/// Throws std::logic_error: a broken invariant, that is, a bug in Firn.
[[noreturn]] void assertionFailed(const char* condition, const char* file, int line);

} // namespace firn

#define FIRN_ASSERT(condition) ((condition) ? void(0) : ::firn::assertionFailed(#condition, __FILE__, __LINE__))
