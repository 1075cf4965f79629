#include "grid/BlockGrid.h"

#include "base/Hash.h"
#include "parallel/ForEach.h"

#include <algorithm>

namespace firn {

namespace {

constexpr std::size_t kBlocksPerTask = 16;

std::size_t slotOf(uint64_t key, std::size_t tableSize) { return mix(0, key) & (tableSize - 1); }

} // namespace

void BlockGrid::build(Span<const Vec3i> particleBlocks, Span<const NodeBox> boxes)
{
    std::size_t tableSize = 64;
    while (tableSize < 4 * particleBlocks.size()) tableSize *= 2;
    mTable.assign(tableSize, {});
    mBlocks.clear();
    for (const Vec3i& block : particleBlocks) findOrAdd(block);

    mBoxes.assign(boxes.begin(), boxes.end());
    mNeighbours.resize(particleBlocks.size());
    for (std::size_t b = 0; b < particleBlocks.size(); ++b) {
        const int unreached = 7 & ~boxes[b].reach();
        for (int o = 0; o < 8; ++o)
            mNeighbours[b][std::size_t(o)] =
                (o & unreached) ? uint32_t(b) : findOrAdd(particleBlocks[b] + Vec3i(o >> 2, (o >> 1) & 1, o & 1));
    }
    mColours = BlockColours(particleBlocks);
}

uint32_t BlockGrid::findOrAdd(const Vec3i& block)
{
    const uint64_t key = blockKey(block);
    std::size_t slot = slotOf(key, mTable.size());
    for (; mTable[slot].key != kEmpty; slot = (slot + 1) & (mTable.size() - 1))
        if (mTable[slot].key == key) return mTable[slot].block;
    mTable[slot] = {key, uint32_t(mBlocks.size())};
    mBlocks.push_back(block);
    if (2 * mBlocks.size() > mTable.size()) grow();
    return uint32_t(mBlocks.size() - 1);
}

void BlockGrid::grow()
{
    std::vector<Slot> table(2 * mTable.size());
    for (const Slot& entry : mTable) {
        if (entry.key == kEmpty) continue;
        std::size_t slot = slotOf(entry.key, table.size());
        while (table[slot].key != kEmpty) slot = (slot + 1) & (table.size() - 1);
        table[slot] = entry;
    }
    mTable.swap(table);
}

int64_t BlockGrid::find(const Vec3i& block) const
{
    if (mTable.empty() || (block.array().abs() > kFarthestBlock + 1).any()) return -1;
    const uint64_t key = blockKey(block);
    for (std::size_t slot = slotOf(key, mTable.size());; slot = (slot + 1) & (mTable.size() - 1)) {
        if (mTable[slot].key == key) return int64_t(mTable[slot].block);
        if (mTable[slot].key == kEmpty) return -1;
    }
}

void BlockGrid::resize(int channels, NodeField& field) const
{
    const std::size_t wanted = blockCount() * kBlockNodes * std::size_t(channels);
    if (field.capacity() <
        wanted) { // grow without copying what is about to be overwritten, with room for the next step
        field.clear();
        field.reserve(wanted + wanted / 8);
    }
    field.resize(wanted);
}

void BlockGrid::zero(int channels, NodeField& field) const
{
    resize(channels, field);
    const std::size_t perBlock = kBlockNodes * std::size_t(channels);
    forRanges(blockCount(), kBlocksPerTask, [&](std::size_t begin, std::size_t end) {
        std::fill(field.data() + begin * perBlock, field.data() + end * perBlock, 0.0f);
    });
}

} // namespace firn
