// A signed distance field on a sparse grid, shared and immutable. OpenVDB stays behind it (LevelSetGrid.h).
#pragma once

#include "base/Types.h"

#include <memory>

namespace firn {

struct LevelSetGrid; // the OpenVDB grids: LevelSetGrid.h, for the few files that need them

class LevelSet {
public:
    explicit LevelSet(std::shared_ptr<const LevelSetGrid> grid) : mGrid(std::move(grid)) {}

    const LevelSetGrid& grid() const { return *mGrid; }
    float voxelSize() const;
    Box3f bounds() const; ///< of the region inside
    std::size_t memory() const;

private:
    std::shared_ptr<const LevelSetGrid> mGrid;
};

} // namespace firn
