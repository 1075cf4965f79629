#include "colliders/Collider.h"

#include "base/Error.h"
#include "colliders/ColliderShape.h"

namespace firn {

Collider::Collider(std::string name, std::shared_ptr<const ColliderShape> shape, ColliderSurface surface)
    : mName(std::move(name)), mShape(std::move(shape)), mSurface(surface)
{
    FIRN_ASSERT(mShape);
}

void Collider::sample(double time, Span<const Vec3f> x, Span<ColliderSample> out) const
{
    FIRN_ASSERT(x.size() == out.size());
    mShape->sample(time, x, out);
}

ColliderSample Collider::sample(double time, const Vec3f& x) const
{
    ColliderSample out;
    mShape->sample(time, Span<const Vec3f>(&x, 1), Span<ColliderSample>(&out, 1));
    return out;
}

Vec3f Collider::carried(double from, double to, const Vec3f& x) const { return mShape->carried(from, to, x); }

double Collider::nextChange(double time) const { return mShape->nextChange(time); }

bool Collider::canMove() const { return mShape->canMove(); }

Box3f Collider::bounds(double time) const { return mShape->bounds(time); }

} // namespace firn
