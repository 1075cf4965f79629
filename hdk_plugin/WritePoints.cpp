// Writing columns to points: the particles may have any order, and fewer than the points.
#include "PointColumns.h"

#include "IdTable.h"
#include "base/Error.h"
#include "parallel/ForEach.h"

#include <GA/GA_AIFTuple.h>
#include <GA/GA_Handle.h>
#include <GA/GA_Iterator.h>
#include <algorithm>
#include <cstring>

namespace firn::houdini {

namespace {

constexpr uint32_t kGone = IdTable::kNone;

/// For each point the particle that has its id, or kGone.
std::vector<uint32_t> particleOfPoint(const Particles& particles, const std::vector<int64_t>& pointIds)
{
    const IdTable table(particles.id());
    std::vector<uint32_t> order(pointIds.size());
    forEach(order.size(), [&](std::size_t i) { order[i] = table.find(pointIds[i]); });
    return order;
}

/// Destroys the points whose particle is gone, and drops them from the order.
void destroyGone(GU_Detail& detail, std::vector<uint32_t>& order)
{
    if (std::find(order.begin(), order.end(), kGone) == order.end()) return;
    GA_PointGroup* gone = detail.newPointGroup("__firn_gone");
    std::size_t i = 0;
    for (GA_Iterator it(detail.getPointRange()); !it.atEnd(); ++it, ++i) // the order that they were read in
        if (order[i] == kGone) gone->addOffset(*it);
    detail.destroyPointOffsets(GA_Range(*gone), GA_Detail::GA_LEAVE_PRIMITIVES);
    detail.destroyPointGroup(gone);
    order.erase(std::remove(order.begin(), order.end(), kGone), order.end());
}

GA_TypeInfo typeInfoOf(Meaning meaning)
{
    switch (meaning) {
    case Meaning::Point: return GA_TYPE_POINT;
    case Meaning::Vector: return GA_TYPE_VECTOR;
    case Meaning::Normal: return GA_TYPE_NORMAL;
    case Meaning::Colour: return GA_TYPE_COLOR;
    case Meaning::Matrix: return GA_TYPE_TRANSFORM;
    case Meaning::Quaternion: return GA_TYPE_QUATERNION;
    case Meaning::None: break;
    }
    return GA_TYPE_VOID;
}

GA_Storage storageOf(Scalar scalar)
{
    switch (scalar) {
    case Scalar::Float32: return GA_STORE_REAL32;
    case Scalar::Float64: return GA_STORE_REAL64;
    case Scalar::Int64: return GA_STORE_INT64;
    case Scalar::Int32:
    case Scalar::Text: break;
    }
    return GA_STORE_INT32;
}

/// The value that points added later start with. An id of -1 says: not yet numbered.
GA_Defaults defaultsOf(const Column& column)
{
    if (column.name() == "id") return GA_Defaults(fpreal32(-1));
    const auto& initial = column.spec().initial;
    if (column.type().scalar != Scalar::Float32 || initial.empty()) return GA_Defaults(fpreal32(0));
    float values[kLargestTuple];
    std::memcpy(values, initial.data(), initial.size());
    return GA_Defaults(values, column.type().size);
}

GA_Attribute& attributeFor(const Column& column, GU_Detail& detail)
{
    if (GA_Attribute* there = detail.findPointAttribute(column.name().c_str())) return *there;
    const UT_StringHolder name(column.name().c_str());
    GA_RWAttributeRef made =
        detail.addTuple(storageOf(column.type().scalar), GA_ATTRIB_POINT, name, column.type().size, defaultsOf(column));
    GA_Attribute* attribute = made.getAttribute();
    if (!attribute) throw Error("point attribute '" + column.name() + "' could not be made");
    attribute->setTypeInfo(typeInfoOf(column.meaning()));
    return *attribute;
}

void writeTuples(const Column& column, const std::byte* from, const GA_Range& range, GA_Attribute& attribute)
{
    const GA_AIFTuple* tuple = attribute.getAIFTuple();
    if (!tuple) throw Error("point attribute '" + column.name() + "' holds no numbers");
    const int size = column.type().size;
    switch (column.type().scalar) {
    case Scalar::Float32: tuple->setRange(&attribute, range, reinterpret_cast<const fpreal32*>(from), 0, size); break;
    case Scalar::Float64: tuple->setRange(&attribute, range, reinterpret_cast<const fpreal64*>(from), 0, size); break;
    case Scalar::Int64: tuple->setRange(&attribute, range, reinterpret_cast<const int64*>(from), 0, size); break;
    case Scalar::Int32:
    case Scalar::Text: tuple->setRange(&attribute, range, reinterpret_cast<const int32*>(from), 0, size); break;
    }
    attribute.bumpDataId();
}

void writeWords(const Column& column, const GA_Offset first, GU_Detail& detail)
{
    GA_RWAttributeRef made = detail.addStringTuple(GA_ATTRIB_POINT, UT_StringHolder(column.name().c_str()), 1);
    GA_RWHandleS words(made.getAttribute());
    const auto index = column.values<int32_t>();
    for (std::size_t i = 0; i < index.size(); ++i)
        if (index[i] >= 0) words.set(first + GA_Offset(i), column.words()[std::size_t(index[i])].c_str());
}

} // namespace

void writePoints(const Particles& particles, const std::vector<int64_t>& pointIds,
                 const std::vector<std::string>& columns, GU_Detail& detail)
{
    std::vector<uint32_t> order = particleOfPoint(particles, pointIds);
    destroyGone(detail, order);
    const GA_Range range = detail.getPointRange();
    Bytes inOrder;
    for (const auto& name : columns) {
        const Column* column = particles.find(name);
        FIRN_ASSERT(column);
        const std::size_t tuple = column->type().bytes();
        const std::byte* from = column->bytes().data();
        inOrder.resize(order.size() * tuple);
        forRanges(order.size(), 8192, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                std::memcpy(inOrder.data() + i * tuple, from + std::size_t(order[i]) * tuple, tuple);
        });
        writeTuples(*column, inOrder.data(), range, attributeFor(*column, detail));
    }
}

