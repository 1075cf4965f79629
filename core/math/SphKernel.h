// The cubic spline kernel of SPH in three dimensions [Monaghan1992].
#pragma once

#include "base/Types.h"

namespace firn {

/// W(r) with smoothing length h, zero from r = 2 h on; its integral over space is 1. Unit 1/m^3.
template <class Real> class SphKernel {
public:
    using Vec3 = Eigen::Matrix<Real, 3, 1>;

    /// h in m, above 0.
    explicit SphKernel(Real h)
        : mInverseH(Real(1) / h), mValue(kInversePi * mInverseH * mInverseH * mInverseH),
          mSlope(mValue * mInverseH * mInverseH), mSupport(Real(2) * h)
    {
    }

    /// The distance from which on W is zero: 2 h.
    Real support() const { return mSupport; }

    /// W(r), r >= 0.
    Real operator()(Real r) const
    {
        const Real q = r * mInverseH;
        if (q < Real(1)) return mValue * (Real(1) + q * q * (Real(0.75) * q - Real(1.5)));
        if (q < Real(2)) return mValue * Real(0.25) * (Real(2) - q) * (Real(2) - q) * (Real(2) - q);
        return Real(0);
    }

    /// W'(r) / r, finite at r = 0: the gradient at offset x is this times x.
    Real slopeOverR(Real r) const
    {
        const Real q = r * mInverseH;
        if (q < Real(1)) return mSlope * (Real(2.25) * q - Real(3));
        if (q < Real(2)) return mSlope * Real(-0.75) * (Real(2) - q) * (Real(2) - q) / q;
        return Real(0);
    }

    /// The gradient of W(|x|) with respect to x, x being the offset from the neighbour to the particle.
    Vec3 gradient(const Vec3& x) const { return slopeOverR(x.norm()) * x; }

private:
    static constexpr Real kInversePi = Real(0.31830988618379067154);
    Real mInverseH;
    Real mValue; ///< W(0) = 1 / (pi h^3)
    Real mSlope; ///< W(0) / h^2
    Real mSupport;
};

} // namespace firn
