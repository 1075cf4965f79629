// The wind's field as scenes describe it, beside the steady wind of the simulation's parameters.
#pragma once

#include "params/ParamSet.h"

namespace firn {

enum class WindKind { None, Vdb, Flow };
inline constexpr std::string_view kWindKinds[] = {"none", "vdb", "flow"};

struct WindParams {
    WindKind field = WindKind::None;
    std::string file;
    std::string grid;
    float scale = 1.0f;
    bool sequence = false;
    int firstFrame = 1;
    int lastFrame = 1;
    Vec3f boxMin = Vec3f::Constant(-5);
    Vec3f boxMax = Vec3f::Constant(5);
    float voxelSize = 0.2f;
};

inline constexpr Param kWindParams[] = {
    choice<&WindParams::field>("field", "Field", kWindKinds,
                               "What is added to the steady wind: nothing; velocities from a file; or, from the steady "
                               "wind itself, the flow around the colliders as they stand at the start."),
    param<&WindParams::file>("file", "File",
                             "A .vdb file with velocities, relative to the scene; for a sequence a pattern with #### "
                             "or $F4."),
    param<&WindParams::grid>("grid", "Grid",
                             "Name of the vector grid in the file; empty takes vel or v, or the first."),
    param<&WindParams::scale>("scale", "Scale", "", {-1e6, 1e6}, "Multiplies the velocities of the file."),
    param<&WindParams::sequence>("sequence", "Sequence",
                                 "The file is a pattern, one file per frame; between frames the wind is interpolated."),
    param<&WindParams::firstFrame>("first_frame", "First Frame", "", {-1e6, 1e6}, "First frame of the sequence."),
    param<&WindParams::lastFrame>("last_frame", "Last Frame", "", {-1e6, 1e6}, "Last frame of the sequence."),
    param<&WindParams::boxMin>("box_min", "Box Minimum", "m", {-1e6, 1e6},
                               "Lower corner of the box that the flow is found in; keep it a body's length away."),
    param<&WindParams::boxMax>("box_max", "Box Maximum", "m", {-1e6, 1e6}, "Upper corner of that box."),
    param<&WindParams::voxelSize>("voxel_size", "Voxel Size", "m", {1e-6, 1e3}, "Resolution of the flow."),
};

inline const ParamTable& windTable()
{
    static const ParamTable kTable = paramTable<WindParams>("wind", "Wind Field", kWindParams);
    return kTable;
}

} // namespace firn
