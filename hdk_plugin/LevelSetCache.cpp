#include "LevelSetCache.h"

#include "base/Hash.h"
#include "geometry/WidenLevelSet.h"

namespace firn::houdini {

namespace {

uint64_t keyOf(uint64_t content, std::initializer_list<float> settings)
{
    HashStream hash;
    hash.add(&content, sizeof content);
    for (const float value : settings) hash.add(&value, sizeof value);
    return hash.value();
}

} // namespace

LevelSet LevelSetCache::ofMesh(const Mesh& mesh, const ShapeParams& shape, const FieldDepth& depth, const Hooks& hooks,
                               const std::string& who)
{
    const uint64_t key = keyOf(meshHash(mesh), {shape.voxelSize, shape.thickness, depth.scale, depth.band});
    return find(key, {},
                [&] { return widenedFor(meshLevelSet(mesh, shape, hooks, who), depth.scale, depth.band, who, hooks); });
}

LevelSet LevelSetCache::ofVdb(const ShapeVdb& vdb, const FieldDepth& depth, const Hooks& hooks, const std::string& who)
{
    return find(keyOf(vdb.identity, {depth.scale, depth.band}), vdb.held,
                [&] { return widenedFor(vdb.make(), depth.scale, depth.band, who, hooks); });
}

LevelSet LevelSetCache::find(uint64_t key, const std::vector<std::shared_ptr<const void>>& held,
                             const std::function<LevelSet()>& make)
{
    {
        const std::lock_guard<std::mutex> lock(mMutex);
        const auto found = mKnown.find(key);
        if (found != mKnown.end()) return found->second.levelSet;
    }
    const LevelSet made = make();
    const std::lock_guard<std::mutex> lock(mMutex);
    if (!mKnown.emplace(key, Entry{made, held}).second) return made; // another thread was faster
    mOldest.push_back(key);
    mBytes += made.memory();
    while (mOldest.size() > kMost || (mBytes > kMostBytes && mOldest.size() > kFewest)) {
        const auto oldest = mKnown.find(mOldest.front());
        mBytes -= oldest->second.levelSet.memory();
        mKnown.erase(oldest);
        mOldest.pop_front();
    }
    return made;
}

} // namespace firn::houdini
