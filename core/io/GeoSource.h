// A pull reader of Houdini's geometry files: one interface for JSON text (.geo) and binary JSON (.bgeo).
#pragma once

#include "base/Span.h"
#include "particles/ColumnType.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace firn {

/// Stands before one value and reads it; nothing is built in memory. Every fault throws a FileError.
class GeoSource {
public:
    enum class Kind { Other, Integer, Real, Text, List, Numbers, Texts };

    GeoSource(Span<const std::byte> bytes, std::string name) : mBytes(bytes), mName(std::move(name)) {}
    virtual ~GeoSource() = default;

    /// What stands here. Numbers and Texts are packed lists of the binary form; a List holds any values.
    virtual Kind kind() = 0;
    virtual int64_t integer() = 0;
    virtual std::string text() = 0;
    virtual void skip() = 0;

    /// Calls `visit` before each element of a list or map (keys count); visit must read or skip exactly that one.
    virtual void items(const std::function<void()>& visit) = 0;

    /// All elements of a list of texts.
    virtual std::vector<std::string> texts() = 0;

    /// A list of numbers, read in pieces and converted to `to`: begin, take as many as there are, end.
    virtual void beginNumbers() = 0;
    virtual void takeNumbers(Scalar to, std::byte* values, std::size_t count) = 0;
    virtual void endNumbers() = 0;

    /// Key and place of the value, for a map or for a list that alternates keys and values.
    std::vector<std::pair<std::string, std::size_t>> pairs();
    std::vector<std::size_t> places();

    std::size_t position() const { return mAt; }
    void seek(std::size_t at) { mAt = at; }
    std::size_t fileBytes() const { return mBytes.size(); }
    const std::string& name() const { return mName; }
    [[noreturn]] void fail(const std::string& what) const;

protected:
    /// Lists within lists: Houdini's files need about ten.
    static constexpr int kDeepest = 64;
    void enter()
    {
        if (++mDepth > kDeepest) fail("is nested too deeply");
    }
    void leave() { --mDepth; }

    Span<const std::byte> mBytes;
    std::string mName;
    std::size_t mAt = 0;
    int mDepth = 0;
};

/// Chooses by the first byte. Compressed and pre-2012 files are refused with a word on what to do.
std::unique_ptr<GeoSource> openGeoSource(Span<const std::byte> bytes, const std::string& name);

/// True when the bytes begin like any of Houdini's geometry formats, readable here or not.
bool looksLikeGeo(Span<const std::byte> bytes);

std::unique_ptr<GeoSource> makeTextGeoSource(Span<const std::byte> bytes, const std::string& name);
std::unique_ptr<GeoSource> makeBinaryGeoSource(Span<const std::byte> bytes, const std::string& name);

} // namespace firn
