// The adhesion spline between snow and solids [Akinci2013, Eq. 7].
#pragma once

#include <cmath>

namespace firn {

/// A(r) = 0.007 / h^3.25 (-4 r^2 / h + 6 r - 2 h)^(1/4) for h/2 < r <= h, else 0; largest at 3 h / 4.
/// Here h is the support radius, as in the paper. Unit 1/m^3.
template <class Real> class AdhesionKernel {
public:
    /// Support radius in m, above 0.
    explicit AdhesionKernel(Real support)
        : mSupport(support), mFactor(Real(0.007) / (support * support * support * fourthRoot(support)))
    {
    }

    Real support() const { return mSupport; }

    Real operator()(Real r) const
    {
        const Real h = mSupport;
        if (!(Real(2) * r > h && r <= h)) return Real(0);
        // -4 r^2 / h + 6 r - 2 h, factored so that it is never negative by rounding.
        return mFactor * fourthRoot(Real(2) * (Real(2) * r - h) * (h - r) / h);
    }

private:
    /// Square roots are correctly rounded, std::pow is not: the same bits with any C library.
    static Real fourthRoot(Real x) { return std::sqrt(std::sqrt(x)); }
    Real mSupport;
    Real mFactor; ///< 0.007 / h^3.25
};

} // namespace firn
