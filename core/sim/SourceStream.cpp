#include "sim/SourceStream.h"

#include "base/Error.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace firn {

namespace {

constexpr double kTicksPerSeparation = 4;
constexpr double kMostTicks = 0x1p52; // whole numbers up to here are exact in double
constexpr int kRays = 64;             // along each side of the front

} // namespace

SourceStream::SourceStream(const SolidField& shape, const Vec3d& velocity, double start, double stop, float separation)
    : mShape(shape), mStart(start), mStop(stop), mTick(double(separation) / (kTicksPerSeparation * velocity.norm())),
      mStep(velocity * mTick), mStepLength(mStep.norm())
{
    FIRN_ASSERT(velocity.norm() > 0);
}

int64_t SourceStream::lastTick(double time) const
{
    if (!(time >= mStart)) return -1;
    return int64_t(std::min(std::floor((std::min(time, mStop) - mStart) / mTick), kMostTicks));
}

SourceStream::Ticks SourceStream::ticksInBounds(const Vec3d& place, int64_t first, int64_t last, double margin) const
{
    double low = double(first), high = double(last);
    for (int axis = 0; axis < 3; ++axis) {
        const double toLower = double(mShape.bounds.lower[axis]) - margin - place[axis];
        const double toUpper = double(mShape.bounds.upper[axis]) + margin - place[axis];
        if (mStep[axis] == 0) {
            if (toLower > 0 || toUpper < 0) return {1, 0};
            continue;
        }
        const double a = toLower / mStep[axis], b = toUpper / mStep[axis];
        low = std::max(low, std::min(a, b));
        high = std::min(high, std::max(a, b));
    }
    if (low > high) return {1, 0};
    return {int64_t(std::ceil(low)), int64_t(std::floor(high))};
}

void SourceStream::firstInside(Span<const Vec3d> places, int64_t first, int64_t last, float threshold,
                               Span<int64_t> tick, Span<float> distance) const
{
    // One traveller per place that passes through the bounds. All look at the shape together, one call per round.
    struct Traveller {
        std::size_t place;
        int64_t tick, last;
    };
    std::vector<Traveller> travellers;
    const double margin = mStepLength + std::max(threshold, 0.0f);
    for (std::size_t i = 0; i < places.size(); ++i) {
        tick[i] = -1;
        const Ticks ticks = ticksInBounds(places[i], first, last, margin);
        if (ticks.first <= ticks.last) travellers.push_back({i, ticks.first, ticks.last});
    }
    std::vector<Vec3f> x;
    std::vector<float> d;
    while (!travellers.empty()) {
        x.resize(travellers.size());
        d.resize(travellers.size());
        for (std::size_t t = 0; t < travellers.size(); ++t)
            x[t] = at(places[travellers[t].place], travellers[t].tick).cast<float>();
        mShape.distance(x, d);

        // Far from the shape a traveller may skip the ticks in which it cannot arrive.
        std::size_t kept = 0;
        for (std::size_t t = 0; t < travellers.size(); ++t) {
            Traveller traveller = travellers[t];
            if (d[t] < threshold) {
                tick[traveller.place] = traveller.tick;
                distance[traveller.place] = d[t];
                continue;
            }
            const double safe = (double(d[t]) - threshold) / (kDistanceTrust * mStepLength);
            traveller.tick += std::max<int64_t>(1, int64_t(std::min(safe, kMostTicks)));
            if (traveller.tick <= traveller.last) travellers[kept++] = traveller;
        }
        travellers.resize(kept);
    }
}

FillRegion SourceStream::region(int64_t first, int64_t last) const
{
    const Vec3d lower = mShape.bounds.lower.cast<double>(), upper = mShape.bounds.upper.cast<double>();
    const Vec3d back = mStep * double(first), furtherBack = mStep * double(last);
    FillRegion region;
    region.lower = (lower - back).cwiseMin(lower - furtherBack);
    region.upper = (upper - back).cwiseMax(upper - furtherBack);
    region.mayHold = [this, first, last](const Vec3d& centre, double radius) {
        int64_t tick = 0;
        float distance = 0;
        firstInside({&centre, 1}, first, last, float(kDistanceTrust * radius), {&tick, 1}, {&distance, 1});
        return tick >= 0;
    };
    region.distance = [this, first, last](Span<const Vec3d> places, Span<float> distance) {
        std::vector<int64_t> tick(places.size());
        firstInside(places, 0, last, 0.0f, tick, distance);
        for (std::size_t i = 0; i < places.size(); ++i)
            if (tick[i] < first) distance[i] = 1.0f; // never inside, or a particle already
    };
    return region;
}

double SourceStream::frontArea() const
{
    // The bounds, projected along the velocity, lie in a square about their centre.
    const Vec3d forward = mStep.normalized();
    const Vec3d side = forward.unitOrthogonal(), up = forward.cross(side);
    const double half = 0.5 * mShape.bounds.size().cast<double>().norm();
    const Vec3d behind = mShape.bounds.centre().cast<double>() - forward * (half + mStepLength);

    std::vector<Vec3d> places;
    for (int i = 0; i < kRays * kRays; ++i) {
        const double a = (2.0 * (i % kRays) + 1.0) / kRays - 1.0, b = (2.0 * (i / kRays) + 1.0) / kRays - 1.0;
        places.push_back(behind + half * (a * side + b * up));
    }
    std::vector<int64_t> tick(places.size());
    std::vector<float> distance(places.size());
    firstInside(places, 0, int64_t(kMostTicks), 0.0f, tick, distance);
    const auto hits = std::count_if(tick.begin(), tick.end(), [](int64_t t) { return t >= 0; });
    return 4.0 * half * half * double(hits) / (kRays * kRays);
}

} // namespace firn
