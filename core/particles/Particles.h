// The particle set: named, typed columns that always have the same length. All that outlives a step lives here.
#pragma once

#include "particles/Column.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace firn {

/// P (position), v (velocity) and id always exist. An id is unique and never used again.
class Particles {
public:
    Particles();

    std::size_t size() const { return mSize; }

    /// All columns, in the order they were added.
    const std::vector<Column>& columns() const { return mColumns; }
    std::vector<Column>& columns() { return mColumns; }
    const Column* find(std::string_view name) const;
    Column* find(std::string_view name);

    /// Adds a column unless it is there; one of another type is an InputError.
    Column& ensure(const ColumnSpec& spec);
    void ensure(const std::vector<ColumnSpec>& specs);
    void erase(std::string_view name);

    /// The values of a column that must exist.
    template <class T> Span<const T> get(std::string_view name) const { return require(name).values<T>(); }
    template <class T> Span<T> edit(std::string_view name) { return require(name).values<T>(); }

    Span<const Vec3f> P() const { return get<Vec3f>("P"); }
    Span<const Vec3f> v() const { return get<Vec3f>("v"); }
    Span<const int64_t> id() const { return get<int64_t>("id"); }

    /// Appends particles with every column's initial value and new ids; returns the index of the first.
    std::size_t append(std::size_t count);

    /// Appends another set's particles: its columns join, missing ones get their initial value, ids are new.
    std::size_t append(const Particles& other);

    /// Deletes the particles whose flag is not zero; the others keep their order.
    void remove(Span<const uint8_t> flags);

    /// Rearranges every column: particle i becomes what particle order[i] was.
    void reorder(Span<const uint32_t> order);

    /// Sorts by key, equal keys by id.
    void sortBy(Span<const uint64_t> keys);

    /// The id the next particle will get. Readers and checkpoints restore it; it never goes back below an id in use.
    int64_t nextId() const { return mNextId; }
    void reserveIds(int64_t next);

    /// For readers: sets the number of particles and lets them fill every column, id included; then call idsWereRead().
    void resizeForReading(std::size_t count);

    /// Throws InputError when ids repeat or are negative; moves nextId past the largest.
    void idsWereRead();

private:
    Column& require(std::string_view name);
    const Column& require(std::string_view name) const;

    std::vector<Column> mColumns;
    std::size_t mSize = 0;
    int64_t mNextId = 0;
};

/// The state hash: of every particle's id and values, whatever the particles' and the columns' order.
uint64_t stateHash(const Particles& particles);

/// The first non-finite value among the float columns.
struct NonFinite {
    std::string column;
    std::size_t index = 0;
};
bool findNonFinite(const Particles& particles, NonFinite& found);

} // namespace firn
