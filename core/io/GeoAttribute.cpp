#include "io/GeoAttribute.h"

#include <algorithm>

namespace firn {

namespace {

std::string textAt(GeoSource& source, const GeoPairs& pairs, std::string_view key)
{
    std::size_t place;
    if (!findKey(pairs, key, place)) return {};
    source.seek(place);
    return source.kind() == GeoSource::Kind::Text ? source.text() : std::string();
}

int64_t integerAt(GeoSource& source, const GeoPairs& pairs, std::string_view key, int64_t otherwise)
{
    std::size_t place;
    if (!findKey(pairs, key, place)) return otherwise;
    source.seek(place);
    if (source.kind() != GeoSource::Kind::Integer) source.fail("has no number for '" + std::string(key) + "'");
    return source.integer();
}

/// Narrow types are widened to the next type that a column can have.
bool scalarOf(const std::string& storage, Scalar& scalar)
{
    if (storage == "fpreal32" || storage == "fpreal16")
        scalar = Scalar::Float32;
    else if (storage == "fpreal64")
        scalar = Scalar::Float64;
    else if (storage == "int64")
        scalar = Scalar::Int64;
    else if (storage == "int32" || storage == "int16" || storage == "int8" || storage == "uint8" || storage == "bool")
        scalar = Scalar::Int32;
    else
        return false;
    return true;
}

Meaning meaningOf(const std::string& type)
{
    if (type == "point" || type == "hpoint") return Meaning::Point;
    if (type == "vector") return Meaning::Vector;
    if (type == "normal") return Meaning::Normal;
    if (type == "color") return Meaning::Colour;
    if (type == "matrix") return Meaning::Matrix;
    if (type == "quaternion") return Meaning::Quaternion;
    return Meaning::None;
}

/// options {"type": {"type": "string", "value": "vector"}}
Meaning readMeaning(GeoSource& source, const GeoPairs& definition)
{
    std::size_t place;
    if (!findKey(definition, "options", place)) return Meaning::None;
    source.seek(place);
    if (source.kind() != GeoSource::Kind::List) return Meaning::None;
    const GeoPairs options = source.pairs();
    if (!findKey(options, "type", place)) return Meaning::None;
    source.seek(place);
    if (source.kind() != GeoSource::Kind::List) return Meaning::None;
    return meaningOf(textAt(source, source.pairs(), "value"));
}

/// Sub-vector sizes of paged data; one sub-vector of the whole tuple unless the file says otherwise.
std::vector<std::size_t> readPacking(GeoSource& source, const GeoPairs& values, std::size_t size)
{
    std::size_t place;
    if (!findKey(values, "packing", place)) return {size};
    source.seek(place);
    std::vector<std::size_t> packing;
    std::size_t sum = 0;
    source.beginNumbers();
    while (sum < size) {
        int32_t part = 0;
        source.takeNumbers(Scalar::Int32, reinterpret_cast<std::byte*>(&part), 1);
        if (part < 1 || std::size_t(part) > size - sum) source.fail("has a damaged 'packing'");
        packing.push_back(std::size_t(part));
        sum += std::size_t(part);
    }
    source.endNumbers();
    return packing;
}

/// For each sub-vector, which pages hold one tuple for all their points. An empty list means none.
std::vector<std::vector<uint8_t>> readConstantPages(GeoSource& source, const GeoPairs& values, std::size_t parts,
                                                    std::size_t pages)
{
    std::vector<std::vector<uint8_t>> constant(parts);
    std::size_t place;
    if (!findKey(values, "constantpageflags", place)) return constant;
    source.seek(place);
    std::vector<std::size_t> lists = source.places();
    if (lists.size() > parts) source.fail("has damaged 'constantpageflags'");
    for (std::size_t part = 0; part < lists.size(); ++part) {
        source.seek(lists[part]);
        if (source.kind() == GeoSource::Kind::List && source.places().empty()) continue;
        source.seek(lists[part]);
        std::vector<int32_t> flags(pages);
        source.beginNumbers();
        source.takeNumbers(Scalar::Int32, reinterpret_cast<std::byte*>(flags.data()), pages);
        source.endNumbers();
        constant[part].assign(flags.begin(), flags.end());
    }
    return constant;
}

/// Page after page; in a page, sub-vector after sub-vector.
void readPages(GeoSource& source, const GeoPairs& values, std::size_t place, Column& column)
{
    const std::size_t count = column.size(), size = std::size_t(column.type().size);
    const std::size_t bytes = scalarBytes(column.type().scalar);
    const auto pageSize =
        std::size_t(std::clamp<int64_t>(integerAt(source, values, "pagesize", 0), 0, int64_t(1) << 32));
    if (pageSize == 0) source.fail("has paged values without a 'pagesize'");
    const auto packing = readPacking(source, values, size);
    const std::size_t pages = (count + pageSize - 1) / pageSize;
    const auto constant = readConstantPages(source, values, packing.size(), pages);

    source.seek(place);
    source.beginNumbers();
    const bool plain = packing.size() == 1 && constant[0].empty();
    if (plain) source.takeNumbers(column.type().scalar, column.bytes().data(), count * size);
    std::vector<std::byte> part;
    for (std::size_t page = 0; !plain && page < pages; ++page) {
        const std::size_t first = page * pageSize, points = std::min(pageSize, count - first);
        std::size_t component = 0;
        for (std::size_t p = 0; p < packing.size(); component += packing[p], ++p) {
            const bool same = !constant[p].empty() && constant[p][page] != 0;
            const std::size_t tuple = packing[p] * bytes;
            part.resize((same ? 1 : points) * tuple);
            source.takeNumbers(column.type().scalar, part.data(), part.size() / bytes);
            for (std::size_t i = 0; i < points; ++i)
                std::memcpy(column.bytes().data() + ((first + i) * size + component) * bytes,
                            part.data() + (same ? 0 : i * tuple), tuple);
        }
    }
    source.endNumbers();
}

/// [[x, y, z], …]
void readTuples(GeoSource& source, std::size_t place, Column& column)
{
    source.seek(place);
    std::size_t i = 0;
    source.items([&] {
        if (i == column.size()) source.fail("has more values than points");
        source.beginNumbers();
        source.takeNumbers(column.type().scalar, column.bytes().data() + i * column.type().bytes(),
                           std::size_t(column.type().size));
        source.endNumbers();
        ++i;
    });
    if (i != column.size()) source.fail("has fewer values than points");
}

/// [[x0, x1, …], [y0, y1, …]]
void readArrays(GeoSource& source, std::size_t place, Column& column)
{
    source.seek(place);
    const std::size_t size = std::size_t(column.type().size), count = column.size();
    const std::size_t bytes = scalarBytes(column.type().scalar);
    std::vector<std::byte> component(size > 1 ? count * bytes : 0);
    std::size_t k = 0;
    source.items([&] {
        if (k == size) source.fail("has more components than it says");
        source.beginNumbers();
        std::byte* values = size > 1 ? component.data() : column.bytes().data();
        source.takeNumbers(column.type().scalar, values, count);
        source.endNumbers();
        for (std::size_t i = 0; size > 1 && i < count; ++i)
            std::memcpy(column.bytes().data() + (i * size + k) * bytes, component.data() + i * bytes, bytes);
        ++k;
    });
    if (k != size) source.fail("has fewer components than it says");
}

} // namespace

bool findKey(const GeoPairs& pairs, std::string_view key, std::size_t& place)
{
    for (const auto& pair : pairs)
        if (pair.first == key) return place = pair.second, true;
    return false;
}

GeoAttribute readGeoDefinition(GeoSource& source)
{
    const auto halves = source.places();
    if (halves.size() != 2) source.fail("has an attribute without a definition or without data");
    GeoAttribute attribute;
    source.seek(halves[0]);
    const GeoPairs definition = source.pairs();
    attribute.spec.name = textAt(source, definition, "name");
    attribute.kind = textAt(source, definition, "type");
    attribute.spec.meaning = readMeaning(source, definition);
    const bool text = attribute.kind == "string";
    if (!text && attribute.kind != "numeric") return attribute;

    source.seek(halves[1]);
    const GeoPairs data = source.pairs();
    std::size_t place;
    if (text && findKey(data, "strings", place)) {
        source.seek(place);
        attribute.words = source.texts();
    }
    if (!findKey(data, text ? "indices" : "values", place)) return attribute;
    source.seek(place);
    attribute.values = source.pairs();
    const int64_t size = integerAt(source, attribute.values, "size", integerAt(source, data, "size", 1));
    if (size < 1 || size > kLargestTuple) return attribute;
    attribute.spec.type.size = int(size);
    std::string storage = textAt(source, attribute.values, "storage");
    if (storage.empty()) storage = textAt(source, data, "storage");
    attribute.known = text || scalarOf(storage, attribute.spec.type.scalar);
    if (text) attribute.spec.type.scalar = Scalar::Text;
    return attribute;
}

void readGeoValues(GeoSource& source, const GeoAttribute& attribute, Column& column)
{
    std::size_t place;
    if (findKey(attribute.values, "rawpagedata", place))
        readPages(source, attribute.values, place, column);
    else if (findKey(attribute.values, "tuples", place))
        readTuples(source, place, column);
    else if (findKey(attribute.values, "arrays", place))
        readArrays(source, place, column);
    else
        source.fail("has no values for attribute '" + attribute.spec.name + "'");
    column.words() = attribute.words;
}

} // namespace firn
