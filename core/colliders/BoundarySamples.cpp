#include "colliders/BoundarySamples.h"

#include "base/Error.h"
#include "base/Text.h"
#include "colliders/BodySamples.h"
#include "colliders/ColliderShape.h"
#include "colliders/OccupiedCells.h"
#include "colliders/PlaneLattice.h"
#include "parallel/ForEach.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace firn {
namespace {

/// What a body's samples hang on; equal keys, equal samples.
struct BodyKey {
    std::array<float, 4> shape = {-1, 0, 0, 0}; // the kind of analytic shape, and its sizes
    const void* before = nullptr;
    const void* after = nullptr;
    float scale = 1;
    double seconds = 0;

    bool operator==(const BodyKey& o) const
    {
        return shape == o.shape && before == o.before && after == o.after && scale == o.scale && seconds == o.seconds;
    }
};

std::array<float, 4> shapeKey(const Plane&) { return {0, 0, 0, 0}; }
std::array<float, 4> shapeKey(const Sphere& s) { return {1, s.radius, 0, 0}; }
std::array<float, 4> shapeKey(const Box& b) { return {2, b.halfSize.x(), b.halfSize.y(), b.halfSize.z()}; }
std::array<float, 4> shapeKey(const Capsule& c) { return {3, c.radius, c.halfHeight, 0}; }
std::array<float, 4> shapeKey(const Cylinder& c) { return {4, c.radius, c.halfHeight, 0}; }

struct Emitted {
    std::vector<Vec3f> P, v, N;
};

void push(Emitted& out, const Vec3d& x, const Vec3d& v, const Vec3d& n)
{
    out.P.push_back(x.cast<float>());
    out.v.push_back(v.cast<float>());
    out.N.push_back(n.cast<float>());
}

/// Runs work(i, part) for all i and appends what they emit, in their order.
template <class Work>
void emitAll(std::size_t count, std::size_t grain, int32_t collider, BoundarySamples& out, Work&& work)
{
    std::vector<Emitted> parts((count + grain - 1) / grain);
    forRanges(count, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) work(i, parts[begin / grain]);
    });
    for (const Emitted& part : parts) {
        out.P.insert(out.P.end(), part.P.begin(), part.P.end());
        out.v.insert(out.v.end(), part.v.begin(), part.v.end());
        out.N.insert(out.N.end(), part.N.begin(), part.N.end());
    }
    out.collider.resize(out.P.size(), collider);
}

/// Where a body is at a time, and how far its change of form has come.
struct BodyState {
    Pose pose; // from the samples' frame to the world
    MotionState motion;
    float gamma = 0;
    double side = 1; // -1: snow is inside
};

void emitBody(const BodySamples& body, const BodyState& state, int32_t collider, const OccupiedCells& region,
              BoundarySamples& out)
{
    const auto emitCluster = [&](std::size_t c, Emitted& part) {
        const BodySamples::Cluster& cluster = body.clusters[c];
        if (!region.touches(state.pose.toWorld(cluster.centre.cast<double>()), cluster.radius)) return;
        for (uint32_t i = cluster.begin; i < cluster.end; ++i) {
            Vec3d p = body.points.P[i].cast<double>(), n = body.points.N[i].cast<double>();
            if (!body.shift.empty()) {
                p += double(state.gamma) * body.shift[i].cast<double>();
                const Vec3d blend = (1.0 - state.gamma) * n + double(state.gamma) * body.endN[i].cast<double>();
                if (blend.norm() > 0) n = blend.normalized();
            }
            const Vec3d x = state.pose.toWorld(p);
            if (!region.contains(x)) continue;
            Vec3d v = Vec3d::Zero();
            if (!body.velocity.empty()) v = state.pose.rotation * body.velocity[i].cast<double>();
            if (state.motion.moving) v += state.motion.velocityAt(x);
            push(part, x, v, state.side * (state.pose.rotation * n));
        }
    };
    constexpr std::size_t kClustersPerTask = 32;
    emitAll(body.clusters.size(), kClustersPerTask, collider, out, emitCluster);
}

/// Each cell near the plane emits the lattice points that it holds.
void emitPlane(const PlaneLattice& lattice, const BodyState& state, int32_t collider, const OccupiedCells& region,
               BoundarySamples& out)
{
    const double radius = 0.5 * std::sqrt(3.0) * region.edge();
    const auto emitCell = [&](std::size_t c, Emitted& part) {
        const CellIndex cell = region.cells()[c];
        const Vec3d centre = (cell.cast<double>().array() + 0.5) * region.edge();
        if (std::abs((centre - lattice.origin).dot(lattice.n)) > 1.001 * radius) return;
        lattice.forNear(centre, 1.001 * radius, [&](const Vec3d& x) {
            if (region.cellOf(x) != cell) return;
            const Vec3d v = state.motion.moving ? state.motion.velocityAt(x) : Vec3d(Vec3d::Zero());
            push(part, x, v, state.side * lattice.n);
        });
    };
    emitAll(region.cells().size(), 64, collider, out, emitCell);
}

} // namespace

