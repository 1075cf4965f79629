#include "colliders/ColliderShape.h"

#include <algorithm>
#include <limits>

namespace firn {
namespace {

constexpr std::size_t kRun = 128; // points at once, so that the passes over them stay in the nearest cache

// Distance, normal and the geometry's own velocity, moved by the motion's pose.
void sampleGeometry(const AnalyticShape& shape, const Pose& motion, double, Span<const Vec3f> x,
                    Span<ColliderSample> out)
{
    const AnalyticShape moved{shape.primitive, motion * shape.pose};
    SurfaceSample samples[kRun];
    firn::sample(moved, x, Span<SurfaceSample>(samples, x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = {samples[i].distance, samples[i].normal, Vec3f::Zero()};
}

void sampleGeometry(const LevelSetBody& body, const Pose& motion, double, Span<const Vec3f> x, Span<ColliderSample> out)
{
    const Pose pose = motion * body.pose;
    SurfaceSample samples[kRun];
    body.sampler.sample(pose, x, Span<SurfaceSample>(samples, x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = {samples[i].distance, samples[i].normal, Vec3f::Zero()};
    if (!body.sampler.hasVelocity()) return;
    Vec3f velocity[kRun], foot[kRun]; // the surface's velocity, at any depth
    for (std::size_t i = 0; i < x.size(); ++i) foot[i] = x[i] - samples[i].distance * samples[i].normal;
    body.sampler.velocity(pose, Span<const Vec3f>(foot, x.size()), Span<Vec3f>(velocity, x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) out[i].velocity = velocity[i];
}

void sampleGeometry(const LevelSetSequence& sequence, const Pose& motion, double time, Span<const Vec3f> x,
                    Span<ColliderSample> out)
{
    sequence.sample(motion, time, x, out);
}

Box3f boundsOf(const LevelSetBody& body, const Pose& motion, double)
{
    return boundsOf(motion * body.pose, body.sampler.bounds());
}
Box3f boundsOf(const AnalyticShape& shape, const Pose& motion, double)
{
    return boundsOf(AnalyticShape{shape.primitive, motion * shape.pose});
}
Box3f boundsOf(const LevelSetSequence& sequence, const Pose& motion, double time)
{
    return sequence.bounds(motion, time);
}

void addMotion(const MotionState& state, Span<const Vec3f> x, Span<ColliderSample> out)
{
    const Vec3f v = state.velocity.cast<float>(), w = state.spin.cast<float>(), pivot = state.pivot.cast<float>();
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Vec3f r = x[i] - pivot;
        out[i].velocity +=
            v + Vec3f(w.y() * r.z() - w.z() * r.y(), w.z() * r.x() - w.x() * r.z(), w.x() * r.y() - w.y() * r.x());
    }
}

void turnInsideOut(Span<ColliderSample> out)
{
    for (ColliderSample& s : out) {
        s.distance = -s.distance;
        s.normal = -s.normal;
    }
}

} // namespace

ColliderShape::ColliderShape(ColliderGeometry geometry, Motion motion, bool inside)
    : mGeometry(std::move(geometry)), mMotion(std::move(motion)), mInside(inside)
{
}

void ColliderShape::sample(double time, Span<const Vec3f> x, Span<ColliderSample> out) const
{
    const MotionState state = stateAt(mMotion, time);
    std::visit(
        [&](const auto& geometry) {
            for (std::size_t begin = 0; begin < x.size(); begin += kRun) {
                const std::size_t count = std::min(kRun, x.size() - begin);
                const Span<const Vec3f> points = x.subspan(begin, count);
                const Span<ColliderSample> samples = out.subspan(begin, count);
                sampleGeometry(geometry, state.pose, time, points, samples);
                if (state.moving) addMotion(state, points, samples);
                if (mInside) turnInsideOut(samples);
            }
        },
        mGeometry);
}

Vec3f ColliderShape::carried(double from, double to, const Vec3f& x) const
{
    const Pose before = stateAt(mMotion, from).pose, after = stateAt(mMotion, to).pose;
    const auto rigid = [&](const Vec3f& at) -> Vec3f {
        return after.toWorld(before.toBody(at.cast<double>())).cast<float>();
    };

    // The geometry's own motion, in the frame that the rigid one starts from.
    const auto own = [&](double time, const Vec3f& at) -> Vec3f {
        ColliderSample sample;
        const auto visit = [&](const auto& geometry) {
            sampleGeometry(geometry, before, time, Span<const Vec3f>(&at, 1), Span<ColliderSample>(&sample, 1));
        };
        std::visit(visit, mGeometry);
        return sample.velocity;
    };
    const auto dt = float(to - from);
    const Vec3f half = x + 0.5f * dt * own(from, x);
    return rigid(x + dt * own(0.5 * (from + to), half));
}

double ColliderShape::nextChange(double time) const
{
    const auto* sequence = std::get_if<LevelSetSequence>(&mGeometry);
    return std::min(firn::nextChange(mMotion, time),
                    sequence ? sequence->nextChange(time) : std::numeric_limits<double>::infinity());
}

bool ColliderShape::canMove() const
{
    if (!std::holds_alternative<Still>(mMotion)) return true;
    if (const auto* body = std::get_if<LevelSetBody>(&mGeometry)) return body->sampler.hasVelocity();
    return std::holds_alternative<LevelSetSequence>(mGeometry);
}

Box3f ColliderShape::bounds(double time) const
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    if (mInside) return {Vec3f::Constant(-kInfinity), Vec3f::Constant(kInfinity)};
    const Pose motion = stateAt(mMotion, time).pose;
    return std::visit([&](const auto& geometry) { return boundsOf(geometry, motion, time); }, mGeometry);
}

} // namespace firn
