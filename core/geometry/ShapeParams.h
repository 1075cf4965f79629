// A shape as scenes describe it: what sources fill and colliders are made of.
#pragma once

#include "params/ParamSet.h"

namespace firn {

enum class ShapeKind { Sphere, Box, Capsule, Cylinder, Plane, Mesh, Vdb };
inline constexpr std::string_view kShapeKinds[] = {"sphere", "box", "capsule", "cylinder", "plane", "mesh", "vdb"};

struct ShapeParams {
    ShapeKind shape = ShapeKind::Sphere;
    Vec3f centre = Vec3f::Zero();
    Vec3f rotate = Vec3f::Zero();
    float radius = 0.5f;
    Vec3f size = Vec3f::Ones();
    float height = 1.0f;
    Vec3f normal = Vec3f::UnitY();
    std::string file;
    float scale = 1.0f;
    float voxelSize = 0.0f;
    float thickness = 0.0f;
};

inline constexpr Param kShapeParams[] = {
    choice<&ShapeParams::shape>("shape", "Shape", kShapeKinds, "The kind of shape."),
    param<&ShapeParams::centre>(
        "centre", "Centre", "m", {},
        "Where the middle of the shape is; a plane passes through it; meshes and VDBs are moved by it.")
        .formerly("center"),
    param<&ShapeParams::rotate>("rotate", "Rotate", "deg", {}, "Rotation about x, then y, then z, about the centre."),
    param<&ShapeParams::radius>("radius", "Radius", "m", {1e-6, 1e6}, "Of a sphere, capsule or cylinder."),
    param<&ShapeParams::size>("size", "Size", "m", {1e-6, 1e6}, "Full edge lengths of a box."),
    param<&ShapeParams::height>(
        "height", "Height", "m", {0, 1e6},
        "Length of a cylinder, or of a capsule between its two ball centres, along y before it is rotated."),
    param<&ShapeParams::normal>("normal", "Normal", "", {}, "The direction a plane faces."),
    param<&ShapeParams::file>("file", "File",
                              "A mesh (.obj, .ply) or a level set (.vdb), relative to the scene; for a moving sequence "
                              "a pattern with #### or $F4."),
    param<&ShapeParams::scale>("scale", "Scale", "", {1e-6, 1e6},
                               "Uniform scale of a mesh or VDB, about its own origin."),
    param<&ShapeParams::voxelSize>("voxel_size", "Voxel Size", "m", {0, 1e3},
                                   "Resolution of a mesh's distance field; 0 picks one hundredth of its longest side."),
    param<&ShapeParams::thickness>("thickness", "Thickness", "m", {0, 1e3},
                                   "Half the thickness given to an open mesh; 0 picks one voxel and a half."),
};

inline const ParamTable& shapeTable()
{
    static const ParamTable kTable = paramTable<ShapeParams>("shape", "Shape", kShapeParams);
    return kTable;
}

} // namespace firn
