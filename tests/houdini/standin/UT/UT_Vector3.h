// Stand-in: vectors. Row vectors: v *= M.
#pragma once

#include <SYS/SYS_Types.h>

template <class T> class UT_Matrix4T;

template <class T> class UT_Vector3T {
public:
    UT_Vector3T() : mValue{0, 0, 0} {}
    UT_Vector3T(T x, T y, T z) : mValue{x, y, z} {}
    template <class S> explicit UT_Vector3T(const UT_Vector3T<S>& v) : mValue{T(v.x()), T(v.y()), T(v.z())} {}

    T x() const { return mValue[0]; }
    T y() const { return mValue[1]; }
    T z() const { return mValue[2]; }
    T& operator()(int i) { return mValue[i]; }
    T operator()(int i) const { return mValue[i]; }
    template <class S> UT_Vector3T& operator*=(const UT_Matrix4T<S>& m);

private:
    T mValue[3];
};
typedef UT_Vector3T<fpreal32> UT_Vector3;
typedef UT_Vector3T<fpreal64> UT_Vector3D;
