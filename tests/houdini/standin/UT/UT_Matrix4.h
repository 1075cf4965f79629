// Stand-in: 4x4 matrices for row vectors; the translation is the last row.
#pragma once

#include <UT/UT_Vector3.h>

template <class T> class UT_Matrix4T {
public:
    UT_Matrix4T() { identity(); }
    void identity()
    {
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 4; ++c) mValue[r][c] = r == c;
    }
    T& operator()(int r, int c) { return mValue[r][c]; }
    T operator()(int r, int c) const { return mValue[r][c]; }

    /// First this, then the other.
    UT_Matrix4T& operator*=(const UT_Matrix4T& other)
    {
        const UT_Matrix4T mine = *this;
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 4; ++c) {
                mValue[r][c] = 0;
                for (int k = 0; k < 4; ++k) mValue[r][c] += mine(r, k) * other(k, c);
            }
        return *this;
    }

private:
    T mValue[4][4];
};
typedef UT_Matrix4T<fpreal64> UT_Matrix4D;
typedef UT_Matrix4T<fpreal64> UT_DMatrix4;

template <class T> template <class S> UT_Vector3T<T>& UT_Vector3T<T>::operator*=(const UT_Matrix4T<S>& m)
{
    T out[3];
    for (int c = 0; c < 3; ++c)
        out[c] = T(S(mValue[0]) * m(0, c) + S(mValue[1]) * m(1, c) + S(mValue[2]) * m(2, c) + m(3, c));
    for (int c = 0; c < 3; ++c) mValue[c] = out[c];
    return *this;
}
