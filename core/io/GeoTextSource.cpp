// JSON text as Houdini writes it (.geo). Commas and colons are taken for space: only brackets give structure.
#include "io/GeoSource.h"

#include "io/NumberCast.h"

#include <charconv>
#include <string_view>

namespace firn {

namespace {

class TextSource : public GeoSource {
public:
    using GeoSource::GeoSource;

    Kind kind() override
    {
        const char c = peek();
        if (c == '"') return Kind::Text;
        if (c == '[' || c == '{') return Kind::List;
        const std::string_view word = wordHere();
        if (word == "true" || word == "false") return Kind::Integer;
        if (word == "null") return Kind::Other;
        return word.find_first_not_of("+-0123456789") == word.npos ? Kind::Integer : Kind::Real;
    }

    int64_t integer() override
    {
        int64_t value = 0;
        number(Scalar::Int64, reinterpret_cast<std::byte*>(&value));
        return value;
    }

    std::string text() override
    {
        if (peek() != '"') fail("has a value where a text is expected");
        ++mAt;
        std::string out;
        for (;;) {
            const char c = next();
            if (c == '"') return out;
            if (c == '\\')
                escape(out);
            else
                out += c;
        }
    }

    void skip() override
    {
        const char c = peek();
        if (c == '[' || c == '{') return items([this] { skip(); });
        if (c == '"') return skipText();
        if (wordHere().empty()) fail("has a stray '" + std::string(1, c) + "' at byte " + std::to_string(mAt));
        mAt += wordHere().size();
    }

    void items(const std::function<void()>& visit) override
    {
        const char open = peek();
        if (open != '[' && open != '{') fail("has a single value where a list is expected");
        const char close = open == '[' ? ']' : '}';
        enter();
        ++mAt;
        while (peek() != close) visit();
        ++mAt;
        leave();
    }

    std::vector<std::string> texts() override
    {
        std::vector<std::string> found;
        items([&] { found.push_back(text()); });
        return found;
    }

    void beginNumbers() override
    {
        if (peek() != '[') fail("has no list where numbers are expected");
        ++mAt;
    }
    void takeNumbers(Scalar to, std::byte* values, std::size_t count) override
    {
        for (std::size_t i = 0; i < count; ++i) number(to, values + i * scalarBytes(to));
    }
    void endNumbers() override
    {
        if (peek() != ']') fail("has a list that is too long");
        ++mAt;
    }

private:
    char next()
    {
        if (mAt >= mBytes.size()) fail("ends too early (cut short or damaged)");
        return char(mBytes[mAt++]);
    }

    static bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ',' || c == ':'; }

    char peek()
    {
        while (mAt < mBytes.size() && isSpace(char(mBytes[mAt]))) ++mAt;
        if (mAt >= mBytes.size()) fail("ends too early (cut short or damaged)");
        return char(mBytes[mAt]);
    }

    /// The run of characters here that a number or a bare word is made of.
    std::string_view wordHere() const
    {
        std::size_t end = mAt;
        const auto inWord = [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' ||
                   c == '.';
        };
        while (end < mBytes.size() && inWord(char(mBytes[end]))) ++end;
        return {reinterpret_cast<const char*>(mBytes.data()) + mAt, end - mAt};
    }

    void skipText()
    {
        ++mAt;
        for (char c = next(); c != '"'; c = next())
            if (c == '\\') next();
    }

    void escape(std::string& out)
    {
        const char c = next();
        switch (c) {
        case 'n': out += '\n'; return;
        case 't': out += '\t'; return;
        case 'r': out += '\r'; return;
        case 'b': out += '\b'; return;
        case 'f': out += '\f'; return;
        case 'u': return codePoint(out);
        default: out += c;
        }
    }

    unsigned hex4()
    {
        unsigned value = 0;
        for (int i = 0; i < 4; ++i) {
            const char c = next();
            const auto digit = std::string_view("0123456789abcdef").find(char(c | (c >= 'A' ? 0x20 : 0)));
            if (digit == std::string_view::npos) fail("has a damaged \\u in a text");
            value = value * 16 + unsigned(digit);
        }
        return value;
    }

    /// \uXXXX (or a surrogate pair) as UTF-8.
    void codePoint(std::string& out)
    {
        unsigned code = hex4();
        if (code >= 0xd800 && code < 0xdc00) {
            if (next() != '\\' || next() != 'u') fail("has half a surrogate pair in a text");
            code = 0x10000 + ((code - 0xd800) << 10) + ((hex4() - 0xdc00) & 0x3ffu);
        }
        if (code < 0x80) {
            out += char(code);
        } else if (code < 0x800) {
            out += {char(0xc0 | (code >> 6)), char(0x80 | (code & 63))};
        } else if (code < 0x10000) {
            out += {char(0xe0 | (code >> 12)), char(0x80 | ((code >> 6) & 63)), char(0x80 | (code & 63))};
        } else {
            out += {char(0xf0 | (code >> 18)), char(0x80 | ((code >> 12) & 63)), char(0x80 | ((code >> 6) & 63)),
                    char(0x80 | (code & 63))};
        }
    }

    /// Parsed straight as the wanted type: going through a double could round twice.
    void number(Scalar to, std::byte* value)
    {
        if (peek() == ']') fail("has a list that is too short");
        const std::string_view word = wordHere();
        const bool flag = word == "true" || word == "false";
        const std::string_view digits = flag ? std::string_view(word == "true" ? "1" : "0") : word;
        withScalar(to, [&](auto sample) {
            using To = decltype(sample);
            To result{};
            const char* end = digits.data() + digits.size();
            auto parsed = std::from_chars(digits.data(), end, result);
            if constexpr (std::is_integral_v<To>) {
                double real = 0; // an integer attribute may be written as 1.0 or 1e3
                if (parsed.ptr != end) {
                    parsed = std::from_chars(digits.data(), end, real);
                    result = numberCast<To>(real);
                }
            } else if (parsed.ec == std::errc::result_out_of_range) {
                result = outOfRange<To>(digits);
                parsed.ec = std::errc();
            }
            if (parsed.ec != std::errc() || parsed.ptr != end || digits.empty())
                fail("has no number where one is expected: '" + std::string(digits.substr(0, 40)) + "'");
            std::memcpy(value, &result, sizeof result);
        });
        mAt += word.size();
    }

    /// Too small becomes zero and too large infinity, as any reader of text does.
    template <class To> static To outOfRange(std::string_view digits)
    {
        const std::size_t exponent = digits.find_first_of("eE");
        const bool tiny = exponent != digits.npos && digits.find('-', exponent) != digits.npos;
        const To size = tiny ? To(0) : std::numeric_limits<To>::infinity();
        return digits.front() == '-' ? -size : size;
    }
};

} // namespace

std::unique_ptr<GeoSource> makeTextGeoSource(Span<const std::byte> bytes, const std::string& name)
{
    return std::make_unique<TextSource>(bytes, name);
}

} // namespace firn
