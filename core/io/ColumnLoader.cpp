#include "io/ColumnLoader.h"

#include "base/Error.h"
#include "io/NumberCast.h"

#include <algorithm>
#include <limits>

namespace firn {

namespace {

// Memory a file may ask for. Houdini stores a page of 1024 equal tuples as one, so a small file may rightly hold many
// particles; 64 times its size is more than any real cache needs.
constexpr std::size_t kFreeBytes = std::size_t(24) << 20;
constexpr std::size_t kBytesPerFileByte = 64;

constexpr int64_t kLargestId = int64_t(1) << 62;

bool isFixed(const std::string& name) { return name == "P" || name == "v" || name == "id"; }

} // namespace

ColumnLoader::ColumnLoader(ParticleFile& file, std::string name, uint64_t count, std::size_t fileBytes)
    : mFile(file), mName(std::move(name)), mBudget(kFreeBytes + fileBytes * kBytesPerFileByte)
{
    if (count > std::numeric_limits<uint32_t>::max() || count > mBudget)
        fail("claims " + std::to_string(count) + " particles, more than its bytes can hold");
    mCount = std::size_t(count);
    spend(2 * sizeof(Vec3f) + sizeof(int64_t));
    mFile.particles.resizeForReading(mCount);
}

void ColumnLoader::fail(const std::string& what) const { throw FileError(mName, what); }

void ColumnLoader::spend(std::size_t bytesPerParticle)
{
    const std::size_t bytes = mCount * bytesPerParticle;
    if (bytes > mBudget) fail("claims " + std::to_string(mCount) + " particles, more than its bytes can hold");
    mBudget -= bytes;
}

bool ColumnLoader::needsConversion(const ColumnSpec& spec) const
{
    return isFixed(spec.name) && mFile.particles.find(spec.name)->type() != spec.type;
}

Column* ColumnLoader::add(const ColumnSpec& spec)
{
    if (isFixed(spec.name)) {
        mHaveId |= spec.name == "id";
        mHaveP |= spec.name == "P";
        return mFile.particles.find(spec.name);
    }
    if (spec.name.empty() || mFile.particles.find(spec.name)) {
        note("attribute '" + spec.name +
             "' is ignored: " + (spec.name.empty() ? "it has no name" : "it appears twice"));
        return nullptr;
    }
    spend(spec.type.bytes());
    return &mFile.particles.ensure(spec);
}

Column ColumnLoader::scratch(const ColumnSpec& spec)
{
    spend(spec.type.bytes());
    return Column(spec, mCount);
}

void ColumnLoader::convert(const Column& from)
{
    Column* to = add(from.spec());
    if (from.type().scalar == Scalar::Text || from.type().size < to->type().size)
        fail("has attribute '" + from.name() + "' as " + toText(from.type()) + "; it must be " + toText(to->type()));
    note("attribute '" + from.name() + "' is " + toText(from.type()) + " and was converted to " + toText(to->type()));
    const std::size_t size = std::size_t(to->type().size);
    withScalar(from.type().scalar, [&](auto sample) {
        using From = decltype(sample);
        for (std::size_t i = 0; i < mCount; ++i)
            convertPacked<From>(from.bytes().data() + i * from.type().bytes(), to->type().scalar,
                                to->bytes().data() + i * to->type().bytes(), size);
    });
}

void ColumnLoader::repairWords(Column& column)
{
    auto* index = reinterpret_cast<int32_t*>(column.bytes().data());
    const std::size_t count = column.bytes().size() / sizeof(int32_t);
    const int32_t words = int32_t(column.words().size());
    for (std::size_t i = 0; i < count; ++i)
        if (index[i] < 0 || index[i] >= words) index[i] = -1;
}

void ColumnLoader::finish(int64_t nextId)
{
    if (!mHaveP && mCount > 0) fail("has no attribute 'P'");
    const auto ids = mFile.particles.edit<int64_t>("id");
    if (!mHaveId) {
        for (std::size_t i = 0; i < mCount; ++i) ids[i] = int64_t(i);
        if (mCount > 0) note("it has no ids: they were made, 0 to " + std::to_string(mCount - 1));
    }
    if (std::any_of(ids.begin(), ids.end(), [](int64_t id) { return id > kLargestId; }))
        fail("has an id that is too large");
    try {
        mFile.particles.idsWereRead();
    } catch (const InputError& error) {
        fail(error.what());
    }
    mFile.particles.reserveIds(std::min(nextId, kLargestId));
}

} // namespace firn
