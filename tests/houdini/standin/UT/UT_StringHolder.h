// Stand-in: strings.
#pragma once

#include <string>

class UT_StringHolder {
public:
    UT_StringHolder() = default;
    UT_StringHolder(const char* words) : mWords(words ? words : "") {}
    UT_StringHolder(const std::string& words) : mWords(words) {}

    const char* c_str() const { return mWords.c_str(); }
    const char* buffer() const { return mWords.c_str(); }
    bool isstring() const { return !mWords.empty(); }
    operator const char*() const { return mWords.c_str(); }
    bool operator==(const UT_StringHolder& other) const { return mWords == other.mWords; }
    bool operator<(const UT_StringHolder& other) const { return mWords < other.mWords; }

private:
    std::string mWords;
};
typedef UT_StringHolder UT_StringRef;

class UT_String {
public:
    UT_String() = default;
    UT_String(const char* words) : mWords(words ? words : "") {}
    const char* buffer() const { return mWords.empty() ? nullptr : mWords.c_str(); }
    bool isstring() const { return !mWords.empty(); }

private:
    std::string mWords;
};
