// Bi-CGSTAB for a matrix that is only known by its products [vanDerVorst1992].
#pragma once

#include "neighbours/RawArray.h"
#include "parallel/Reduce.h"
#include "sph/Lane4.h"

#include <cmath>
#include <utility>

namespace firn::sph {

class BiCgStab {
public:
    struct Result {
        int iterations = 0;  ///< two products each
        double residual = 0; ///< root of the mean square
        bool converged = true;
    };

    /// Solves A x = b from the guess that stands in x, whose residual b - A x is `residual`, until the root mean square
    /// of the residual is at most `wanted`. x becomes the best that was met: residuals do not fall at every step.
    template <class Apply>
    Result solve(std::size_t n, const Apply& apply, const RawArray<Vec4f>& residual, double wanted, int most,
                 RawArray<Vec4f>& x)
    {
        for (RawArray<Vec4f>* a : {&mR, &mP, &mV, &mS, &mT, &mX[0], &mX[1]}) a->resize(n);
        Vec4f *r = mR.data(), *p = mP.data(), *v = mV.data(), *s = mS.data(), *t = mT.data();
        const Vec4f* shadow = residual.data();
        forEach(n, [&](std::size_t i) { r[i] = p[i] = shadow[i]; });
        RawArray<Vec4f>*newest = &x, *best = &x;
        Result result;
        double rho = dot(n, r, r);
        result.residual = rms(rho, n);
        while (result.residual > wanted && result.iterations < most) {
            ++result.iterations;
            apply(p, v);
            const double along = dot(n, shadow, v);
            if (!(std::abs(along) > 0)) break;
            const auto alpha = float(rho / along);
            double left = combine(n, s, [&](std::size_t i) { return fma(Lane4(-alpha), load(v, i), load(r, i)); });
            float omega = 0;
            const bool half = rms(left, n) <= wanted; // good enough without the second product
            if (!half) {
                apply(s, t);
                const double tt = dot(n, t, t);
                if (tt > 0) omega = float(dot(n, t, s) / tt);
                left = combine(n, r, [&](std::size_t i) { return fma(Lane4(-omega), load(t, i), load(s, i)); });
            }
            RawArray<Vec4f>* next = neither(newest, best, &x);
            forEach(n, [&](std::size_t i) {
                const Lane4 better = fma(Lane4(alpha), load(p, i), load(newest->data(), i));
                fma(Lane4(omega), load(s, i), better).store(&(*next)[i].x);
            });
            newest = next;
            if (rms(left, n) < result.residual) {
                result.residual = rms(left, n);
                best = newest;
            }
            const double after = dot(n, shadow, r);
            if (half || !(std::abs(after) > 0) || omega == 0) break;
            const auto beta = float(after / rho * double(alpha) / double(omega));
            rho = after;
            forEach(n, [&](std::size_t i) {
                const Lane4 direction = fma(Lane4(-omega), load(v, i), load(p, i));
                fma(Lane4(beta), direction, load(r, i)).store(&p[i].x);
            });
        }
        if (best != &x) std::swap(*best, x);
        result.converged = result.residual <= wanted;
        return result;
    }

    /// The root of a mean square over n particles.
    static double rms(double sum, std::size_t n) { return n == 0 ? 0 : std::sqrt(sum / double(n)); }

    static double dot(std::size_t n, const Vec4f* a, const Vec4f* b)
    {
        return sumOf(n, 0.0, [&](std::size_t i) { return double(sum3(load(a, i) * load(b, i))); });
    }

private:
    static FIRN_LANES Lane4 load(const Vec4f* a, std::size_t i) { return a[i].lanes(); }

    /// out[i] = value(i); returns the sum of squares.
    template <class Value> static double combine(std::size_t n, Vec4f* out, const Value& value)
    {
        return sumOf(n, 0.0, [&](std::size_t i) {
            const Lane4 u = value(i);
            u.store(&out[i].x);
            return double(sum3(u * u));
        });
    }

    /// One of the three vectors for x that is neither a nor b.
    RawArray<Vec4f>* neither(const RawArray<Vec4f>* a, const RawArray<Vec4f>* b, RawArray<Vec4f>* x)
    {
        for (RawArray<Vec4f>* each : {x, &mX[0]})
            if (each != a && each != b) return each;
        return &mX[1];
    }

    RawArray<Vec4f> mR, mP, mV, mS, mT, mX[2];
};

} // namespace firn::sph
