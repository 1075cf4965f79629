// Distance fields of colliders by content: made once, and again when the collider changes.
#pragma once

#include "DetailShape.h"

#include <deque>
#include <map>
#include <mutex>

namespace firn::houdini {

/// How deep a field must be known (m) once the collider is scaled.
struct FieldDepth {
    float scale = 1;
    float band = 0;
};

/// Shared by the copies of a simulation's state; callable from several threads. Keeps what was made last.
class LevelSetCache {
public:
    LevelSet ofMesh(const Mesh& mesh, const ShapeParams& shape, const FieldDepth& depth, const Hooks& hooks,
                    const std::string& who);
    LevelSet ofVdb(const ShapeVdb& vdb, const FieldDepth& depth, const Hooks& hooks, const std::string& who);

private:
    struct Entry {
        LevelSet levelSet;
        std::vector<std::shared_ptr<const void>> held; // an address stands for what is there as long as it is held
    };
    LevelSet find(uint64_t key, const std::vector<std::shared_ptr<const void>>& held,
                  const std::function<LevelSet()>& make);

    static constexpr std::size_t kMost = 64, kFewest = 4; // a deforming mesh needs two, and may have neighbours
    static constexpr std::size_t kMostBytes = std::size_t(1) << 29;
    std::mutex mMutex;
    std::map<uint64_t, Entry> mKnown;
    std::deque<uint64_t> mOldest; // first in, first out
    std::size_t mBytes = 0;
};

} // namespace firn::houdini
