// Time per pass of a step.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace firn {

/// Seconds spent in each named pass, in the order the passes first ran.
class PassTimes {
public:
    struct Entry {
        std::string pass;
        double seconds = 0;
        int calls = 0;
    };

    void add(const char* pass, double seconds)
    {
        for (auto& entry : mEntries) {
            if (entry.pass != pass) continue;
            entry.seconds += seconds;
            ++entry.calls;
            return;
        }
        mEntries.push_back({pass, seconds, 1});
    }
    void add(const PassTimes& other)
    {
        for (const auto& entry : other.mEntries) add(entry.pass.c_str(), entry.seconds);
    }
    void clear() { mEntries.clear(); }
    const std::vector<Entry>& entries() const { return mEntries; }

private:
    std::vector<Entry> mEntries;
};

/// Times its own scope: one at the top of each pass.
class PassScope {
public:
    PassScope(PassTimes& times, const char* pass) : mTimes(times), mPass(pass), mStart(Clock::now()) {}
    ~PassScope() { mTimes.add(mPass, std::chrono::duration<double>(Clock::now() - mStart).count()); }
    PassScope(const PassScope&) = delete;
    PassScope& operator=(const PassScope&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    PassTimes& mTimes;
    const char* mPass;
    Clock::time_point mStart;
};

} // namespace firn
