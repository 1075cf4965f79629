#include "base/Error.h"
#include "base/Text.h"
#include "io/GeoSink.h"
#include "io/NumberCast.h"

#include <charconv>
#include <cmath>

namespace firn {

namespace {

/// Numbers as the shortest digits that read back the same; JSON has no word for infinity or NaN.
class TextSink : public GeoSink {
public:
    using GeoSink::GeoSink;

    void beginList() override { open('['); }
    void endList() override { close(']'); }
    void beginMap() override
    {
        open('{');
        mLevels.back().map = true;
    }
    void endMap() override { close('}'); }
    void text(std::string_view words) override
    {
        separate();
        mFile.write(quoted(words));
    }
    void integer(int64_t value) override
    {
        separate();
        mFile.write(std::to_string(value));
    }
    void real(double value) override
    {
        separate();
        mFile.write(toText(value));
    }
    void boolean(bool value) override
    {
        separate();
        mFile.write(value ? "true" : "false");
    }

    void payload(const Column& column) override
    {
        const bool single = column.type().size == 1;
        text(single ? "arrays" : "tuples");
        beginList();
        if (single) beginList();
        withScalar(column.type().scalar, [&](auto sample) { tuples<decltype(sample)>(column); });
        if (single) endList();
        endList();
    }

private:
    struct Level {
        bool map = false;
        uint64_t items = 0;
    };

    void separate()
    {
        if (mLevels.empty()) return;
        Level& level = mLevels.back();
        const bool value = level.items % 2 == 1; // lists alternate names and values too: a line for each name
        if (level.items > 0) mFile.write(level.map && value ? ":" : value ? "," : ",\n");
        ++level.items;
    }
    void open(char bracket)
    {
        separate();
        mFile.write(&bracket, 1);
        mLevels.push_back({});
    }
    void close(char bracket)
    {
        mFile.write(&bracket, 1);
        mLevels.pop_back();
        if (mLevels.empty()) mFile.write("\n");
    }

    static std::string quoted(std::string_view words)
    {
        static constexpr char kHex[] = "0123456789abcdef";
        std::string out = "\"";
        for (const char c : words) {
            if (c == '"' || c == '\\')
                out += {'\\', c};
            else if (uint8_t(c) < 0x20)
                out += {'\\', 'u', '0', '0', kHex[c >> 4], kHex[c & 15]};
            else
                out += c;
        }
        return out + '"';
    }

    template <class T> void tuples(const Column& column)
    {
        const auto* values = reinterpret_cast<const T*>(column.bytes().data());
        const std::size_t size = std::size_t(column.type().size), count = column.size();
        char line[kLargestTuple * 32 + 8];
        for (std::size_t i = 0; i < count; ++i) {
            char* at = line;
            if (i > 0) *at++ = ',';
            if (i > 0 && (size > 1 || i % 16 == 0)) *at++ = '\n';
            if (size > 1) *at++ = '[';
            for (std::size_t k = 0; k < size; ++k) {
                const T value = values[i * size + k];
                if constexpr (std::is_floating_point_v<T>)
                    if (!std::isfinite(value))
                        throw InputError("attribute '" + column.name() + "' of particle " + std::to_string(i) +
                                         " is not finite, which .geo cannot hold (.bgeo can)");
                if (k > 0) *at++ = ',';
                at = std::to_chars(at, line + sizeof line, value).ptr;
            }
            if (size > 1) *at++ = ']';
            mFile.write(line, std::size_t(at - line));
        }
    }

    std::vector<Level> mLevels;
};

} // namespace

std::unique_ptr<GeoSink> makeTextGeoSink(OutputFile& file) { return std::make_unique<TextSink>(file); }

} // namespace firn
