// Binary JSON as Houdini writes it (.bgeo): a token byte, then its payload.
#include "io/GeoSource.h"

#include "io/ByteReader.h"
#include "io/NumberCast.h"

#include <map>

namespace firn {

namespace {

enum Token : uint8_t {
    kNull = 0x00,
    kBool = 0x10,
    kInt8 = 0x11,
    kInt16 = 0x12,
    kInt32 = 0x13,
    kInt64 = 0x14,
    kReal16 = 0x18,
    kReal32 = 0x19,
    kReal64 = 0x1a,
    kUint8 = 0x21,
    kUint16 = 0x22,
    kTokenRef = 0x26,
    kString = 0x27,
    kTokenDef = 0x2b,
    kComma = 0x2c,
    kTokenUndef = 0x2d,
    kFalse = 0x30,
    kTrue = 0x31,
    kColon = 0x3a,
    kUniform = 0x40,
    kArrayBegin = 0x5b,
    kArrayEnd = 0x5d,
    kMapBegin = 0x7b,
    kMapEnd = 0x7d,
};

/// Bytes of a number after its token; 0 when the token is no number.
std::size_t numberBytes(uint8_t token)
{
    switch (token) {
    case kBool:
    case kInt8:
    case kUint8: return 1;
    case kInt16:
    case kUint16:
    case kReal16: return 2;
    case kInt32:
    case kReal32: return 4;
    case kInt64:
    case kReal64: return 8;
    default: return 0;
    }
}

void convert(uint8_t token, const std::byte* from, Scalar to, std::byte* values, std::size_t count)
{
    switch (token) {
    case kBool:
    case kUint8: return convertPacked<uint8_t>(from, to, values, count);
    case kInt8: return convertPacked<int8_t>(from, to, values, count);
    case kInt16: return convertPacked<int16_t>(from, to, values, count);
    case kUint16: return convertPacked<uint16_t>(from, to, values, count);
    case kInt32: return convertPacked<int32_t>(from, to, values, count);
    case kInt64: return convertPacked<int64_t>(from, to, values, count);
    case kReal32: return convertPacked<float>(from, to, values, count);
    case kReal64: return convertPacked<double>(from, to, values, count);
    default: // halves, one by one
        for (std::size_t i = 0; i < count; ++i) {
            uint16_t half;
            std::memcpy(&half, from + 2 * i, 2);
            const float value = halfToFloat(half);
            convertPacked<float>(reinterpret_cast<const std::byte*>(&value), to, values + i * scalarBytes(to), 1);
        }
    }
}

class BinarySource : public GeoSource {
public:
    BinarySource(Span<const std::byte> bytes, const std::string& name) : GeoSource(bytes, name)
    {
        static constexpr uint8_t kMagic[] = {0x7f, 'N', 'S', 'J', 'b'};
        static constexpr uint8_t kOtherEndian[] = {0x7f, 'b', 'J', 'S', 'N'};
        need(5);
        if (std::memcmp(bytes.data(), kOtherEndian, 5) == 0)
            fail("was written on a big-endian machine: load it in Houdini and save it again");
        if (std::memcmp(bytes.data(), kMagic, 5) != 0) fail("is not a geometry file of Houdini's (.bgeo)");
        mAt = 5;
    }

    Kind kind() override
    {
        const uint8_t token = peek();
        if (token == kFalse || token == kTrue) return Kind::Integer;
        if (token == kReal16 || token == kReal32 || token == kReal64) return Kind::Real;
        if (numberBytes(token) > 0) return Kind::Integer;
        if (token == kString || token == kTokenRef) return Kind::Text;
        if (token == kArrayBegin || token == kMapBegin) return Kind::List;
        if (token != kUniform) return Kind::Other;
        need(2);
        const uint8_t type = byteAt(mAt + 1);
        return type == kString || type == kTokenRef ? Kind::Texts : Kind::Numbers;
    }

    int64_t integer() override
    {
        int64_t value = 0;
        number(Scalar::Int64, reinterpret_cast<std::byte*>(&value));
        return value;
    }

    std::string text() override
    {
        const uint8_t token = peek();
        ++mAt;
        return textBody(token);
    }

    void skip() override
    {
        const uint8_t token = peek();
        const std::size_t bytes = numberBytes(token);
        if (token == kArrayBegin || token == kMapBegin) {
            items([this] { skip(); });
        } else if (token == kUniform) {
            const auto [type, count] = uniformHead();
            if (type == kString || type == kTokenRef)
                for (std::size_t i = 0; i < count; ++i) textBody(type);
            else
                take(packedBytes(type, count));
        } else if (token == kString || token == kTokenRef) {
            text();
        } else if (bytes > 0 || token == kNull || token == kFalse || token == kTrue) {
            take(1 + bytes);
        } else {
            fail("has the unknown token " + std::to_string(token) + " at byte " + std::to_string(mAt));
        }
    }

    void items(const std::function<void()>& visit) override
    {
        const uint8_t token = peek();
        if (token != kArrayBegin && token != kMapBegin) fail("has a single value where a list is expected");
        const uint8_t end = token == kArrayBegin ? kArrayEnd : kMapEnd;
        enter();
        ++mAt;
        while (peek() != end) visit();
        ++mAt;
        leave();
    }

    std::vector<std::string> texts() override
    {
        std::vector<std::string> found;
        if (kind() == Kind::Texts) {
            const auto [type, count] = uniformHead();
            for (std::size_t i = 0; i < count; ++i) found.push_back(textBody(type));
        } else {
            items([&] { found.push_back(text()); });
        }
        return found;
    }

