#include "BuildPrimsVdb.h"

#include "base/Error.h"

#include <GA/GA_AIFTuple.h>
#include <GEO/GEO_PolyCounts.h>
#include <GU/GU_PrimPoly.h>
#include <GU/GU_PrimVDB.h>
#include <limits>

namespace firn::houdini {

namespace {

void setVectors(const std::vector<Vec3f>& values, const char* name, GA_TypeInfo meaning, GA_Offset first,
                GU_Detail& detail)
{
    GA_Attribute* attribute = detail.findPointAttribute(name);
    if (!attribute) attribute = detail.addTuple(GA_STORE_REAL32, GA_ATTRIB_POINT, name, 3).getAttribute();
    const GA_AIFTuple* tuple = attribute ? attribute->getAIFTuple() : nullptr;
    if (!tuple) throw Error(std::string("point attribute '") + name + "' could not be made");
    attribute->setTypeInfo(meaning);
    const GA_Range range(detail.getPointMap(), first, first + GA_Offset(values.size()));
    tuple->setRange(attribute, range, reinterpret_cast<const fpreal32*>(values.data()), 0, 3);
    attribute->bumpDataId();
}

} // namespace

void addPolygons(const Mesh& mesh, const std::vector<Vec3f>& normals, GU_Detail& detail)
{
    if (mesh.corners.size() > std::size_t(std::numeric_limits<int>::max()))
        throw InputError("the surface has too many polygons: use a larger voxel_size");
    GEO_PolyCounts counts;
    std::vector<int> corners;
    corners.reserve(mesh.corners.size());
    std::size_t at = 0;
    for (const uint32_t count : mesh.faceCorners) {
        counts.append(GA_Size(count));
        for (uint32_t k = 0; k < count; ++k) corners.push_back(int(mesh.corners[at + count - 1 - k]));
        at += count;
    }
    const GA_Offset first = detail.appendPointBlock(GA_Size(mesh.points.size()));
    setVectors(mesh.points, "P", GA_TYPE_POINT, first, detail);
    if (!normals.empty()) setVectors(normals, "N", GA_TYPE_NORMAL, first, detail);
    if (!mesh.velocities.empty()) setVectors(mesh.velocities, "v", GA_TYPE_VECTOR, first, detail);
    GU_PrimPoly::buildBlock(&detail, first, GA_Size(mesh.points.size()), counts, corners.data());
}

void addVdb(const openvdb::GridBase::Ptr& grid, const char* name, GU_Detail& detail)
{
    GU_PrimVDB::buildFromGrid(detail, grid, nullptr, name);
}

} // namespace firn::houdini
