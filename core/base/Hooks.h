// How the core speaks to its host: messages, progress, and the question whether to stop.
#pragma once

#include <functional>
#include <string>

namespace firn {

enum class LogLevel { Info, Warning };

/// All hooks are optional. They are called from the thread that called the core.
struct Hooks {
    std::function<void(LogLevel, const std::string&)> log;
    std::function<void(double fraction, const std::string& what)> progress;
    std::function<bool()> interrupted;

    void info(const std::string& text) const
    {
        if (log) log(LogLevel::Info, text);
    }
    void warn(const std::string& text) const
    {
        if (log) log(LogLevel::Warning, text);
    }
    bool stopRequested() const { return interrupted && interrupted(); }
};

} // namespace firn
