// Reads the points of a .geo or .bgeo, ours or Houdini's.
#include "base/Error.h"
#include "io/ColumnLoader.h"
#include "io/GeoAttribute.h"
#include "io/ParticleFile.h"

namespace firn {

namespace {

uint64_t countAt(GeoSource& source, const GeoPairs& top, std::string_view key)
{
    std::size_t place;
    if (!findKey(top, key, place)) return 0;
    source.seek(place);
    const int64_t count = source.integer();
    if (count < 0) source.fail("has a negative " + std::string(key));
    return uint64_t(count);
}

void readPointAttribute(GeoSource& source, ColumnLoader& loader)
{
    const GeoAttribute attribute = readGeoDefinition(source);
    const ColumnSpec& spec = attribute.spec;
    if (!attribute.known)
        return loader.note("attribute '" + spec.name + "' is ignored: its kind (" + attribute.kind +
                           ") or type is not one that Firn keeps");
    if (loader.needsConversion(spec)) {
        Column scratch = loader.scratch(spec);
        readGeoValues(source, attribute, scratch);
        return loader.convert(scratch);
    }
    Column* column = loader.add(spec);
    if (!column) return;
    readGeoValues(source, attribute, *column);
    if (spec.type.scalar == Scalar::Text) ColumnLoader::repairWords(*column);
}

/// Detail attributes hold the frame's information.
void readDetail(GeoSource& source, FrameInfo& info, int64_t& nextId)
{
    const GeoAttribute attribute = readGeoDefinition(source);
    if (!attribute.known || attribute.spec.type.size != 1 || attribute.spec.name.compare(0, 5, "firn_") != 0) return;
    Column column(attribute.spec, 1);
    readGeoValues(source, attribute, column);
    const Scalar scalar = attribute.spec.type.scalar;
    if (scalar == Scalar::Text) {
        ColumnLoader::repairWords(column);
        const int32_t index = column.values<int32_t>()[0];
        takeInfoText(attribute.spec.name, index < 0 ? "" : column.words()[std::size_t(index)], info, nextId);
    } else if (scalar == Scalar::Int64) {
        takeInfoText(attribute.spec.name, std::to_string(column.values<int64_t>()[0]), info, nextId);
    } else if (scalar == Scalar::Float64 && attribute.spec.name == kInfoTime) {
        info.time = column.values<double>()[0];
    }
}

void noteGroups(GeoSource& source, const GeoPairs& top, ColumnLoader& loader)
{
    for (const char* key : {"pointgroups", "vertexgroups", "primitivegroups", "edgegroups"}) {
        std::size_t place;
        if (!findKey(top, key, place)) continue;
        source.seek(place);
        if (source.kind() == GeoSource::Kind::List && !source.places().empty())
            loader.note("its " + std::string(key) + " are ignored");
    }
}

} // namespace

ParticleFile parseGeo(Span<const std::byte> bytes, const std::string& name)
{
    const auto source = openGeoSource(bytes, name);
    if (source->kind() != GeoSource::Kind::List) source->fail("is not a geometry file of Houdini's");
    const GeoPairs top = source->pairs();
    std::size_t place;
    if (!findKey(top, "pointcount", place)) source->fail("has no 'pointcount'");

    ParticleFile file;
    file.format = bytes[0] == std::byte(0x7f) ? ParticleFormat::Bgeo : ParticleFormat::Geo;
    file.bytes = bytes.size();
    ColumnLoader loader(file, name, countAt(*source, top, "pointcount"), bytes.size());
    int64_t nextId = 0;
    if (findKey(top, "attributes", place)) {
        source->seek(place);
        const GeoPairs classes = source->pairs();
        if (findKey(classes, "globalattributes", place)) {
            source->seek(place);
            for (const std::size_t detail : source->places()) {
                source->seek(detail);
                readDetail(*source, file.info, nextId);
            }
        }
        if (findKey(classes, "pointattributes", place)) {
            source->seek(place);
            for (const std::size_t attribute : source->places()) {
                source->seek(attribute);
                readPointAttribute(*source, loader);
            }
        }
    }
    if (const uint64_t primitives = countAt(*source, top, "primitivecount"))
        loader.note("its " + std::to_string(primitives) + " primitives are ignored");
    noteGroups(*source, top, loader);
    loader.finish(nextId);
    return file;
}

} // namespace firn
