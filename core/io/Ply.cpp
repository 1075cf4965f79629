#include "io/Ply.h"

#include "base/Error.h"
#include "io/NumberCast.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace firn {

namespace {

constexpr std::string_view kTypeNames[] = {"char", "uchar", "short", "ushort", "int", "uint", "float", "double"};
constexpr std::string_view kSizedNames[] = {"int8",  "uint8",  "int16",   "uint16",
                                            "int32", "uint32", "float32", "float64"};

template <class Fn> decltype(auto) withPlyType(PlyType type, Fn&& fn)
{
    switch (type) {
    case PlyType::Int8: return fn(int8_t());
    case PlyType::Uint8: return fn(uint8_t());
    case PlyType::Int16: return fn(int16_t());
    case PlyType::Uint16: return fn(uint16_t());
    case PlyType::Int32: return fn(int32_t());
    case PlyType::Uint32: return fn(uint32_t());
    case PlyType::Float32: return fn(float());
    default: return fn(double());
    }
}

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != line.npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

class HeaderParser {
public:
    HeaderParser(Span<const std::byte> bytes, const std::string& name)
        : mText(reinterpret_cast<const char*>(bytes.data()), bytes.size()), mName(name)
    {
    }

    PlyHeader parse()
    {
        if (nextLine() != "ply") fail("is not a PLY file");
        for (;;) {
            const std::string_view line = nextLine();
            const auto words = wordsOf(line);
            if (words.empty()) continue;
            if (words[0] == "end_header") break;
            if (words[0] == "comment") {
                const std::size_t start = line.find("comment") + 8;
                mHeader.comments.emplace_back(start < line.size() ? line.substr(start) : std::string_view());
            } else if (words[0] == "format") {
                takeFormat(words);
            } else if (words[0] == "element") {
                takeElement(words);
            } else if (words[0] == "property") {
                takeProperty(words);
            } else if (words[0] != "obj_info") {
                fail("has the unknown header line '" + std::string(line.substr(0, 60)) + "'");
            }
        }
        if (!mFormatSeen) fail("has no format line");
        mHeader.dataStart = mAt;
        checkCounts();
        return std::move(mHeader);
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw FileError(mName, what); }

    std::string_view nextLine()
    {
        const std::size_t end = mText.find('\n', mAt);
        if (end == mText.npos) fail("ends before its header does");
        std::string_view line = mText.substr(mAt, end - mAt);
        mAt = end + 1;
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        return line;
    }

    PlyType typeOf(std::string_view word) const
    {
        for (int t = 0; t < 8; ++t)
            if (word == kTypeNames[t] || word == kSizedNames[t]) return PlyType(t);
        fail("has the unknown type '" + std::string(word.substr(0, 40)) + "'");
    }

    void takeFormat(const std::vector<std::string_view>& words)
    {
        mFormatSeen = true;
        if (words.size() > 1 && words[1] == "ascii")
            mHeader.form = PlyForm::Ascii;
        else if (words.size() > 1 && words[1] == "binary_little_endian")
            mHeader.form = PlyForm::LittleEndian;
        else if (words.size() > 1 && words[1] == "binary_big_endian")
            mHeader.form = PlyForm::BigEndian;
        else
            fail("has an unknown format line");
    }

    void takeElement(const std::vector<std::string_view>& words)
    {
        PlyElement element;
        if (words.size() != 3) fail("has a damaged element line");
        element.name = words[1];
        const auto parsed = std::from_chars(words[2].data(), words[2].data() + words[2].size(), element.count);
        if (parsed.ec != std::errc() || parsed.ptr != words[2].data() + words[2].size())
            fail("has a damaged count of element '" + element.name + "'");
        mHeader.elements.push_back(std::move(element));
    }

    void takeProperty(const std::vector<std::string_view>& words)
    {
        PlyProperty property;
        property.list = words.size() == 5 && words[1] == "list";
        if (mHeader.elements.empty() || (!property.list && words.size() != 3)) fail("has a damaged property line");
        if (property.list) {
            property.countType = typeOf(words[2]);
            if (plyIsFloat(property.countType)) fail("has a list whose length is no integer");
        }
        property.type = typeOf(words[words.size() - 2]);
        property.name = words.back();
        mHeader.elements.back().properties.push_back(std::move(property));
    }

