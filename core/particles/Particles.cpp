#include "particles/Particles.h"

#include "base/Error.h"
#include "base/Text.h"
#include "parallel/ForEach.h"
#include "parallel/Sort.h"

#include <algorithm>

namespace firn {

Particles::Particles()
{
    ensure(columnSpec<Vec3f>("P", Vec3f::Zero(), Meaning::Point));
    ensure(columnSpec<Vec3f>("v", Vec3f::Zero(), Meaning::Vector));
    ensure(columnSpec<int64_t>("id", 0));
}

const Column* Particles::find(std::string_view name) const
{
    for (const auto& column : mColumns)
        if (column.name() == name) return &column;
    return nullptr;
}

Column* Particles::find(std::string_view name)
{
    return const_cast<Column*>(static_cast<const Particles*>(this)->find(name));
}

const Column& Particles::require(std::string_view name) const
{
    if (const Column* column = find(name)) return *column;
    std::vector<std::string> known;
    for (const auto& column : mColumns) known.push_back(column.name());
    throw InputError(unknownName("attribute", name, known));
}

Column& Particles::require(std::string_view name)
{
    return const_cast<Column&>(static_cast<const Particles*>(this)->require(name));
}

Column& Particles::ensure(const ColumnSpec& spec)
{
    if (Column* column = find(spec.name)) {
        if (column->type() != spec.type)
            throw InputError("attribute '" + spec.name + "' is " + toText(column->type()) + "; it must be " +
                             toText(spec.type));
        return *column;
    }
    return mColumns.emplace_back(spec, mSize);
}

void Particles::ensure(const std::vector<ColumnSpec>& specs)
{
    for (const auto& spec : specs) ensure(spec);
}

void Particles::erase(std::string_view name)
{
    FIRN_ASSERT(name != "P" && name != "v" && name != "id");
    mColumns.erase(std::remove_if(mColumns.begin(), mColumns.end(), [&](const Column& c) { return c.name() == name; }),
                   mColumns.end());
}

std::size_t Particles::append(std::size_t count)
{
    const std::size_t first = mSize;
    resizeForReading(mSize + count);
    const auto id = edit<int64_t>("id");
    for (std::size_t i = first; i < mSize; ++i) id[i] = mNextId++;
    return first;
}

std::size_t Particles::append(const Particles& other)
{
    // Check every column before changing anything.
    for (const auto& column : other.mColumns) ensure(column.spec());

    const std::size_t first = append(other.size());
    for (const auto& from : other.mColumns) {
        if (from.name() == "id") continue;
        Column& to = require(from.name());
        std::copy(from.bytes().begin(), from.bytes().end(),
                  to.bytes().begin() + std::ptrdiff_t(first * to.type().bytes()));
        if (to.type().scalar != Scalar::Text) continue;

        // The two lists of words may differ.
        std::vector<int32_t> renumbered;
        for (const auto& word : from.words()) renumbered.push_back(to.wordIndex(word));
        const auto tuple = std::size_t(to.type().size);
        auto* index = reinterpret_cast<int32_t*>(to.bytes().data()) + first * tuple;
        for (std::size_t k = 0; k < other.size() * tuple; ++k)
            if (index[k] >= 0) index[k] = renumbered[std::size_t(index[k])];
    }
    return first;
}

void Particles::remove(Span<const uint8_t> flags)
{
    FIRN_ASSERT(flags.size() == mSize);
    std::vector<uint32_t> kept;
    kept.reserve(mSize);
    for (std::size_t i = 0; i < mSize; ++i)
        if (!flags[i]) kept.push_back(uint32_t(i));
    if (kept.size() != mSize) reorder(kept);
}

namespace {

/// Copies tuples of a size known at compile time: a plain load and store each.
template <std::size_t N> void gatherTuples(const std::byte* from, Span<const uint32_t> order, std::byte* to)
{
    forRanges(order.size(), 8192, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) std::memcpy(to + i * N, from + std::size_t(order[i]) * N, N);
    });
}

void gatherTuples(const std::byte* from, Span<const uint32_t> order, std::size_t bytes, std::byte* to)
{
    switch (bytes) {
    case 4: return gatherTuples<4>(from, order, to);
    case 8: return gatherTuples<8>(from, order, to);
    case 12: return gatherTuples<12>(from, order, to);
    case 36: return gatherTuples<36>(from, order, to);
    default:
        forRanges(order.size(), 8192, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                std::memcpy(to + i * bytes, from + std::size_t(order[i]) * bytes, bytes);
        });
    }
}

} // namespace

void Particles::reorder(Span<const uint32_t> order)
{
    Bytes moved;
    for (auto& column : mColumns) {
        moved.resize(order.size() * column.type().bytes());
        gatherTuples(column.bytes().data(), order, column.type().bytes(), moved.data());
        std::swap(column.bytes(), moved);
    }
    mSize = order.size();
}

void Particles::sortBy(Span<const uint64_t> keys)
{
    FIRN_ASSERT(keys.size() == mSize);
    const auto ids = id();
    const bool idsAscend = std::is_sorted(ids.begin(), ids.end());
    if (idsAscend) return reorder(stableSortOrder(keys));

    // By id first, then stably by key.
    std::vector<uint64_t> idKeys(ids.begin(), ids.end());
    const auto byId = stableSortOrder(idKeys);
    std::vector<uint64_t> keysById(mSize);
    forEach(mSize, [&](std::size_t i) { keysById[i] = keys[byId[i]]; });
    auto order = stableSortOrder(keysById);
    forEach(mSize, [&](std::size_t i) { order[i] = byId[order[i]]; });
    reorder(order);
}

void Particles::reserveIds(int64_t next) { mNextId = std::max(mNextId, next); }

void Particles::resizeForReading(std::size_t count)
{
    for (auto& column : mColumns) column.resize(count);
    mSize = count;
}

void Particles::idsWereRead()
{
    std::vector<int64_t> ids(id().begin(), id().end());
    std::sort(ids.begin(), ids.end());
    if (!ids.empty() && ids.front() < 0)
        throw InputError("attribute 'id' has the negative value " + std::to_string(ids.front()));
    const auto twice = std::adjacent_find(ids.begin(), ids.end());
    if (twice != ids.end())
        throw InputError("attribute 'id' has the value " + std::to_string(*twice) + " more than once");
    if (!ids.empty()) reserveIds(ids.back() + 1);
}

} // namespace firn
