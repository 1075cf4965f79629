#include "io/GeoSink.h"

namespace firn {

namespace {

class BinarySink : public GeoSink {
public:
    explicit BinarySink(OutputFile& file) : GeoSink(file) { mFile.write("\x7fNSJb"); }

    void beginList() override { byte(0x5b); }
    void endList() override { byte(0x5d); }
    void beginMap() override { byte(0x7b); }
    void endMap() override { byte(0x7d); }
    void text(std::string_view words) override
    {
        byte(0x27);
        length(words.size());
        mFile.write(words);
    }
    void integer(int64_t value) override
    {
        if (value >= INT8_MIN && value <= INT8_MAX)
            number(0x11, int8_t(value));
        else if (value >= INT16_MIN && value <= INT16_MAX)
            number(0x12, int16_t(value));
        else if (value >= INT32_MIN && value <= INT32_MAX)
            number(0x13, int32_t(value));
        else
            number(0x14, value);
    }
    void real(double value) override { number(0x1a, value); }
    void boolean(bool value) override { byte(value ? 0x31 : 0x30); }

    /// One packed array of all tuples: pages of whole tuples are the tuples themselves, one after another.
    void payload(const Column& column) override
    {
        static constexpr uint8_t kTypes[] = {0x19, 0x1a, 0x13, 0x14, 0x13}; // in the order of Scalar
        text("packing");
        beginList();
        integer(column.type().size);
        endList();
        text("pagesize");
        integer(1024);
        text("rawpagedata");
        byte(0x40);
        byte(kTypes[int(column.type().scalar)]);
        length(column.bytes().size() / scalarBytes(column.type().scalar));
        mFile.write(column.bytes().data(), column.bytes().size());
    }

private:
    void byte(uint8_t value) { mFile.write(&value, 1); }
    template <class T> void number(uint8_t token, T value)
    {
        byte(token);
        mFile.write(&value, sizeof value);
    }
    void length(std::size_t count)
    {
        if (count <= 0xf0)
            byte(uint8_t(count));
        else if (count <= UINT16_MAX)
            number(0xf2, uint16_t(count));
        else if (count <= UINT32_MAX)
            number(0xf4, uint32_t(count));
        else
            number(0xf8, int64_t(count));
    }
};

} // namespace

std::unique_ptr<GeoSink> makeBinaryGeoSink(OutputFile& file) { return std::make_unique<BinarySink>(file); }

} // namespace firn
