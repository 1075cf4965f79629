// Writes particles as OpenVDB points: every column an attribute, exact positions and the order beside them.
#include "base/Hash.h"
#include "io/ColumnText.h"
#include "io/ParticleFile.h"
#include "io/VdbPointTypes.h"
#include "io/VdbStream.h"
#include "parallel/ForEach.h"
#include "particles/BlockOrder.h"

#include <unordered_map>

namespace firn {

namespace {

using namespace openvdb;
using namespace openvdb::points;
using Leaf = PointDataTree::LeafNodeType;

/// One attribute to be: where its tuples come from and how they are stored.
struct Source {
    std::string name;
    ColumnType type;
    Meaning meaning = Meaning::None;
    const std::byte* bytes = nullptr;
    std::vector<uint32_t> strings; ///< text: the descriptor's number of each word
};

/// Words of all text columns share one numbered table in the descriptor; number 0 is the empty word.
std::vector<uint32_t> insertWords(const Column& column, std::unordered_map<std::string, uint32_t>& table,
                                  MetaMap& metadata)
{
    std::vector<uint32_t> numbers;
    for (const auto& word : column.words()) {
        const auto [found, added] = table.emplace(word, uint32_t(table.size()) + 1);
        if (added) metadata.insertMeta("string:" + std::to_string(found->second - 1), StringMetadata(word));
        numbers.push_back(found->second);
    }
    return numbers;
}

AttributeArray::Ptr makeTextArray(const Source& source, Span<const uint32_t> order)
{
    const Index stride = Index(source.type.size);
    auto array = StringAttributeArray::create(Index(order.size()), stride);
    auto& typed = static_cast<StringAttributeArray&>(*array);
    typed.expand(false);
    const auto* words = reinterpret_cast<const int32_t*>(source.bytes);
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (Index k = 0; k < stride; ++k) {
            const int32_t word = words[std::size_t(order[i]) * stride + k];
            typed.setUnsafe(Index(i) * stride + k, word < 0 ? 0 : source.strings[std::size_t(word)]);
        }
    }
    return array;
}

AttributeArray::Ptr makeArray(const Source& source, Span<const uint32_t> order)
{
    if (source.type.scalar == Scalar::Text) return makeTextArray(source, order);
    return withVdbType(source.type, source.meaning, [&](auto sample, int stride) -> AttributeArray::Ptr {
        using T = decltype(sample);
        using Array = TypedAttributeArray<T>;
        auto array = Array::create(Index(order.size()), Index(stride));
        auto& typed = static_cast<Array&>(*array);
        typed.expand(false);
        const std::size_t tuple = source.type.bytes();
        Index at = 0;
        for (const uint32_t point : order) {
            const std::byte* from = source.bytes + point * tuple;
            for (int k = 0; k < stride; ++k, from += sizeof(T)) {
                T value;
                std::memcpy(static_cast<void*>(&value), from, sizeof(T));
                typed.setUnsafe(at++, value);
            }
        }
        return array;
    });
}

/// Positions relative to the middle of their voxel, in voxels: OpenVDB's own convention.
AttributeArray::Ptr makePositions(Span<const Vec3f> P, const BlockOrder& blocks, Span<const uint32_t> order)
{
    using Array = TypedAttributeArray<math::Vec3<float>>;
    auto array = Array::create(Index(order.size()));
    auto& typed = static_cast<Array&>(*array);
    typed.expand(false);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Vec3d offset = P[order[i]].cast<double>() / blocks.voxelSize - blocks.voxels[order[i]].cast<double>();
        typed.setUnsafe(Index(i), math::Vec3<float>(float(offset.x()), float(offset.y()), float(offset.z())));
    }
    return array;
}

NamePair typeOf(const Source& source)
{
    if (source.type.scalar == Scalar::Text) return StringAttributeArray::attributeType();
    return withVdbType(source.type, source.meaning,
                       [](auto sample, int) { return TypedAttributeArray<decltype(sample)>::attributeType(); });
}