/// Samples of bodies, each with what keeps its key's pointers from being used again.
struct BoundarySampler::Cache {
    struct Entry {
        BodyKey key;
        std::vector<LevelSet> held;
        std::shared_ptr<const BodySamples> samples;
        uint64_t used;
    };
    static constexpr uint64_t kForgetAfter = 4; // calls: a solver may look back and forth within a step

    std::vector<Entry> entries;
    uint64_t calls = 0;

    template <class Make> const BodySamples& get(const BodyKey& key, std::vector<LevelSet> held, Make&& make)
    {
        for (Entry& entry : entries) {
            if (!(entry.key == key)) continue;
            entry.used = calls;
            return *entry.samples;
        }
        entries.push_back({key, std::move(held), std::make_shared<const BodySamples>(make()), calls});
        return *entries.back().samples;
    }

    void forgetOld()
    {
        const auto old = [this](const Entry& entry) { return entry.used + kForgetAfter < calls; };
        entries.erase(std::remove_if(entries.begin(), entries.end(), old), entries.end());
    }
};

BoundarySampler::BoundarySampler(float spacing) : mSpacing(spacing), mCache(std::make_unique<Cache>())
{
    if (!(spacing > 0) || !std::isfinite(spacing))
        throw InputError("boundary samples: spacing is " + toText(spacing) + "; it must be above 0");
}

BoundarySampler::~BoundarySampler() = default;
BoundarySampler::BoundarySampler(BoundarySampler&&) noexcept = default;
BoundarySampler& BoundarySampler::operator=(BoundarySampler&&) noexcept = default;

void BoundarySampler::sample(Span<const Collider> colliders, double time, Span<const Vec3f> particles, float reach,
                             BoundarySamples& out)
{
    out.P.clear();
    out.v.clear();
    out.N.clear();
    out.collider.clear();
    ++mCache->calls;
    const OccupiedCells region(particles, reach);
    for (std::size_t c = 0; c < colliders.size(); ++c) add(colliders[c], int32_t(c), time, region, out);
    mCache->forgetOld();
}

void BoundarySampler::add(const Collider& collider, int32_t index, double time, const OccupiedCells& region,
                          BoundarySamples& out)
{
    const ColliderShape& shape = collider.shape();
    const std::string where = "collider '" + collider.name() + "'";
    BodyState state;
    state.motion = stateAt(shape.motion(), time);
    state.side = shape.inside() ? -1 : 1;

    if (const auto* analytic = std::get_if<AnalyticShape>(&shape.geometry())) {
        state.pose = state.motion.pose * analytic->pose;
        if (const auto* plane = std::get_if<Plane>(&analytic->primitive))
            return emitPlane(PlaneLattice(*plane, state.pose, mSpacing), state, index, region, out);
        BodyKey key;
        key.shape = std::visit([](const auto& primitive) { return shapeKey(primitive); }, analytic->primitive);
        const auto make = [&] { return sampleBody(analytic->primitive, mSpacing, where); };
        return emitBody(mCache->get(key, {}, make), state, index, region, out);
    }
    if (const auto* body = std::get_if<LevelSetBody>(&shape.geometry())) {
        state.pose = state.motion.pose * body->pose;
        BodyKey key;
        key.before = &body->sampler.levelSet().grid();
        key.scale = body->sampler.scale();
        const auto make = [&] { return sampleBody(body->sampler, mSpacing, where); };
        return emitBody(mCache->get(key, {body->sampler.levelSet()}, make), state, index, region, out);
    }
    const auto& sequence = std::get<LevelSetSequence>(shape.geometry());
    state.pose = state.motion.pose * sequence.pose();
    const LevelSetSequence::Interval frames = sequence.intervalAt(time);
    state.gamma = frames.gamma;
    BodyKey key;
    key.before = &frames.before->levelSet().grid();
    key.scale = frames.before->scale();
    std::vector<LevelSet> held = {frames.before->levelSet()};
    if (!frames.after) { // holds a frame, at rest: a velocity grid does not count
        key.seconds = -1;
        const auto make = [&] {
            BodySamples samples = sampleBody(*frames.before, mSpacing, where);
            samples.velocity.clear();
            return samples;
        };
        return emitBody(mCache->get(key, std::move(held), make), state, index, region, out);
    }
    key.after = &frames.after->levelSet().grid();
    key.seconds = sequence.frameTime();
    held.push_back(frames.after->levelSet());
    const auto make = [&] { return sampleBody(*frames.before, *frames.after, key.seconds, mSpacing, where); };
    emitBody(mCache->get(key, std::move(held), make), state, index, region, out);
}

} // namespace firn
