#include "particles/Column.h"

#include "base/Error.h"

#include <algorithm>

namespace firn {

std::string toText(const ColumnType& type)
{
    static constexpr const char* kNames[] = {"float32", "float64", "int32", "int64", "text"};
    const std::string name = kNames[int(type.scalar)];
    return type.size == 1 ? name : std::to_string(type.size) + " x " + name;
}

Column::Column(ColumnSpec spec, std::size_t particles) : mSpec(std::move(spec))
{
    FIRN_ASSERT(mSpec.type.size >= 1 && mSpec.type.size <= kLargestTuple);
    FIRN_ASSERT(mSpec.initial.empty() || mSpec.initial.size() == mSpec.type.bytes());
    resize(particles);
}

int32_t Column::wordIndex(const std::string& word)
{
    const auto index = std::size_t(std::find(mWords.begin(), mWords.end(), word) - mWords.begin());
    if (index == mWords.size()) mWords.push_back(word);
    return int32_t(index);
}

void Column::resize(std::size_t particles)
{
    const std::size_t tuple = mSpec.type.bytes();
    const std::size_t before = mBytes.size();
    mBytes.resize(particles * tuple);
    if (mSpec.initial.empty()) return; // resize() has written zeros
    for (std::size_t at = before; at < mBytes.size(); at += tuple)
        std::copy(mSpec.initial.begin(), mSpec.initial.end(), mBytes.begin() + std::ptrdiff_t(at));
}

void Column::requireType(const ColumnType& wanted) const
{
    // A text column is read through its int32 indices.
    const ColumnType stored =
        mSpec.type.scalar == Scalar::Text ? ColumnType{Scalar::Int32, mSpec.type.size} : mSpec.type;
    if (stored != wanted)
        throw InputError("attribute '" + name() + "' is " + toText(mSpec.type) + "; it must be " + toText(wanted));
}

} // namespace firn
