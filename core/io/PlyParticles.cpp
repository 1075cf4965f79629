// Particles as the vertices of a PLY: binary little-endian written, every form read.
#include "base/Error.h"
#include "io/Checksum.h"
#include "io/ColumnLoader.h"
#include "io/ColumnText.h"
#include "io/NumberCast.h"
#include "io/ParticleFile.h"
#include "io/PlyColumns.h"

#include <algorithm>
#include <set>

namespace firn {

namespace {

constexpr const char* kTypeNames[] = {"char", "uchar", "short", "ushort", "int", "uint", "float", "double"};

bool fitsInt32(const Column& column)
{
    const auto* values = reinterpret_cast<const int64_t*>(column.bytes().data());
    return std::all_of(values, values + column.bytes().size() / 8,
                       [](int64_t v) { return v >= INT32_MIN && v <= INT32_MAX; });
}

/// Copies tuples between a column and rows; a size known at compile time makes it plain loads and stores.
template <std::size_t N>
void copyStrided(const std::byte* from, std::size_t fromStride, std::byte* to, std::size_t toStride, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i, from += fromStride, to += toStride) std::memcpy(to, from, N);
}

void copyStrided(const std::byte* from, std::size_t fromStride, std::byte* to, std::size_t toStride, std::size_t count,
                 std::size_t bytes)
{
    switch (bytes) {
    case 4: return copyStrided<4>(from, fromStride, to, toStride, count);
    case 8: return copyStrided<8>(from, fromStride, to, toStride, count);
    case 12: return copyStrided<12>(from, fromStride, to, toStride, count);
    case 36: return copyStrided<36>(from, fromStride, to, toStride, count);
    default:
        for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * toStride, from + i * fromStride, bytes);
    }
}

void writeHeader(const Particles& particles, const FrameInfo& info, const std::vector<PlyColumn>& columns,
                 OutputFile& file)
{
    std::string header = "ply\nformat binary_little_endian 1.0\ncomment " + checksumPlaceholder() + "\ncomment " +
                         std::string(kCacheMark) + "particles\n";
    for (const auto& [name, text] : infoTexts(info, particles.nextId()))
        header += "comment " + name + " " + escapedLine(text) + "\n";
    for (const auto& column : columns) {
        header += "comment " + columnComment(column) + "\n";
        for (const auto& word : column.words) header += "comment " + wordComment(word) + "\n";
    }
    header += "element vertex " + std::to_string(particles.size()) + "\n";
    std::set<std::string> used;
    for (const auto& column : columns) {
        for (std::string name : plyNames(column)) {
            while (!used.insert(name).second) name += "_"; // the header's comments hold the true names
            header += std::string("property ") + kTypeNames[int(column.type())] + " " + name + "\n";
        }
    }
    file.write(header + "end_header\n");
}

/// Interleaves the columns, a batch of rows at a time.
void writeRows(const Particles& particles, const std::vector<PlyColumn>& columns, OutputFile& file)
{
    constexpr std::size_t kBatch = 2048;
    std::size_t row = 0;
    for (const auto& column : columns) row += column.properties() * plyBytes(column.type());
    std::vector<std::byte> rows(row * kBatch), narrow;
    for (std::size_t first = 0; first < particles.size(); first += kBatch) {
        const std::size_t count = std::min(kBatch, particles.size() - first);
        std::byte* to = rows.data();
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const Column& column = particles.columns()[c];
            const std::size_t bytes = columns[c].properties() * plyBytes(columns[c].type());
            const std::byte* from = column.bytes().data() + first * column.type().bytes();
            if (bytes != column.type().bytes()) { // int64 that fits int
                narrow.resize(count * bytes);
                convertPacked<int64_t>(from, Scalar::Int32, narrow.data(), narrow.size() / 4);
                from = narrow.data();
            }
            copyStrided(from, bytes, to, row, count, bytes);
            to += bytes;
        }
        file.write(rows.data(), row * count);
    }
}

/// Puts a batch of rows' values into a column, converting where PLY's type is not the column's.
void readColumnRows(const PlyElement& vertices, const PlyColumn& from, const std::byte* rows, std::size_t row,
                    std::size_t first, std::size_t count, Column& to)
{
    std::size_t offset = 0;
    for (std::size_t p = 0; p < from.first; ++p) offset += plyBytes(vertices.properties[p].type);
    const PlyType type = vertices.properties[from.first].type;
    const std::size_t bytes = from.properties() * plyBytes(type);
    const std::size_t tuple = to.type().bytes(), size = std::size_t(to.type().size);
    std::byte* out = to.bytes().data() + first * tuple;
    const bool same = bytes == tuple && (plyIsFloat(type) == to.type().isFloat());
    if (same) return copyStrided(rows + offset, row, out, tuple, count, bytes);
    for (std::size_t i = 0; i < count; ++i) {
        const std::byte* in = rows + i * row + offset;
        std::byte* value = out + i * tuple;
        switch (type) {
        case PlyType::Int8: convertPacked<int8_t>(in, to.type().scalar, value, size); break;
        case PlyType::Uint8: convertPacked<uint8_t>(in, to.type().scalar, value, size); break;
        case PlyType::Int16: convertPacked<int16_t>(in, to.type().scalar, value, size); break;
        case PlyType::Uint16: convertPacked<uint16_t>(in, to.type().scalar, value, size); break;
        case PlyType::Int32: convertPacked<int32_t>(in, to.type().scalar, value, size); break;
        case PlyType::Uint32: convertPacked<uint32_t>(in, to.type().scalar, value, size); break;
        case PlyType::Float32: convertPacked<float>(in, to.type().scalar, value, size); break;
        case PlyType::Float64: convertPacked<double>(in, to.type().scalar, value, size); break;
        }
    }
}

