// Reading points, and what is made up for those that lack something.
#include "PointColumns.h"

#include "IdTable.h"
#include "base/Error.h"
#include "base/Text.h"
#include "materials/SnowMaterial.h"
#include "particles/Attributes.h"

#include <GA/GA_AIFTuple.h>
#include <GA/GA_AttributeDict.h>
#include <GA/GA_Handle.h>
#include <GA/GA_Iterator.h>
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace firn::houdini {

namespace {

/// The column that can hold a numeric attribute, or nothing for a kind that stays on the points.
bool columnTypeOf(const GA_Attribute& attribute, ColumnType& type)
{
    const GA_AIFTuple* tuple = attribute.getAIFTuple();
    if (!tuple) return false;
    type.size = attribute.getTupleSize();
    switch (tuple->getStorage(&attribute)) {
    case GA_STORE_REAL32: type.scalar = Scalar::Float32; break;
    case GA_STORE_REAL64: type.scalar = Scalar::Float64; break;
    case GA_STORE_INT32: type.scalar = Scalar::Int32; break;
    case GA_STORE_INT64: type.scalar = Scalar::Int64; break;
    default: return false;
    }
    return type.size >= 1 && type.size <= kLargestTuple;
}

Meaning meaningOf(GA_TypeInfo info)
{
    switch (info) {
    case GA_TYPE_POINT: return Meaning::Point;
    case GA_TYPE_VECTOR: return Meaning::Vector;
    case GA_TYPE_NORMAL: return Meaning::Normal;
    case GA_TYPE_COLOR: return Meaning::Colour;
    case GA_TYPE_QUATERNION: return Meaning::Quaternion;
    case GA_TYPE_TRANSFORM: return Meaning::Matrix;
    default: return Meaning::None;
    }
}

/// The whole attribute in one call; the HDK converts between number types.
void readTuples(const GA_Attribute& attribute, const GA_Range& range, Column& column)
{
    const GA_AIFTuple* tuple = attribute.getAIFTuple();
    void* to = column.bytes().data();
    const int size = column.type().size;
    switch (column.type().scalar) {
    case Scalar::Float32: tuple->getRange(&attribute, range, static_cast<fpreal32*>(to), 0, size); break;
    case Scalar::Float64: tuple->getRange(&attribute, range, static_cast<fpreal64*>(to), 0, size); break;
    case Scalar::Int64: tuple->getRange(&attribute, range, static_cast<int64*>(to), 0, size); break;
    case Scalar::Int32:
    case Scalar::Text: tuple->getRange(&attribute, range, static_cast<int32*>(to), 0, size); break;
    }
}

void readWords(const GU_Detail& detail, const GA_Attribute& attribute, Column& column)
{
    const GA_ROHandleS words(&attribute);
    const auto index = column.values<int32_t>();
    std::unordered_map<std::string, int32_t> known;
    std::string last;
    int32_t lastIndex = -1; // neighbours mostly have the same word
    std::size_t i = 0;
    for (GA_Iterator it(detail.getPointRange()); !it.atEnd(); ++it, ++i) { // the order of all other columns
        const UT_StringHolder word = words.get(*it);
        if (last != word.c_str()) {
            last = word.c_str();
            const auto found = known.find(last);
            lastIndex = last.empty() ? -1 : found != known.end() ? found->second : column.wordIndex(last);
            known.emplace(last, lastIndex);
        }
        index[i] = lastIndex;
    }
}

void readAttribute(const GU_Detail& detail, const GA_Attribute& attribute, Particles& particles)
{
    const std::string name = attribute.getName().c_str();
    if (attribute.getStorageClass() == GA_STORECLASS_STRING && attribute.getTupleSize() == 1) {
        Column& column = particles.ensure(ColumnSpec{name, {Scalar::Text, 1}, Meaning::None, {}});
        return readWords(detail, attribute, column);
    }
    ColumnType type;
    if (!columnTypeOf(attribute, type)) return;
    if (name == "force") { // POP's, of whatever precision
        if (type.size != 3) throw InputError("point attribute 'force' is " + toText(type) + "; it must be a vector");
        return readTuples(attribute, detail.getPointRange(),
                          particles.ensure(columnSpec<Vec3f>(name, Vec3f::Zero(), Meaning::Vector)));
    }
    const AttributeInfo* known = findAttribute(name);
    if (known && (known->type.scalar == Scalar::Text || known->type.size != type.size))
        throw InputError("point attribute '" + name + "' is " + toText(type) + "; it must be " + toText(known->type));
    const ColumnSpec spec =
        known ? attributeSpec(name) : ColumnSpec{name, type, meaningOf(attribute.getTypeInfo()), {}};
    readTuples(attribute, detail.getPointRange(), particles.ensure(spec));
}

/// Which ids a point may have: those of points that the last step left, and such as were never used.
class FreeIds {
public:
    FreeIds(int64_t nextId, Span<const int64_t> kept) : mNextId(nextId), mKept(kept) {}
    bool allow(int64_t id) const { return id >= mNextId || (id >= 0 && mKept.find(id) != IdTable::kNone); }

private:
    int64_t mNextId;
    IdTable mKept;
};

/// Every point gets an id that no other has, nor ever had.
bool settleIds(int64_t nextId, const FreeIds& free, Span<int64_t> ids)
{
    int64_t next = nextId;
    for (const int64_t id : ids) next = std::max(next, id + 1);
    std::unordered_set<int64_t> taken;
    taken.reserve(ids.size());
    bool changed = false;
    for (int64_t& id : ids) {
        if (free.allow(id) && taken.insert(id).second) continue;
        id = next++;
        changed = true;
    }
    return changed;
}

bool settled(const FreeIds& free, Span<const int64_t> ids)
{
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (ids[i] <= (i == 0 ? -1 : ids[i - 1]) || !free.allow(ids[i])) return false;
    return true;
}

std::string pointText(const Particles& particles, std::size_t point)
{
    return "point " + std::to_string(point) + " (id " + std::to_string(particles.id()[point]) + ")";
}

} // namespace

ReadPoints readPoints(const GU_Detail& detail, int64_t nextId, Span<const int64_t> kept)
{
    ReadPoints result;
    Particles& particles = result.particles;
    particles.resizeForReading(std::size_t(detail.getNumPoints()));
    const auto id = particles.edit<int64_t>("id");
    std::fill(id.begin(), id.end(), int64_t(-1));
    for (auto it = detail.pointAttribs().begin(GA_SCOPE_PUBLIC); !it.atEnd(); ++it)
        readAttribute(detail, **it, particles);

    const FreeIds free(nextId, kept);
    result.idsChanged = !settled(free, id) && settleIds(nextId, free, id);
    particles.idsWereRead();
    particles.reserveIds(nextId);
    result.ids.assign(id.begin(), id.end());

    NonFinite bad;
    if (findNonFinite(particles, bad))
        throw InputError(pointText(particles, bad.index) + ": attribute '" + bad.column +
                         "' is not a finite number; look at what made it, or delete the point");
    return result;
}

void orderLike(Span<const int64_t> ids, Particles& particles)
{
    const auto now = particles.id();
    const IdTable table(now);
    std::vector<uint32_t> order;
    std::vector<bool> known(now.size(), false);
    order.reserve(now.size());
    for (const int64_t id : ids) {
        const uint32_t at = table.find(id);
        if (at == IdTable::kNone) continue; // deleted since
        order.push_back(at);
        known[at] = true;
    }
    const std::size_t kept = order.size();
    for (std::size_t i = 0; i < now.size(); ++i)
        if (!known[i]) order.push_back(uint32_t(i));
    std::sort(order.begin() + std::ptrdiff_t(kept), order.end(),
              [&](uint32_t a, uint32_t b) { return now[a] < now[b]; });
    particles.reorder(order);
}

std::vector<std::string> completePoints(const std::vector<ColumnSpec>& columns, Particles& particles)
{
    std::vector<std::string> notes;
    const auto needed = [&](const char* name) {
        return std::any_of(columns.begin(), columns.end(), [&](const ColumnSpec& c) { return c.name == name; });
    };
    if (needed("pscale") && !particles.find("pscale"))
        throw InputError("point attribute 'pscale' is missing: it is the radius of a particle, half the distance to "
                         "its neighbours; a Firn Source makes it");
    if (needed("mass") && !particles.find("mass")) {
        particles.ensure(attributeSpec("mass"));
        const auto mass = particles.edit<float>("mass");
        const auto pscale = particles.get<float>("pscale");
        const bool hasDensity = particles.find("density") != nullptr;
        for (std::size_t i = 0; i < particles.size(); ++i) {
            const float density = hasDensity ? particles.get<float>("density")[i] : SnowMaterial{}.density;
            mass[i] = density * 8 * pscale[i] * pscale[i] * pscale[i];
        }
        notes.push_back("point attribute 'mass' is missing: it was made from " +
                        std::string(hasDensity ? "density" : "a density of " + toText(SnowMaterial{}.density)) +
                        " and pscale");
    }
    particles.ensure(columns);
    for (const char* name : {"pscale", "mass"}) {
        if (!needed(name)) continue;
        const auto values = particles.get<float>(name);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!(values[i] > 0))
                throw InputError(pointText(particles, i) + ": attribute '" + name + "' is " + toText(values[i]) +
                                 "; it must be above 0");
    }
    return notes;
}

} // namespace firn::houdini
