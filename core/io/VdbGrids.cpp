#include "io/VdbGrids.h"

#include "io/VdbHeader.h"
#include "io/VdbTransform.h"
#include "io/VdbTree.h"

#include <map>
#include <openvdb/io/Compression.h>

namespace firn {

namespace {

/// What a grid without a single node takes: its tree's tables, its transform, its metadata.
constexpr std::size_t kGridMemory = 8192;

template <class T> void insertNumber(openvdb::MetaMap& map, const std::string& name, Span<const std::byte> value)
{
    T number;
    std::memcpy(static_cast<void*>(&number), value.data(), sizeof number);
    map.insertMeta(name, openvdb::TypedMetadata<T>(number));
}

/// Keeps texts, numbers and vectors; the rest (previews, tables for delayed loading) serves only OpenVDB's own reader.
openvdb::MetaMap readMetadata(ByteReader& in)
{
    openvdb::MetaMap map;
    readVdbMetadata(in, [&](const std::string& name, const std::string& type, Span<const std::byte> value) {
        struct Number {
            const char* type;
            std::size_t bytes;
            void (*insert)(openvdb::MetaMap&, const std::string&, Span<const std::byte>);
        };
        static constexpr Number kNumbers[] = {
            {"int32", 4, insertNumber<int32_t>},         {"int64", 8, insertNumber<int64_t>},
            {"float", 4, insertNumber<float>},           {"double", 8, insertNumber<double>},
            {"vec3i", 12, insertNumber<openvdb::Vec3i>}, {"vec3s", 12, insertNumber<openvdb::Vec3s>},
            {"vec3d", 24, insertNumber<openvdb::Vec3d>}};
        if (name.empty()) return;
        if (map[name]) in.fail("is damaged: a grid has the metadata '" + name + "' twice");
        if (type == "string")
            map.insertMeta(
                name, openvdb::StringMetadata(std::string(reinterpret_cast<const char*>(value.data()), value.size())));
        if (type == "bool" && value.size() == 1) map.insertMeta(name, openvdb::BoolMetadata(value[0] != std::byte(0)));
        for (const Number& number : kNumbers)
            if (type == number.type && value.size() == number.bytes) number.insert(map, name, value);
    });
    return map;
}

class GridsReader {
public:
    GridsReader(Span<const std::byte> bytes, const std::string& name) : mIn(bytes, name), mMemory(bytes.size()) {}

    std::vector<VdbGrid> read()
    {
        const VdbFileStart start = readVdbFileStart(mIn);
        std::vector<VdbGrid> grids;
        for (std::size_t left = start.grids; left > 0; --left) {
            const VdbGridStart entry = readVdbGridStart(mIn, start.offsets);
            mMemory.take(mIn, kGridMemory);
            mIn.seek(entry.start);
            VdbGrid grid{entry.name, entry.type, nullptr, {}};
            readGrid(entry, grid);
            if (!grid.grid && !start.offsets)
                mIn.fail("has the grid '" + entry.name + "' that " + grid.why +
                         ", and does not say where it ends: save it without that grid");
            if (grid.grid && start.offsets && mIn.position() != entry.end)
                mIn.fail("is damaged: the grid '" + entry.name + "' does not end where it should");
            if (start.offsets) mIn.seek(entry.end);
            mKnown.emplace(entry.uniqueName, grid.grid);
            grids.push_back(std::move(grid));
        }
        return grids;
    }

private:
    void readGrid(const VdbGridStart& entry, VdbGrid& result)
    {
        const bool isFloat = entry.type == openvdb::FloatGrid::gridType();
        if (!isFloat && entry.type != openvdb::Vec3SGrid::gridType()) {
            result.why = "is of the type " + entry.type;
            return;
        }
        const auto compression = mIn.read<uint32_t>();
        if (compression &
            ~(openvdb::io::COMPRESS_ZIP | openvdb::io::COMPRESS_ACTIVE_MASK | openvdb::io::COMPRESS_BLOSC))
            mIn.fail("is damaged: a grid is compressed in no known way");
        const openvdb::MetaMap metadata = readMetadata(mIn);
        std::string kind;
        const auto transform = readVdbTransform(mIn, kind);
        if (!transform) {
            result.why = "has a transform of the kind " + kind;
            return;
        }
        const auto halfMeta = metadata.getMetadata<openvdb::BoolMetadata>(openvdb::GridBase::META_SAVE_HALF_FLOAT);
        const bool half = halfMeta && halfMeta->value();
        if (isFloat)
            result.grid = withTree<openvdb::FloatGrid>(entry, compression, half);
        else
            result.grid = withTree<openvdb::Vec3SGrid>(entry, compression, half);
        for (auto item = metadata.beginMeta(); item != metadata.endMeta(); ++item)
            result.grid->insertMeta(item->first, *item->second);
        if (result.grid->getName().empty()) result.grid->setName(entry.name);
        result.name = result.grid->getName();
        result.grid->setTransform(transform);
    }

    /// With voxels of its own, or with those of an earlier grid.
    template <class Grid> openvdb::GridBase::Ptr withTree(const VdbGridStart& entry, uint32_t compression, bool half)
    {
        if (entry.parent.empty())
            return Grid::create(readVdbTree<typename Grid::TreeType>(mIn, compression, half, mMemory));
        const auto parent = mKnown.find(entry.parent);
        const auto shared =
            parent == mKnown.end() || !parent->second ? nullptr : openvdb::gridPtrCast<Grid>(parent->second);
        if (!shared)
            mIn.fail("is damaged: the grid '" + entry.name + "' shares the voxels of a grid that is not there");
        return Grid::create(shared->treePtr());
    }

    ByteReader mIn;
    VdbMemory mMemory;
    std::map<std::string, openvdb::GridBase::Ptr> mKnown; ///< by unique name
};

} // namespace

std::vector<VdbGrid> readVdbGrids(Span<const std::byte> bytes, const std::string& name)
{
    return GridsReader(bytes, name).read();
}

} // namespace firn