void appendPoints(const Particles& particles, GU_Detail& detail)
{
    if (particles.size() == 0) return;
    const GA_Offset first = detail.appendPointBlock(GA_Size(particles.size()));
    const GA_Range range(detail.getPointMap(), first, first + GA_Offset(particles.size()));
    for (const auto& column : particles.columns()) {
        if (column.type().scalar == Scalar::Text)
            writeWords(column, first, detail);
        else
            writeTuples(column, column.bytes().data(), range, attributeFor(column, detail));
    }
}

void zeroPoints(GU_Detail& detail, const char* name)
{
    GA_Attribute* attribute = detail.findPointAttribute(name);
    const GA_AIFTuple* tuple = attribute ? attribute->getAIFTuple() : nullptr;
    if (!tuple) return;
    const int size = attribute->getTupleSize();
    const std::vector<fpreal32> zeros(std::size_t(detail.getNumPoints()) * std::size_t(size), 0);
    tuple->setRange(attribute, detail.getPointRange(), zeros.data(), 0, size);
    attribute->bumpDataId();
}

void setDetailAttribute(GU_Detail& detail, const char* name, double value)
{
    GA_RWHandleD handle(detail.addTuple(GA_STORE_REAL64, GA_ATTRIB_DETAIL, name, 1).getAttribute());
    if (handle.isValid()) handle.set(GA_Offset(0), value);
}

void setDetailAttribute(GU_Detail& detail, const char* name, int64_t value)
{
    GA_RWHandleID handle(detail.addTuple(GA_STORE_INT64, GA_ATTRIB_DETAIL, name, 1).getAttribute());
    if (handle.isValid()) handle.set(GA_Offset(0), value);
}

void setDetailAttribute(GU_Detail& detail, const char* name, const std::string& value)
{
    GA_RWHandleS handle(detail.addStringTuple(GA_ATTRIB_DETAIL, name, 1).getAttribute());
    if (handle.isValid()) handle.set(GA_Offset(0), value.c_str());
}

} // namespace firn::houdini