/// Rows in this machine's byte order with lists left out: as they are in the file when they can be.
const std::byte* plainRows(const PlyHeader& header, const PlyElement& vertices, std::size_t count, PlyValues& values,
                           std::vector<std::byte>& room)
{
    if (header.form == PlyForm::LittleEndian && !vertices.hasLists()) return values.rows(count * vertices.rowBytes());
    room.assign(count * vertices.rowBytes(), std::byte(0));
    std::byte* to = room.data();
    for (std::size_t i = 0; i < count; ++i) {
        for (const auto& property : vertices.properties) {
            if (property.list)
                values.skip(property);
            else
                values.nextBits(property.type, to);
            to += plyBytes(property.type);
        }
    }
    return room.data();
}

void readRows(const PlyHeader& header, const PlyElement& vertices, const std::vector<PlyColumn>& columns,
              PlyValues& values, ColumnLoader& loader, Particles& particles)
{
    // P, v and id of another type go through scratch columns.
    std::vector<Column> scratch;
    std::vector<int> scratchOf(columns.size(), -1);
    std::vector<std::string> kept(columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (loader.needsConversion(columns[c].spec)) {
            scratchOf[c] = int(scratch.size());
            scratch.push_back(loader.scratch(columns[c].spec));
        } else if (Column* column = loader.add(columns[c].spec)) {
            kept[c] = column->name();
            column->words() = columns[c].words;
        }
    }
    constexpr std::size_t kBatch = 2048;
    const std::size_t row = vertices.rowBytes();
    std::vector<std::byte> room;
    for (std::size_t first = 0; first < vertices.count; first += kBatch) {
        const std::size_t count = std::min(kBatch, vertices.count - first);
        const std::byte* rows = plainRows(header, vertices, count, values, room);
        for (std::size_t c = 0; c < columns.size(); ++c) {
            if (scratchOf[c] >= 0)
                readColumnRows(vertices, columns[c], rows, row, first, count, scratch[std::size_t(scratchOf[c])]);
            else if (!kept[c].empty())
                readColumnRows(vertices, columns[c], rows, row, first, count, *particles.find(kept[c]));
        }
    }
    for (const auto& column : scratch) loader.convert(column);
    for (auto& column : particles.columns())
        if (column.type().scalar == Scalar::Text) ColumnLoader::repairWords(column);
}

} // namespace

void writePly(OutputFile& file, const Particles& particles, const FrameInfo& info)
{
    std::vector<PlyColumn> columns;
    for (const auto& column : particles.columns()) {
        PlyColumn described{column.spec(), 0, false, column.words()};
        described.halves = column.type().scalar == Scalar::Int64 && !fitsInt32(column);
        columns.push_back(std::move(described));
    }
    writeHeader(particles, info, columns, file);
    writeRows(particles, columns, file);
}

ParticleFile parsePly(Span<const std::byte> bytes, const std::string& name)
{
    const PlyHeader header = parsePlyHeader(bytes, name);
    PlyValues values(bytes, header, name);
    ParticleFile file;
    file.format = ParticleFormat::Ply;
    file.bytes = bytes.size();
    int64_t nextId = 0;
    for (const auto& comment : header.comments) {
        const std::size_t space = comment.find(' ');
        if (space == comment.npos || comment.compare(0, 5, "firn_") != 0) continue;
        takeInfoText(comment.substr(0, space), unescapedLine(comment.substr(space + 1)), file.info, nextId);
    }
    bool found = false;
    for (const auto& element : header.elements) {
        if (found) {
            if (element.count > 0)
                file.notes.push_back("its " + std::to_string(element.count) + " of element '" + element.name +
                                     "' are ignored");
            continue;
        }
        if (element.name != "vertex") {
            values.skip(element);
            continue;
        }
        found = true;
        ColumnLoader loader(file, name, element.count, bytes.size());
        readRows(header, element, plyColumnsOf(header, element, file.notes), values, loader, file.particles);
        loader.finish(nextId);
    }
    if (!found) throw FileError(name, "has no element 'vertex'");
    const bool last = !header.elements.empty() && header.elements.back().name == "vertex";
    if (last && header.form != PlyForm::Ascii && values.remaining() > 0)
        file.notes.push_back("it goes on after its last vertex; the rest is ignored");
    return file;
}

} // namespace firn
