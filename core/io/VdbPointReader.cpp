// Reads the OpenVDB points that Firn wrote, bit by bit and in their order.
#include "base/Error.h"
#include "io/ColumnLoader.h"
#include "io/ColumnText.h"
#include "io/ParticleFile.h"
#include "io/VdbPointTypes.h"
#include "io/VdbStream.h"

#include <algorithm>
#include <sstream>
#include <unordered_map>

namespace firn {

namespace {

using namespace openvdb;
using namespace openvdb::points;
using Leaf = PointDataTree::LeafNodeType;

/// A leaf and the place of its first point among all points.
struct LeafRun {
    const Leaf* leaf = nullptr;
    std::size_t first = 0;
    Index count = 0;
};

/// The leaves' points; their voxels must divide them up without a gap.
std::vector<LeafRun> leafRuns(const PointDataGrid& grid, const std::string& name)
{
    std::vector<LeafRun> runs;
    std::size_t total = 0;
    for (auto leaf = grid.tree().cbeginLeaf(); leaf; ++leaf) {
        const AttributeSet& attributes = leaf->attributeSet();
        if (attributes.size() == 0) throw FileError(name, "is damaged: points without attributes");
        const Index count = attributes.getConst(0)->size();
        Index before = 0;
        for (Index voxel = 0; voxel < Leaf::SIZE; ++voxel) {
            const Index end = Index(leaf->buffer()[voxel]);
            if (end < before || end > count) throw FileError(name, "is damaged: a voxel's points are out of order");
            before = end;
        }
        if (before != count) throw FileError(name, "is damaged: points outside every voxel");
        for (std::size_t a = 0; a < attributes.size(); ++a)
            if (attributes.getConst(a)->size() != count)
                throw FileError(name, "is damaged: attributes of different lengths");
        runs.push_back({&*leaf, total, count});
        total += count;
    }
    return runs;
}

/// Reads one column of every leaf. `place` gives the particle of each point; empty means the points' own order.
class ColumnReader {
public:
    ColumnReader(const std::vector<LeafRun>& runs, const std::vector<uint32_t>& place, const std::string& name)
        : mRuns(runs), mPlace(place), mName(name)
    {
    }

    void read(const std::string& attribute, Column& column) const
    {
        if (column.type().scalar == Scalar::Text)
            return readAs<StringAttributeArray>(attribute, column, column.type().size);
        withVdbType(column.type(), column.meaning(), [&](auto sample, int stride) {
            readAs<TypedAttributeArray<decltype(sample)>>(attribute, column, stride);
        });
    }

private:
    [[noreturn]] void fail(const std::string& attribute) const
    {
        throw FileError(mName, "is damaged: attribute '" + attribute + "' differs from leaf to leaf");
    }

    template <class Array> void readAs(const std::string& attribute, Column& column, int stride) const
    {
        const std::size_t tuple = column.type().bytes();
        for (const LeafRun& run : mRuns) {
            const AttributeArray* array = run.leaf->attributeSet().getConst(attribute);
            if (!array || array->stride() != Index(stride) || !array->isType<Array>()) fail(attribute);
            const auto* values = reinterpret_cast<const std::byte*>(static_cast<const Array*>(array)->constData());
            copyRun(run, values, array->isUniform(), std::size_t(stride), tuple, column.bytes().data());
        }
    }

    /// A uniform array holds one number for all numbers of all tuples.
    void copyRun(const LeafRun& run, const std::byte* from, bool uniform, std::size_t stride, std::size_t tuple,
                 std::byte* to) const
    {
        switch (uniform ? 0 : tuple) {
        case 4: return copyTuples<4>(run, from, to);
        case 8: return copyTuples<8>(run, from, to);
        case 12: return copyTuples<12>(run, from, to);
        case 36: return copyTuples<36>(run, from, to);
        default:
            for (Index i = 0; i < run.count; ++i) {
                std::byte* out = to + placeOf(run, i) * tuple;
                const std::size_t number = tuple / stride;
                for (std::size_t k = 0; k < stride; ++k)
                    std::memcpy(out + k * number, from + (uniform ? 0 : i * tuple + k * number), number);
            }
        }
    }
    template <std::size_t N> void copyTuples(const LeafRun& run, const std::byte* from, std::byte* to) const
    {
        if (mPlace.empty()) {
            if (run.count > 0) std::memcpy(to + run.first * N, from, std::size_t(run.count) * N);
            return;
        }
        for (Index i = 0; i < run.count; ++i) std::memcpy(to + placeOf(run, i) * N, from + i * N, N);
    }
    std::size_t placeOf(const LeafRun& run, Index i) const
    {
        return mPlace.empty() ? run.first + i : mPlace[run.first + i];
    }

