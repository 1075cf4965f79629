#include "base/Error.h"

#include <system_error>

namespace firn {

FileError::FileError(std::string path, const std::string& what) : Error(path + ": " + what), mPath(std::move(path)) {}

FileError::FileError(std::string path, const std::string& what, int errnoValue)
    : Error(path + ": " + what + ": " + std::generic_category().message(errnoValue)), mPath(std::move(path)),
      mErrno(errnoValue)
{
}

void assertionFailed(const char* condition, const char* file, int line)
{
    const std::string path(file);
    const auto core = path.rfind("core/");
    throw std::logic_error("internal error (please report): " + std::string(condition) + " at " +
                           (core == std::string::npos ? path : path.substr(core)) + ":" + std::to_string(line));
}

} // namespace firn
