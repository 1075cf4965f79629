// What the particle readers share: room for columns within a budget, and the wish for P, v and id in their own types.
#pragma once

#include "io/ParticleFile.h"

#include <string>

namespace firn {

/// Builds the particles of a file column by column. Throws FileError.
class ColumnLoader {
public:
    /// Believes `count` only when the file is long enough for it.
    ColumnLoader(ParticleFile& file, std::string name, uint64_t count, std::size_t fileBytes);

    /// The column to fill, or null (with a note) when the file's attribute cannot become one. P, v and id keep Firn's
    /// types: fill a column of the file's own type with scratch() and hand it to convert().
    Column* add(const ColumnSpec& spec);

    /// True when the file's attribute of that name has another type than Firn's own.
    bool needsConversion(const ColumnSpec& spec) const;
    Column scratch(const ColumnSpec& spec);
    void convert(const Column& scratch);

    /// Index outside the words: the empty word.
    static void repairWords(Column& column);

    /// Checks ids or makes them, and sets the next id to at least nextId.
    void finish(int64_t nextId);

    std::size_t count() const { return mCount; }
    void note(const std::string& text) { mFile.notes.push_back(text); }
    [[noreturn]] void fail(const std::string& what) const;

private:
    void spend(std::size_t bytesPerParticle);

    ParticleFile& mFile;
    std::string mName;
    std::size_t mCount = 0;
    std::size_t mBudget = 0;
    bool mHaveId = false, mHaveP = false;
};

} // namespace firn