    const std::vector<LeafRun>& mRuns;
    const std::vector<uint32_t>& mPlace;
    const std::string& mName;
};

std::string textMeta(const MetaMap& map, const std::string& key)
{
    const auto meta = map.getMetadata<StringMetadata>(key);
    return meta ? meta->value() : std::string();
}

/// The columns, as the writer listed them.
std::vector<ColumnSpec> describedColumns(const PointDataGrid& grid, const std::string& name)
{
    std::vector<ColumnSpec> specs;
    std::istringstream lines(textMeta(grid, kVdbColumns));
    for (std::string line; std::getline(lines, line);) {
        ColumnSpec spec;
        if (!parseColumnText(line, spec)) throw FileError(name, "is damaged: its list of attributes is unreadable");
        specs.push_back(std::move(spec));
    }
    return specs;
}

std::vector<std::string> ownWords(const PointDataGrid& grid, std::size_t column)
{
    std::vector<std::string> words;
    std::istringstream lines(textMeta(grid, kVdbWords + std::to_string(column)));
    for (std::string line; std::getline(lines, line);) words.push_back(unescapedLine(line));
    return words;
}

/// A frame without particles still has its columns.
void readEmptyColumns(const PointDataGrid& grid, const std::string& name, ColumnLoader& loader)
{
    const auto specs = describedColumns(grid, name);
    for (std::size_t c = 0; c < specs.size(); ++c)
        if (Column* column = loader.needsConversion(specs[c]) ? nullptr : loader.add(specs[c]))
            column->words() = ownWords(grid, c);
}

/// Turns OpenVDB's numbers of words into indices of the column's own words.
void renumberWords(const MetaMap& strings, std::vector<std::string> words, Column& column)
{
    column.words() = std::move(words);
    std::unordered_map<std::string, int32_t> local;
    for (std::size_t w = column.words().size(); w-- > 0;) local[column.words()[w]] = int32_t(w);
    std::unordered_map<int32_t, int32_t> numbers{{0, -1}};
    auto* index = reinterpret_cast<int32_t*>(column.bytes().data());
    for (std::size_t i = 0; i < column.bytes().size() / sizeof(int32_t); ++i) {
        const auto [found, added] = numbers.emplace(index[i], -1);
        if (added) {
            const std::string key = "string:" + std::to_string(int64_t(uint32_t(index[i])) - 1);
            const auto meta = strings.getMetadata<StringMetadata>(key);
            if (meta) {
                const auto known = local.emplace(meta->value(), int32_t(column.words().size()));
                if (known.second) column.words().push_back(meta->value());
                found->second = known.first->second;
            }
        }
        index[i] = found->second;
    }
}

/// Where each point goes: a permutation.
std::vector<uint32_t> readPlaces(const std::vector<LeafRun>& runs, std::size_t count, const std::string& name)
{
    Column index({kVdbIndex, columnType<int32_t>(), Meaning::None, {}}, count);
    ColumnReader(runs, {}, name).read(kVdbIndex, index);
    const auto values = index.values<int32_t>();
    std::vector<uint32_t> place(values.begin(), values.end());
    std::vector<uint8_t> taken(count, 0);
    for (const uint32_t p : place)
        if (p >= count || taken[p]++) throw FileError(name, "is damaged: its order is no permutation");
    return place;
}

PointDataGrid::ConstPtr findPoints(const VdbContent& content, ParticleFile& file, const std::string& name)
{
    PointDataGrid::ConstPtr points;
    for (const auto& grid : *content.grids) {
        if (!grid) continue;
        if (!points && grid->isType<PointDataGrid>())
            points = gridConstPtrCast<PointDataGrid>(grid);
        else
            file.notes.push_back("its grid '" + grid->getName() + "' is ignored");
    }
    if (!points) throw FileError(name, "has no points (OpenVDB's PointDataGrid)");
    return points;
}

void readColumns(const PointDataGrid& grid, const std::vector<LeafRun>& runs, const std::string& name,
                 ColumnLoader& loader)
{
    if (runs.empty()) return readEmptyColumns(grid, name, loader);
    const AttributeSet& first = runs[0].leaf->attributeSet();
    const std::vector<uint32_t> place = readPlaces(runs, loader.count(), name);
    const ColumnReader reader(runs, place, name);
    const std::vector<ColumnSpec> specs = describedColumns(grid, name);
    for (std::size_t c = 0; c < specs.size(); ++c) {
        const ColumnSpec& spec = specs[c];
        const std::string attribute = spec.name == "P" ? kVdbExactP : spec.name;
        if (loader.needsConversion(spec)) {
            Column scratch = loader.scratch(spec);
            reader.read(attribute, scratch);
            loader.convert(scratch);
        } else if (Column* column = loader.add(spec)) {
            reader.read(attribute, *column);
            if (spec.type.scalar == Scalar::Text)
                renumberWords(first.descriptor().getMetadata(), ownWords(grid, c), *column);
        }
    }
}

} // namespace

ParticleFile parseVdbPoints(Span<const std::byte> bytes, const std::string& name)
try {
    const VdbContent content = readVdb(bytes, name);
    ParticleFile file;
    file.format = ParticleFormat::Vdb;
    file.bytes = bytes.size();
    const auto grid = findPoints(content, file, name);
    int64_t nextId = 0;
    if (content.metadata)
        for (auto it = content.metadata->beginMeta(); it != content.metadata->endMeta(); ++it)
            takeInfoText(it->first, textMeta(*content.metadata, it->first), file.info, nextId);

    const auto runs = leafRuns(*grid, name);
    const std::size_t count = runs.empty() ? 0 : runs.back().first + runs.back().count;
    ColumnLoader loader(file, name, count, bytes.size());
    readColumns(*grid, runs, name, loader);
    loader.finish(nextId);
    return file;
} catch (const openvdb::Exception& error) {
    throw FileError(name, std::string("is damaged: ") + error.what());
}

} // namespace firn