/// The columns other than P, which is stored as kVdbExactP.
std::vector<Source> sourcesOf(const Particles& particles, const std::vector<int32_t>& index, MetaMap& strings)
{
    std::vector<Source> sources;
    std::unordered_map<std::string, uint32_t> table;
    for (const auto& column : particles.columns()) {
        if (!AttributeSet::Descriptor::validName(column.name()) || column.name() == kVdbExactP ||
            column.name() == kVdbIndex)
            throw InputError("attribute '" + column.name() +
                             "' cannot be stored in .vdb: its name must be letters, digits and _, and not Firn's own");
        const std::string name = column.name() == "P" ? kVdbExactP : column.name();
        sources.push_back({name, column.type(), column.meaning(), column.bytes().data(), {}});
        if (column.type().scalar == Scalar::Text) sources.back().strings = insertWords(column, table, strings);
    }
    sources.push_back(
        {kVdbIndex, columnType<int32_t>(), Meaning::None, reinterpret_cast<const std::byte*>(index.data()), {}});
    return sources;
}

Leaf* makeLeaf(const BlockOrder& blocks, const BlockOrder::Block& block, Span<const Vec3f> P,
               const std::vector<Source>& sources, const AttributeSet::DescriptorPtr& descriptor)
{
    const auto order = Span<const uint32_t>(blocks.order).subspan(block.begin, block.end - block.begin);
    auto leaf = std::make_unique<Leaf>(Coord(block.origin.x(), block.origin.y(), block.origin.z()));
    auto attributes = std::make_unique<AttributeSet>(descriptor, Index(order.size()));
    attributes->replace(0, makePositions(P, blocks, order));
    for (std::size_t s = 0; s < sources.size(); ++s) attributes->replace(s + 1, makeArray(sources[s], order));
    leaf->replaceAttributeSet(attributes.release(), /*allowMismatchingDescriptors=*/true);

    std::vector<PointDataIndex32> ends(Leaf::SIZE);
    uint32_t point = 0;
    for (uint32_t voxel = 0; voxel < Leaf::SIZE; ++voxel) {
        while (point < order.size() && BlockOrder::offsetInBlock(blocks.voxels[order[point]]) == voxel) ++point;
        ends[voxel] = point;
    }
    leaf->setOffsets(ends);
    return leaf.release();
}

void describe(const Particles& particles, const FrameInfo& info, PointDataGrid& grid, MetaMap& file)
{
    std::string columns;
    for (std::size_t c = 0; c < particles.columns().size(); ++c) {
        const Column& column = particles.columns()[c];
        columns += columnText(column.spec()) + "\n";
        if (column.type().scalar != Scalar::Text) continue;
        std::string words;
        for (const auto& word : column.words()) words += escapedLine(word) + "\n";
        grid.insertMeta(kVdbWords + std::to_string(c), StringMetadata(words));
    }
    grid.insertMeta(kVdbColumns, StringMetadata(columns));
    grid.insertMeta("firn_count", Int64Metadata(int64_t(particles.size())));
    for (const auto& [name, text] : infoTexts(info, particles.nextId())) file.insertMeta(name, StringMetadata(text));
}

} // namespace

void writeVdbPoints(OutputFile& file, const Particles& particles, const FrameInfo& info)
{
    prepareVdb();
    if (particles.size() > std::size_t(INT32_MAX)) throw InputError("a .vdb holds at most 2147483647 particles");
    const auto P = particles.P();
    const BlockOrder blocks = blockOrder(P, voxelSizeFor(P));
    std::vector<int32_t> index(particles.size());
    for (std::size_t i = 0; i < index.size(); ++i) index[i] = int32_t(i);

    MetaMap strings;
    const std::vector<Source> sources = sourcesOf(particles, index, strings);
    auto descriptor = AttributeSet::Descriptor::create(TypedAttributeArray<math::Vec3<float>>::attributeType());
    for (const auto& source : sources) descriptor = descriptor->duplicateAppend(source.name, typeOf(source));
    for (auto it = strings.beginMeta(); it != strings.endMeta(); ++it)
        descriptor->getMetadata().insertMeta(it->first, *it->second);

    auto grid = PointDataGrid::create();
    grid->setName("points");
    grid->setTransform(math::Transform::createLinearTransform(blocks.voxelSize));
    std::vector<Leaf*> leaves(blocks.blocks.size(), nullptr);
    forEach(
        leaves.size(), [&](std::size_t b) { leaves[b] = makeLeaf(blocks, blocks.blocks[b], P, sources, descriptor); },
        1);
    for (Leaf* leaf : leaves) grid->tree().addLeaf(leaf);

    MetaMap metadata;
    describe(particles, info, *grid, metadata);
    writeVdb(file, {grid}, metadata, "particles", mix(mix(info.hash, uint64_t(info.frame)), particles.size()));
}

} // namespace firn
