#include "DetailShape.h"

#include "base/Error.h"
#include "base/Hash.h"
#include "geometry/MeshToLevelSet.h"

#include <GA/GA_Handle.h>
#include <GEO/GEO_Primitive.h>
#include <GU/GU_PrimPacked.h>

namespace firn::houdini {

namespace {

constexpr int kDeepest = 32; // packed within packed

void visit(const GU_Detail& detail, int depth, const std::function<void(const GU_Detail&)>& work)
{
    if (depth > kDeepest) throw InputError("packed geometry is nested more than 32 deep");
    work(detail);
    const GEO_Primitive* prim;
    GA_FOR_ALL_PRIMITIVES(&detail, prim)
    {
        if (!GU_PrimPacked::isPackedPrimitive(*prim)) continue;
        GU_Detail piece;
        static_cast<const GU_PrimPacked*>(prim)->unpack(piece);
        visit(piece, depth + 1, work);
    }
}

void addPolygons(const GU_Detail& detail, Mesh& mesh)
{
    const auto first = uint32_t(mesh.points.size());
    const auto count = std::size_t(detail.getNumPoints());
    const GA_ROHandleV3 velocity(detail.findPointAttribute("v"));
    for (std::size_t i = 0; i < count; ++i) {
        const GA_Offset offset = detail.pointOffset(GA_Index(i));
        const UT_Vector3 x = detail.getPos3(offset);
        mesh.points.emplace_back(x.x(), x.y(), x.z());
        if (!velocity.isValid()) continue;
        mesh.velocities.resize(mesh.points.size(), Vec3f::Zero());
        const UT_Vector3 v = velocity.get(offset);
        mesh.velocities.back() = Vec3f(v.x(), v.y(), v.z());
    }
    const GEO_Primitive* prim;
    GA_FOR_ALL_PRIMITIVES(&detail, prim)
    {
        if (prim->getTypeId() != GEO_PRIMPOLY || prim->getVertexCount() < 3) continue;
        mesh.faceCorners.push_back(uint32_t(prim->getVertexCount()));
        for (GA_Size k = 0; k < prim->getVertexCount(); ++k)
            mesh.corners.push_back(first + uint32_t(prim->getPointIndex(k)));
    }
}

} // namespace

void forEachPiece(const GU_Detail& detail, const std::function<void(const GU_Detail& piece)>& work)
{
    visit(detail, 0, work);
}

Mesh meshOf(const GU_Detail& detail)
{
    Mesh mesh;
    forEachPiece(detail, [&](const GU_Detail& piece) { addPolygons(piece, mesh); });
    if (!mesh.velocities.empty()) mesh.velocities.resize(mesh.points.size(), Vec3f::Zero());
    return mesh;
}

std::string unusedPrimitives(const GU_Detail& detail)
{
    std::size_t other = 0;
    const GEO_Primitive* prim;
    GA_FOR_ALL_PRIMITIVES(&detail, prim)
    {
        const auto type = prim->getTypeId();
        if (type != GEO_PRIMPOLY && type != GEO_PRIMVDB && !GU_PrimPacked::isPackedPrimitive(*prim)) ++other;
    }
    if (other == 0) return {};
    return std::to_string(other) + " primitives are neither polygons, VDBs nor packed: put a Convert SOP before";
}

uint64_t meshHash(const Mesh& mesh)
{
    HashStream hash;
    const auto add = [&](const auto& list) {
        const uint64_t count = list.size();
        hash.add(&count, sizeof count);
        hash.add(list.data(), list.size() * sizeof(list[0]));
    };
    add(mesh.points);
    add(mesh.corners);
    add(mesh.faceCorners);
    add(mesh.velocities);
    return hash.value();
}

LevelSet meshLevelSet(const Mesh& mesh, const ShapeParams& shape, const Hooks& hooks, const std::string& who)
{
    try {
        const MeshLevelSet made = meshToLevelSet(mesh, shape, hooks);
        if (made.report.openPieces > made.report.sealed)
            hooks.warn(who + " is not closed: its open parts are shells " + std::to_string(2 * made.report.thickness) +
                       " m thick (Thickness sets that)");
        return made.levelSet;
    } catch (const InputError& error) {
        throw InputError(who + ": " + error.what());
    }
}

LevelSet levelSetOf(const GU_Detail& detail, const ShapeParams& shape, const Hooks& hooks, const std::string& who)
{
    if (const auto vdb = shapeVdb(detail, who)) return vdb->make();
    const Mesh mesh = meshOf(detail);
    if (!mesh.faceCorners.empty()) return meshLevelSet(mesh, shape, hooks, who);
    const std::string unused = unusedPrimitives(detail);
    throw InputError(who + " has no polygons and no VDB" + (unused.empty() ? "" : "; " + unused));
}

} // namespace firn::houdini
