#include "io/VdbTree.h"

#include "io/VdbUnpack.h"

#include <memory>
#include <openvdb/io/Compression.h>
#include <vector>

namespace firn {

namespace {

using namespace openvdb;

/// Where a node may lie, in voxels: far from the overflow of 32-bit coordinates.
constexpr int32_t kFarthest = 1 << 30;

/// What the library itself adds to a node: the entry in its parent's table, the allocator's own bytes.
constexpr std::size_t kNodeOverhead = 128;

/// How a node's inactive values are stored, when only the active ones stand in the file.
enum Inactive : uint8_t { Background, MinusBackground, One, MaskMinus, MaskOne, MaskTwo, All };

template <class Mask> Mask readMask(ByteReader& in)
{
    Mask mask(false);
    static_assert(sizeof(Mask) == Mask::SIZE / 8);
    const std::byte* words = in.take(sizeof(Mask));
    for (Index n = 0; n < Mask::SIZE / 64; ++n)
        std::memcpy(&mask.template getWord<Index64>(n), words + n * sizeof(Index64), sizeof(Index64));
    return mask;
}

template <class Tree> class TreeReader {
public:
    using Root = typename Tree::RootNodeType;
    using Leaf = typename Tree::LeafNodeType;
    using Value = typename Tree::ValueType;
    using Half = typename openvdb::io::RealToHalf<Value>::HalfT;

    TreeReader(ByteReader& in, uint32_t compression, bool half, VdbMemory& memory)
        : mIn(in), mMemory(memory), mCompression(compression), mHalf(half)
    {
    }

    typename Tree::Ptr read()
    {
        if (mIn.read<int32_t>() != 1) mIn.fail("is damaged: a grid has more than one buffer of voxels");
        mBackground = mIn.read<Value>();
        auto tree = std::make_shared<Tree>(mBackground);
        const auto tiles = mIn.read<uint32_t>(), children = mIn.read<uint32_t>();
        const std::size_t tileBytes = sizeof(Coord) + sizeof(Value) + 1;
        if (tiles > mIn.remaining() / tileBytes || children > mIn.remaining() / (sizeof(Coord) + nodeBytes<Child>()))
            mIn.fail("claims more nodes than its bytes can hold");
        mMemory.take(mIn, std::size_t(tiles) * kNodeOverhead);
        Root& root = tree->root();
        for (std::size_t n = 0; n < tiles; ++n) {
            const Coord origin = readOrigin();
            const auto value = mIn.read<Value>();
            root.addTile(origin, value, readBool());
            if (root.getTableSize() != n + 1) twice();
        }
        for (std::size_t n = 0; n < children; ++n) {
            root.addChild(readNode<Child>(readOrigin()).release());
            if (root.getTableSize() != tiles + n + 1) twice();
        }
        for (auto leaf = tree->beginLeaf(); leaf; ++leaf) readVoxels(*leaf);
        return tree;
    }

private:
    using Child = typename Root::ChildNodeType;

    [[noreturn]] void twice() const { mIn.fail("is damaged: two of its nodes lie in the same place"); }

    bool readBool()
    {
        const auto value = mIn.read<uint8_t>();
        if (value > 1) mIn.fail("is damaged: a tile is neither active nor inactive");
        return value != 0;
    }

    Coord readOrigin()
    {
        Coord origin;
        for (int k = 0; k < 3; ++k) {
            origin[k] = mIn.read<int32_t>();
            if (origin[k] < -kFarthest || origin[k] > kFarthest || origin[k] % int32_t(Child::DIM) != 0)
                mIn.fail("is damaged: a node lies at a place where none can be");
        }
        return origin;
    }

    /// The fewest bytes that a node takes in the file: its masks and the byte before its values. A leaf's mask stands
    /// there twice.
    template <class Node> static constexpr std::size_t nodeBytes() { return 2 * (Node::NUM_VALUES / 8) + 1; }

    template <class Node> std::unique_ptr<Node> readNode(const Coord& origin)
    {
        if constexpr (Node::LEVEL == 0) {
            // Its voxels come after all nodes: those bytes must be there too.
            mVoxelBytes += nodeBytes<Node>() - Node::NUM_VALUES / 8;
            const auto mask = readMask<typename Node::NodeMaskType>(mIn);
            if (mVoxelBytes > mIn.remaining()) mIn.tooShort();
            mMemory.take(mIn, sizeof(Node) + Node::NUM_VALUES * sizeof(Value) + kNodeOverhead);
            auto leaf = std::make_unique<Node>(origin, mBackground, false);
            leaf->setValueMask(mask);
            return leaf;
        } else {
            const auto childMask = readMask<typename Node::NodeMaskType>(mIn);
            const auto valueMask = readMask<typename Node::NodeMaskType>(mIn);
            for (auto on = childMask.beginOn(); on; ++on)
                if (valueMask.isOn(on.pos())) mIn.fail("is damaged: a node is a tile and a branch at once");
            if (childMask.countOn() > mIn.remaining() / nodeBytes<typename Node::ChildNodeType>())
                mIn.fail("claims more nodes than its bytes can hold");
            mMemory.take(mIn, sizeof(Node) + kNodeOverhead);
            auto node = std::make_unique<Node>(origin, mBackground, false);
            mValues.resize(Node::NUM_VALUES);
            readValues(valueMask, mValues.data());
            for (Index n = 0; n < Node::NUM_VALUES; ++n)
                if (!childMask.isOn(n)) node->addTile(n, mValues[n], valueMask.isOn(n));
            for (auto on = childMask.beginOn(); on; ++on)
                node->addChild(readNode<typename Node::ChildNodeType>(node->offsetToGlobalCoord(on.pos())).release());
            return node;
        }
    }

    void readVoxels(Leaf& leaf)
    {
        if (readMask<typename Leaf::NodeMaskType>(mIn) != leaf.getValueMask())
            mIn.fail("is damaged: the two lists of a node's active voxels differ");
        readValues(leaf.getValueMask(), leaf.buffer().data());
    }

    /// All values of a node into `out`, the inactive ones restored.
    template <class Mask> void readValues(const Mask& active, Value* out)
    {
        const auto kind = mIn.read<uint8_t>();
        const bool masked = mCompression & openvdb::io::COMPRESS_ACTIVE_MASK;
        if (kind > All || (!masked && kind != All)) mIn.fail("is damaged: a node's values are stored in no known way");
        if (kind == All) return readRun(out, Mask::SIZE);

        // The first for places that the selection leaves out, the second for those it names.
        Value inactive[2] = {kind == Background ? mBackground : math::negative(mBackground), mBackground};
        if (kind == One || kind == MaskOne || kind == MaskTwo) inactive[0] = mIn.read<Value>();
        if (kind == MaskTwo) inactive[1] = mIn.read<Value>();
        Mask selection(false);
        if (kind == MaskMinus || kind == MaskOne || kind == MaskTwo) selection = readMask<Mask>(mIn);

        mActive.resize(active.countOn());
        readRun(mActive.data(), mActive.size());
        const Value* next = mActive.data();
        for (Index n = 0; n < Mask::SIZE; ++n) out[n] = active.isOn(n) ? *next++ : inactive[selection.isOn(n) ? 1 : 0];
    }

    void readRun(Value* out, std::size_t count)
    {
        if (!mHalf) return readVdbPacked(mIn, mCompression, {reinterpret_cast<std::byte*>(out), count * sizeof(Value)});
        if (count == 0) return; // 16-bit runs of no values leave nothing at all, not even a size
        mHalves.resize(count);
        readVdbPacked(mIn, mCompression, {reinterpret_cast<std::byte*>(mHalves.data()), count * sizeof(Half)});
        for (std::size_t n = 0; n < count; ++n) out[n] = Value(mHalves[n]);
    }

    ByteReader& mIn;
    VdbMemory& mMemory;
    uint32_t mCompression;
    bool mHalf;
    Value mBackground = zeroVal<Value>();
    std::size_t mVoxelBytes = 0; ///< what the leaves so far need at least after the last node
    std::vector<Value> mValues, mActive;
    std::vector<Half> mHalves;
};

} // namespace

void VdbMemory::take(const ByteReader& in, std::size_t bytes)
{
    if (bytes > mLeft)
        in.fail("would take far more memory than its own size: if you trust it, save it again without compression");
    mLeft -= bytes;
}

template <class Tree> typename Tree::Ptr readVdbTree(ByteReader& in, uint32_t compression, bool half, VdbMemory& memory)
{
    return TreeReader<Tree>(in, compression, half, memory).read();
}

template FloatTree::Ptr readVdbTree<FloatTree>(ByteReader&, uint32_t, bool, VdbMemory&);
template Vec3STree::Ptr readVdbTree<Vec3STree>(ByteReader&, uint32_t, bool, VdbMemory&);

} // namespace firn
