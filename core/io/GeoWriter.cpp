// Writes particles as Houdini points: no primitives, every column a point attribute, the frame as detail attributes.
#include "base/Hash.h"
#include "io/Checksum.h"
#include "io/GeoSink.h"
#include "io/NumberCast.h"
#include "io/ParticleFile.h"

namespace firn {

namespace {

constexpr const char* kStorages[] = {"fpreal32", "fpreal64", "int32", "int64", "int32"}; // in the order of Scalar

const char* meaningToken(Meaning meaning)
{
    switch (meaning) {
    case Meaning::Point: return "point";
    case Meaning::Vector: return "vector";
    case Meaning::Normal: return "normal";
    case Meaning::Colour: return "color";
    case Meaning::Matrix: return "matrix";
    case Meaning::Quaternion: return "quaternion";
    default: return nullptr;
    }
}

void writeDefinition(const ColumnSpec& spec, GeoSink& out)
{
    out.beginList();
    out.text("scope"), out.text("public");
    out.text("type"), out.text(spec.type.scalar == Scalar::Text ? "string" : "numeric");
    out.text("name"), out.text(spec.name);
    out.text("options");
    out.beginMap();
    if (const char* token = meaningToken(spec.meaning)) {
        out.text("type");
        out.beginMap();
        out.text("type"), out.text("string");
        out.text("value"), out.text(token);
        out.endMap();
    }
    out.endMap();
    out.endList();
}

/// The value that Houdini gives to points made later; what is not finite becomes 0 there.
void writeDefaults(const ColumnSpec& spec, GeoSink& out)
{
    out.text("defaults");
    out.beginList();
    out.text("size"), out.integer(spec.type.size);
    out.text("storage"), out.text(spec.type.isFloat() ? "fpreal64" : "int64");
    out.text("values");
    out.beginList();
    const std::vector<std::byte> zeros(spec.type.bytes());
    const std::byte* values = spec.initial.empty() ? zeros.data() : spec.initial.data();
    for (int k = 0; k < spec.type.size; ++k) {
        withScalar(spec.type.scalar, [&](auto sample) {
            std::memcpy(&sample, values + std::size_t(k) * sizeof sample, sizeof sample);
            if constexpr (std::is_integral_v<decltype(sample)>)
                out.integer(sample);
            else
                out.real(sample - sample == 0 ? double(sample) : 0.0);
        });
    }
    out.endList();
    out.endList();
}

void writeValues(const char* key, const Column& column, GeoSink& out)
{
    out.text(key);
    out.beginList();
    out.text("size"), out.integer(column.type().size);
    out.text("storage"), out.text(kStorages[int(column.type().scalar)]);
    out.payload(column);
    out.endList();
}

void writeAttribute(const Column& column, GeoSink& out)
{
    const bool text = column.type().scalar == Scalar::Text;
    out.beginList();
    writeDefinition(column.spec(), out);
    out.beginList();
    out.text("size"), out.integer(column.type().size);
    out.text("storage"), out.text(kStorages[int(column.type().scalar)]);
    if (text) {
        out.text("strings");
        out.beginList();
        for (const auto& word : column.words()) out.text(word);
        out.endList();
        writeValues("indices", column, out);
    } else {
        writeDefaults(column.spec(), out);
        writeValues("values", column, out);
    }
    out.endList();
    out.endList();
}

template <class T> Column detail(const char* name, T value)
{
    Column column({name, columnType<T>(), Meaning::None, {}}, 1);
    column.template values<T>()[0] = value;
    return column;
}

Column detail(const char* name, const std::string& word)
{
    Column column({name, {Scalar::Text, 1}, Meaning::None, {}}, 1);
    column.values<int32_t>()[0] = column.wordIndex(word);
    return column;
}

void writeAttributes(const Particles& particles, const FrameInfo& info, GeoSink& out)
{
    out.text("attributes");
    out.beginList();
    out.text("pointattributes");
    out.beginList();
    for (const auto& column : particles.columns()) writeAttribute(column, out);
    out.endList();
    out.text("globalattributes");
    out.beginList();
    writeAttribute(detail<int64_t>(kInfoFrame, info.frame), out);
    writeAttribute(detail<double>(kInfoTime, info.time), out);
    writeAttribute(detail(kInfoHash, hashHex(info.hash)), out);
    writeAttribute(detail<int64_t>(kInfoNextId, particles.nextId()), out);
    writeAttribute(detail(kInfoSoftware, info.software), out);
    writeAttribute(detail(kInfoScene, info.scene), out);
    out.endList();
    out.endList();
}

} // namespace

void writeGeo(OutputFile& file, const Particles& particles, const FrameInfo& info, bool binary)
{
    const auto sink = binary ? makeBinaryGeoSink(file) : makeTextGeoSink(file);
    GeoSink& out = *sink;
    out.beginList();
    // The marks come first, so that even a file cut very short is known as ours.
    out.text("fileversion"), out.text("18.5.351");
    out.text("hasindex"), out.boolean(false);
    out.text("pointcount"), out.integer(int64_t(particles.size()));
    out.text("vertexcount"), out.integer(0);
    out.text("primitivecount"), out.integer(0);
    out.text("info");
    out.beginMap();
    out.text("checksum"), out.text(checksumPlaceholder());
    out.text("cache"), out.text(std::string(kCacheMark) + "particles");
    out.text("software"), out.text(info.software);
    out.endMap();
    out.text("topology");
    out.beginList();
    out.text("pointref");
    out.beginList();
    out.text("indices");
    out.beginList();
    out.endList();
    out.endList();
    out.endList();
    writeAttributes(particles, info, out);
    out.text("primitives");
    out.beginList();
    out.endList();
    out.endList();
}

} // namespace firn