    void beginNumbers() override
    {
        mPacked = kind() == Kind::Numbers;
        if (mPacked) {
            std::tie(mPackedType, mPackedCount) = uniformHead();
            mPackedTaken = 0;
            mPackedData = take(packedBytes(mPackedType, mPackedCount));
        } else {
            if (peek() != kArrayBegin) fail("has no list where numbers are expected");
            ++mAt;
        }
    }

    void takeNumbers(Scalar to, std::byte* values, std::size_t count) override
    {
        if (!mPacked) {
            for (std::size_t i = 0; i < count; ++i) number(to, values + i * scalarBytes(to));
            return;
        }
        if (count > mPackedCount - mPackedTaken) fail("has a list that is too short");
        if (mPackedType == kBool) {
            takeBits(to, values, count);
        } else {
            convert(mPackedType, mPackedData + mPackedTaken * numberBytes(mPackedType), to, values, count);
        }
        mPackedTaken += count;
    }

    void endNumbers() override
    {
        if (mPacked ? mPackedTaken != mPackedCount : peek() != kArrayEnd) fail("has a list that is too long");
        if (!mPacked) ++mAt;
    }

private:
    void need(std::size_t count) const
    {
        if (count > mBytes.size() - mAt) fail("ends too early (cut short or damaged)");
    }
    const std::byte* take(std::size_t count)
    {
        need(count);
        const std::byte* start = mBytes.data() + mAt;
        mAt += count;
        return start;
    }
    uint8_t byteAt(std::size_t at) const { return uint8_t(mBytes[at]); }
    template <class T> T read()
    {
        T value;
        std::memcpy(&value, take(sizeof value), sizeof value);
        return value;
    }

    /// The token here, after separators and token definitions.
    uint8_t peek()
    {
        for (;;) {
            need(1);
            const uint8_t token = byteAt(mAt);
            if (token == kComma || token == kColon) {
                ++mAt;
            } else if (token == kTokenDef) {
                defineToken();
            } else if (token == kTokenUndef) {
                ++mAt;
                length();
            } else {
                return token;
            }
        }
    }

    std::size_t length()
    {
        const auto first = read<uint8_t>();
        if (first <= 0xf0) return first;
        if (first == 0xf2) return read<uint16_t>();
        if (first == 0xf4) return read<uint32_t>();
        if (first != 0xf8) fail("has a damaged length");
        const auto long64 = read<int64_t>();
        if (long64 < 0) fail("has a negative length");
        return std::size_t(long64);
    }

    std::string_view plainText()
    {
        const std::size_t count = length();
        return {reinterpret_cast<const char*>(take(count)), count};
    }

    /// A place may be read twice, so a definition counts from where it stands.
    void defineToken()
    {
        const std::size_t place = mAt++;
        const std::size_t id = length();
        const std::string_view word = plainText();
        auto& definitions = mTokens[id];
        if (definitions.empty() || definitions.back().first < place) definitions.emplace_back(place, word);
    }

    std::string textBody(uint8_t token)
    {
        if (token == kString) return std::string(plainText());
        if (token != kTokenRef) fail("has a value where a text is expected");
        const std::size_t id = length();
        const auto found = mTokens.find(id);
        if (found == mTokens.end()) fail("uses a token that it does not define");
        const auto& definitions = found->second;
        for (auto d = definitions.rbegin(); d != definitions.rend(); ++d)
            if (d->first < mAt) return std::string(d->second);
        fail("uses a token before it is defined");
    }

    void number(Scalar to, std::byte* value)
    {
        const uint8_t token = peek();
        ++mAt;
        if (token == kFalse || token == kTrue) {
            const uint8_t flag = token == kTrue;
            return convert(kUint8, reinterpret_cast<const std::byte*>(&flag), to, value, 1);
        }
        const std::size_t bytes = numberBytes(token);
        if (bytes == 0) fail("has a list that is too short, or no number where one is expected");
        convert(token, take(bytes), to, value, 1);
    }

    std::pair<uint8_t, std::size_t> uniformHead()
    {
        ++mAt;
        const auto type = read<uint8_t>();
        const std::size_t count = length();
        // Even the smallest elements take an eighth of a byte each.
        if (count / 8 > mBytes.size() - mAt) fail("claims a list longer than the file");
        if (numberBytes(type) == 0 && type != kString && type != kTokenRef) fail("has a list of an unknown type");
        return {type, count};
    }

    /// Flags are packed 32 to a word.
    std::size_t packedBytes(uint8_t type, std::size_t count) const
    {
        return type == kBool ? (count + 31) / 32 * 4 : count * numberBytes(type);
    }

    void takeBits(Scalar to, std::byte* values, std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t bit = mPackedTaken + i;
            const uint8_t flag = (uint8_t(mPackedData[bit / 8]) >> (bit % 8)) & 1;
            convert(kUint8, reinterpret_cast<const std::byte*>(&flag), to, values + i * scalarBytes(to), 1);
        }
    }

    std::map<std::size_t, std::vector<std::pair<std::size_t, std::string_view>>> mTokens;
    bool mPacked = false;
    uint8_t mPackedType = 0;
    std::size_t mPackedCount = 0, mPackedTaken = 0;
    const std::byte* mPackedData = nullptr;
};

} // namespace

std::unique_ptr<GeoSource> makeBinaryGeoSource(Span<const std::byte> bytes, const std::string& name)
{
    return std::make_unique<BinarySource>(bytes, name);
}

} // namespace firn
