// The state hash and the check for non-finite values: both look at every value of every column.
#include "base/Hash.h"
#include "parallel/Reduce.h"
#include "particles/Particles.h"

#include <algorithm>
#include <cmath>

namespace firn {

namespace {

/// Hashes one tuple together with its particle's id. Words of 8 bytes, the last one padded with zeros.
uint64_t tupleHash(uint64_t id, const std::byte* tuple, std::size_t bytes)
{
    uint64_t hash = mix(0x5851f42d4c957f2dull, id) + id;
    for (std::size_t at = 0; at < bytes; at += 8) {
        uint64_t word = 0;
        std::memcpy(&word, tuple + at, std::min<std::size_t>(8, bytes - at));
        hash = mix(hash, word) + word;
    }
    return mix(hash, hash >> 29);
}

uint64_t wordsHash(const Column& column, std::size_t particle)
{
    uint64_t hash = 0;
    const auto* index =
        reinterpret_cast<const int32_t*>(column.bytes().data()) + particle * std::size_t(column.type().size);
    for (int k = 0; k < column.type().size; ++k)
        hash = mix(hash, index[k] < 0 ? hashText("") : hashText(column.words()[std::size_t(index[k])]));
    return hash;
}

/// A sum over particles does not depend on their order.
uint64_t columnHash(const Column& column, Span<const int64_t> ids)
{
    const std::size_t bytes = column.type().bytes();
    const bool text = column.type().scalar == Scalar::Text;
    const uint64_t sum = sumOf(ids.size(), uint64_t(0), [&](std::size_t i) {
        if (!text) return tupleHash(uint64_t(ids[i]), column.bytes().data() + i * bytes, bytes);
        const uint64_t words = wordsHash(column, i);
        return tupleHash(uint64_t(ids[i]), reinterpret_cast<const std::byte*>(&words), sizeof words);
    });
    const uint64_t type = uint64_t(column.type().scalar) * 256 + uint64_t(column.type().size);
    return mix(mix(hashText(column.name()), type), sum) + sum;
}

template <class T> std::size_t firstNonFinite(const Column& column)
{
    const auto* values = reinterpret_cast<const T*>(column.bytes().data());
    const std::size_t size = std::size_t(column.type().size);
    return firstWhere(column.size(), [=](std::size_t i) {
        bool finite = true;
        for (std::size_t k = i * size; k < (i + 1) * size; ++k) finite &= std::isfinite(values[k]);
        return !finite;
    });
}

} // namespace

uint64_t stateHash(const Particles& particles)
{
    uint64_t hash = mix(0xb5026f5aa96619e9ull, particles.size());
    std::vector<uint64_t> columns;
    for (const auto& column : particles.columns()) columns.push_back(columnHash(column, particles.id()));
    std::sort(columns.begin(), columns.end());
    for (const uint64_t column : columns) hash = mix(hash, column) + column;
    return hash;
}

bool findNonFinite(const Particles& particles, NonFinite& found)
{
    for (const auto& column : particles.columns()) {
        if (!column.type().isFloat()) continue;
        const std::size_t index =
            column.type().scalar == Scalar::Float32 ? firstNonFinite<float>(column) : firstNonFinite<double>(column);
        if (index == particles.size()) continue;
        found = {column.name(), index};
        return true;
    }
    return false;
}

} // namespace firn
