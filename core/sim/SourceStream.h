// The stream of a continuous source: a lattice that moves through the source's shape at a steady velocity.
#pragma once

#include "geometry/Fill.h"

namespace firn {

/// The shape is looked at in ticks, the time in which the stream moves a quarter of the separation. A place of the
/// lattice becomes a particle at the first tick at which it is inside. That tick depends on the place alone, not on
/// frames, so no place is emitted twice or forgotten. (What is thinner than a quarter of the separation may be missed.)
class SourceStream {
public:
    /// velocity is not zero; the shape must outlive the stream.
    SourceStream(const SolidField& shape, const Vec3d& velocity, double start, double stop, float separation);

    /// The last tick (0 is the start) at or before a time, or -1: none before the start, no more after the stop.
    int64_t lastTick(double time) const;

    /// Where a place of the lattice is at a tick.
    Vec3d at(const Vec3d& place, int64_t tick) const { return place + mStep * double(tick); }

    /// The first tick of [first, last] at which each place is nearer to the inside than `threshold` (m), or -1, and its
    /// distance then. `first` is 0 but for searches that need not find the very first.
    void firstInside(Span<const Vec3d> places, int64_t first, int64_t last, float threshold, Span<int64_t> tick,
                     Span<float> distance) const;

    /// The places that become particles in the ticks [first, last].
    FillRegion region(int64_t first, int64_t last) const;

    /// The area (m2) of the shape as seen along the velocity, from about 4000 rays.
    double frontArea() const;

private:
    /// The ticks of [first, last] at which a place is within the shape's bounds; empty when its first exceeds its last.
    struct Ticks {
        int64_t first, last;
    };
    Ticks ticksInBounds(const Vec3d& place, int64_t first, int64_t last, double margin) const;

    const SolidField& mShape;
    double mStart, mStop, mTick; ///< s
    Vec3d mStep;                 ///< m per tick
    double mStepLength;
};

} // namespace firn
