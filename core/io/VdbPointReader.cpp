// Reads OpenVDB points: our own bit by bit and in their order, other programs' as OpenVDB gives them.
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

/// The raw values of an attribute stored without a codec, or null.
template <class T> const TypedAttributeArray<T>* plainArray(const AttributeArray& array, Index stride)
{
    if (!array.isType<TypedAttributeArray<T>>() || array.stride() != stride) return nullptr;
    return static_cast<const TypedAttributeArray<T>*>(&array);
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
            return readAs<int32_t, StringAttributeArray>(attribute, column, column.type().size);
        withVdbType(column.type(), column.meaning(), [&](auto sample, int stride) {
            using T = decltype(sample);
            readAs<T, TypedAttributeArray<T>>(attribute, column, stride);
        });
    }

private:
    [[noreturn]] void fail(const std::string& attribute) const
    {
        throw FileError(mName, "is damaged: attribute '" + attribute + "' differs from leaf to leaf");
    }

    template <class T, class Array> void readAs(const std::string& attribute, Column& column, int stride) const
    {
        const std::size_t tuple = column.type().bytes();
        for (const LeafRun& run : mRuns) {
            const AttributeArray* array = run.leaf->attributeSet().getConst(attribute);
            if (!array || array->stride() != Index(stride)) fail(attribute);
            if (array->isType<Array>()) {
                const auto* values = reinterpret_cast<const std::byte*>(static_cast<const Array*>(array)->constData());
                copyRun(run, values, array->isUniform(), std::size_t(stride), tuple, column.bytes().data());
            } else if constexpr (!std::is_same_v<Array, StringAttributeArray>) {
                // A codec is in the way: value by value.
                if (array->valueType() != typeNameAsString<T>()) fail(attribute);
                const AttributeHandle<T> handle(*array);
                std::vector<T> values;
                for (Index i = 0; i < run.count; ++i)
                    for (Index k = 0; k < Index(stride); ++k) values.push_back(handle.get(i, k));
                copyRun(run, reinterpret_cast<const std::byte*>(values.data()), false, std::size_t(stride), tuple,
                        column.bytes().data());
            } else {
                fail(attribute);
            }
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

/// The columns of a file of ours; empty when it is another program's.
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

/// The column that an attribute of another program's file becomes; false when there is none.
bool guessSpec(const std::string& name, const AttributeArray& array, ColumnSpec& spec)
{
    struct Known {
        const char* type;
        Scalar scalar;
        int size;
        Meaning meaning;
    };
    static constexpr Known kKnown[] = {
        {"float", Scalar::Float32, 1, Meaning::None},      {"double", Scalar::Float64, 1, Meaning::None},
        {"int32", Scalar::Int32, 1, Meaning::None},        {"int64", Scalar::Int64, 1, Meaning::None},
        {"vec3s", Scalar::Float32, 3, Meaning::Vector},    {"vec3d", Scalar::Float64, 3, Meaning::Vector},
        {"vec3i", Scalar::Int32, 3, Meaning::None},        {"mat3s", Scalar::Float32, 9, Meaning::Matrix},
        {"mat3d", Scalar::Float64, 9, Meaning::Matrix},    {"mat4s", Scalar::Float32, 16, Meaning::Matrix},
        {"mat4d", Scalar::Float64, 16, Meaning::Matrix},   {"quats", Scalar::Float32, 4, Meaning::Quaternion},
        {"quatd", Scalar::Float64, 4, Meaning::Quaternion}};
    const int stride = int(array.stride());
    if (isString(array)) {
        spec = {name, {Scalar::Text, stride}, Meaning::None, {}};
        return stride >= 1 && stride <= kLargestTuple;
    }
    if (isGroup(array)) return false;
    for (const auto& known : kKnown) {
        if (array.valueType() != known.type) continue;
        // A strided array of numbers, or one vector, matrix or quaternion.
        if (stride < 1 || (known.size > 1 ? stride != 1 : stride > kLargestTuple)) return false;
        spec = {name, {known.scalar, known.size * stride}, known.meaning, {}};
        // Strided numbers that fill a vector's or a matrix's place are of another OpenVDB type than it.
        return known.size > 1 || withVdbType(spec.type, spec.meaning, [&](auto, int s) { return s == stride; });
    }
    return false;
}

/// Turns OpenVDB's numbers of words into indices of the column's own words.
void renumberWords(const MetaMap& strings, const std::string& ownWords, bool own, Column& column)
{
    std::unordered_map<std::string, int32_t> local;
    if (own) {
        std::istringstream lines(ownWords);
        for (std::string line; std::getline(lines, line);) column.words().push_back(unescapedLine(line));
        for (std::size_t w = column.words().size(); w-- > 0;) local[column.words()[w]] = int32_t(w);
    }
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

/// Positions of another program's file: relative to the middle of each voxel.
void readPositions(const PointDataGrid& grid, const std::vector<LeafRun>& runs, const std::string& name, Column& column)
{
    const auto P = column.values<Vec3f>();
    for (const LeafRun& run : runs) {
        const AttributeArray* array = run.leaf->attributeSet().getConst("P");
        if (!array || array->valueType() != "vec3s" || array->stride() != 1)
            throw FileError(name, "has points without a position 'P' of three floats");
        const AttributeHandle<math::Vec3<float>> handle(*array);
        Index i = 0;
        for (Index voxel = 0; voxel < Leaf::SIZE; ++voxel) {
            const openvdb::Vec3d origin = run.leaf->offsetToGlobalCoord(voxel).asVec3d();
            for (; i < Index(run.leaf->buffer()[voxel]); ++i) {
                const openvdb::Vec3d x = grid.transform().indexToWorld(openvdb::Vec3d(handle.get(i)) + origin);
                P[run.first + i] = Vec3f(float(x.x()), float(x.y()), float(x.z()));
            }
        }
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
    if (runs.empty()) return;
    const AttributeSet& first = runs[0].leaf->attributeSet();
    const bool own = first.getConst(kVdbExactP) && first.getConst(kVdbIndex);
    const std::vector<uint32_t> place = own ? readPlaces(runs, loader.count(), name) : std::vector<uint32_t>();
    const ColumnReader reader(runs, place, name);
    std::vector<ColumnSpec> specs = own ? describedColumns(grid, name) : std::vector<ColumnSpec>();
    if (!own) {
        readPositions(grid, runs, name, *loader.add({"P", columnType<Vec3f>(), Meaning::Point, {}}));
        std::map<std::size_t, std::string> names; // by position, the order they were added in
        for (const auto& entry : first.descriptor().map()) names[entry.second] = entry.first;
        for (const auto& [at, attribute] : names) {
            ColumnSpec spec;
            if (attribute == "P") continue;
            if (guessSpec(attribute, *first.getConst(at), spec))
                specs.push_back(std::move(spec));
            else
                loader.note("attribute '" + attribute + "' is ignored: its type is not one that Firn keeps");
        }
    }
    for (std::size_t c = 0; c < specs.size(); ++c) {
        const ColumnSpec& spec = specs[c];
        const std::string attribute = own && spec.name == "P" ? kVdbExactP : spec.name;
        if (loader.needsConversion(spec)) {
            Column scratch = loader.scratch(spec);
            reader.read(attribute, scratch);
            loader.convert(scratch);
        } else if (Column* column = loader.add(spec)) {
            reader.read(attribute, *column);
            if (spec.type.scalar == Scalar::Text)
                renumberWords(first.descriptor().getMetadata(), textMeta(grid, kVdbWords + std::to_string(c)), own,
                              *column);
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
    if (runs.empty())
        for (const auto& spec : describedColumns(*grid, name)) loader.add(spec);
    loader.finish(nextId);
    return file;
} catch (const openvdb::Exception& error) {
    throw FileError(name, std::string("is damaged: ") + error.what());
}

} // namespace firn