    /// The least bytes that all elements can take must be there.
    void checkCounts() const
    {
        std::size_t left = mText.size() - mAt + 1; // the last number of a text needs no space after it
        for (const auto& element : mHeader.elements) {
            std::size_t row = 0;
            for (const auto& property : element.properties)
                row +=
                    mHeader.form == PlyForm::Ascii ? 2 : plyBytes(property.list ? property.countType : property.type);
            if (element.count == 0) continue;
            if (row == 0) fail("has an element '" + element.name + "' without properties");
            if (element.count > left / row)
                fail("claims " + std::to_string(element.count) + " of element '" + element.name +
                     "', more than its bytes can hold");
            left -= element.count * row;
        }
    }

    std::string_view mText;
    const std::string& mName;
    std::size_t mAt = 0;
    bool mFormatSeen = false;
    PlyHeader mHeader;
};

} // namespace

std::size_t plyBytes(PlyType type)
{
    static constexpr std::size_t kBytes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return kBytes[int(type)];
}

bool PlyElement::hasLists() const
{
    return std::any_of(properties.begin(), properties.end(), [](const PlyProperty& p) { return p.list; });
}

std::size_t PlyElement::rowBytes() const
{
    std::size_t bytes = 0;
    for (const auto& property : properties) bytes += plyBytes(property.type);
    return bytes;
}

bool looksLikePly(Span<const std::byte> bytes)
{
    return bytes.size() >= 4 && std::memcmp(bytes.data(), "ply", 3) == 0 &&
           (bytes[3] == std::byte('\n') || bytes[3] == std::byte('\r'));
}

PlyHeader parsePlyHeader(Span<const std::byte> bytes, const std::string& name)
{
    return HeaderParser(bytes, name).parse();
}

PlyValues::PlyValues(Span<const std::byte> bytes, const PlyHeader& header, std::string name)
    : mBytes(bytes), mForm(header.form), mName(std::move(name)), mAt(header.dataStart)
{
}

void PlyValues::fail(const std::string& what) const { throw FileError(mName, what); }

std::string_view PlyValues::word()
{
    const auto* text = reinterpret_cast<const char*>(mBytes.data());
    const auto isSpace = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
    while (mAt < mBytes.size() && isSpace(text[mAt])) ++mAt;
    const std::size_t start = mAt;
    while (mAt < mBytes.size() && !isSpace(text[mAt])) ++mAt;
    if (start == mAt) fail("ends too early (cut short or damaged)");
    return {text + start, mAt - start};
}

void PlyValues::nextBits(PlyType type, std::byte* bits)
{
    const std::size_t bytes = plyBytes(type);
    if (mForm != PlyForm::Ascii) {
        std::memcpy(bits, rows(bytes), bytes);
        if (mForm == PlyForm::BigEndian) std::reverse(bits, bits + bytes);
        return;
    }
    const std::string_view digits = word();
    withPlyType(type, [&](auto value) {
        const char* end = digits.data() + digits.size();
        auto parsed = std::from_chars(digits.data() + (digits[0] == '+'), end, value);
        if constexpr (std::is_integral_v<decltype(value)>) {
            if (parsed.ec == std::errc() && parsed.ptr != end) { // an integer written as 1.0
                double real = 0;
                parsed = std::from_chars(digits.data(), end, real);
                value = decltype(value)(numberCast<int64_t>(real));
            }
        }
        if (parsed.ec != std::errc() || parsed.ptr != end)
            fail("has '" + std::string(digits.substr(0, 40)) + "' where a number is expected");
        std::memcpy(bits, &value, sizeof value);
    });
}

double PlyValues::next(PlyType type)
{
    std::byte bits[8];
    nextBits(type, bits);
    return withPlyType(type, [&](auto value) {
        std::memcpy(&value, bits, sizeof value);
        return double(value);
    });
}

std::size_t PlyValues::nextLength(const PlyProperty& property)
{
    const double length = next(property.countType);
    const std::size_t least = mForm == PlyForm::Ascii ? 2 : plyBytes(property.type);
    if (length < 0 || length > double((remaining() + 1) / least)) fail("has a list longer than its bytes can hold");
    return std::size_t(length);
}

void PlyValues::skip(const PlyProperty& property)
{
    for (std::size_t n = property.list ? nextLength(property) : 1; n > 0; --n) next(property.type);
}

void PlyValues::skip(const PlyElement& element)
{
    if (mForm != PlyForm::Ascii && !element.hasLists()) {
        rows(element.count * element.rowBytes());
        return;
    }
    for (std::size_t i = 0; i < element.count; ++i)
        for (const auto& property : element.properties) skip(property);
}

const std::byte* PlyValues::rows(std::size_t bytes)
{
    if (bytes > remaining()) fail("ends too early (cut short or damaged)");
    const std::byte* start = mBytes.data() + mAt;
    mAt += bytes;
    return start;
}

} // namespace firn
