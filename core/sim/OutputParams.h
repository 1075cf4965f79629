// Where and how a run's frames are written.
#pragma once

#include "params/ParamSet.h"

namespace firn {

enum class ParticleFormat { Bgeo, Geo, Vdb, Ply };
inline constexpr std::string_view kParticleFormats[] = {"bgeo", "geo", "vdb", "ply"};

struct OutputParams {
    std::string folder = "out";
    std::string name = "snow";
    ParticleFormat format = ParticleFormat::Bgeo;
    bool density = false;
    float densityVoxel = 0.0f;
    double checkpointEvery = 120.0;
};

inline constexpr Param kOutputParams[] = {
    param<&OutputParams::folder>("folder", "Folder",
                                 "Where frames, checkpoints and reports go, relative to the scene."),
    param<&OutputParams::name>("name", "Name", "File names start with this: name.0001.bgeo."),
    choice<&OutputParams::format>("format", "Format", kParticleFormats, "The particle cache's format."),
    param<&OutputParams::density>("density", "Density Grid", "Also writes a density grid (.vdb) for renderers."),
    param<&OutputParams::densityVoxel>("density_voxel", "Density Voxel", "m", {0, 1e3},
                                       "Voxel size of the density grid; 0 picks twice the mean particle spacing."),
    param<&OutputParams::checkpointEvery>("checkpoint_every", "Checkpoint Every", "s", {0, 1e6},
                                          "Wall-clock seconds between checkpoints; 0 writes one after each frame."),
};

inline const ParamTable& outputTable()
{
    static const ParamTable kTable = paramTable<OutputParams>("output", "Output", kOutputParams);
    return kTable;
}

} // namespace firn
