// Bi-CGSTAB for a matrix that is only known by its products [vanDerVorst1992].
#pragma once

#include "neighbours/RawArray.h"
#include "parallel/Reduce.h"
#include "sph/Lane4.h"

#include <cmath>

namespace firn::sph {

class BiCgStab {
public:
    struct Result {
        int iterations = 0;  ///< two products each
        double residual = 0; ///< root of the mean square
        bool converged = true;
    };

    /// Solves A x = b from x = 0, until the root mean square of the residual is at most `wanted`.
    template <class Apply>
    Result solve(std::size_t n, const Vec4f* b, const Apply& apply, double wanted, int most, Vec4f* x)
    {
        for (RawArray<Vec4f>* a : {&mR, &mP, &mV, &mS, &mT}) a->resize(n);
        Vec4f *r = mR.data(), *p = mP.data(), *v = mV.data(), *s = mS.data(), *t = mT.data();
        forEach(n, [&](std::size_t i) { x[i] = {0, 0, 0, 0}, r[i] = p[i] = b[i]; });
        Result result;
        double rho = dot(n, r, r); // the shadow residual is b itself
        result.residual = rms(rho, n);
        while (result.residual > wanted && result.iterations < most) {
            ++result.iterations;
            apply(p, v);
            const double bv = dot(n, b, v);
            if (!(std::abs(bv) > 0)) break;
            const auto alpha = float(rho / bv);
            const double ss = combine(n, s, [&](std::size_t i) { return fma(Lane4(-alpha), load(v, i), load(r, i)); });
            if (rms(ss, n) <= wanted) {
                forEach(n, [&](std::size_t i) { fma(Lane4(alpha), load(p, i), load(x, i)).store(&x[i].x); });
                result.residual = rms(ss, n);
                break;
            }
            apply(s, t);
            const double tt = dot(n, t, t);
            if (!(tt > 0)) break;
            const auto omega = float(dot(n, t, s) / tt);
            const double rr = combine(n, r, [&](std::size_t i) {
                const Lane4 better = fma(Lane4(alpha), load(p, i), load(x, i));
                fma(Lane4(omega), load(s, i), better).store(&x[i].x);
                return fma(Lane4(-omega), load(t, i), load(s, i));
            });
            result.residual = rms(rr, n);
            const double next = dot(n, b, r);
            if (!(std::abs(next) > 0) || omega == 0) break;
            const auto beta = float(next / rho * double(alpha) / double(omega));
            rho = next;
            forEach(n, [&](std::size_t i) {
                const Lane4 direction = fma(Lane4(-omega), load(v, i), load(p, i));
                fma(Lane4(beta), direction, load(r, i)).store(&p[i].x);
            });
        }
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

    RawArray<Vec4f> mR, mP, mV, mS, mT;
};

} // namespace firn::sph
