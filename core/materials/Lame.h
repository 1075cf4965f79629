// The Lame parameters of an isotropic elastic solid.
#pragma once

namespace firn {

template <class T> struct Lame {
    T mu;     ///< Pa, shear modulus
    T lambda; ///< Pa
};

/// From Young's modulus E (Pa) and Poisson's ratio nu, which is below 1/2.
template <class T> constexpr Lame<T> lameFrom(T E, T nu)
{
    return {E / (2 * (1 + nu)), E * nu / ((1 + nu) * (1 - 2 * nu))};
}

} // namespace firn
