#include "mpm/Soundness.h"

#include "base/Error.h"
#include "base/Text.h"
#include "mpm/Snow.h"
#include "parallel/Reduce.h"

namespace firn::mpm {

void requireSound(const Particles& particles)
{
    struct Rule {
        const char* name;
        const char* allowed;
        bool (*good)(float); // a comparison with NaN does not hold
    };
    constexpr Rule kRules[] = {
        {"mass", "above 0", [](float m) { return m > 0; }},
        {"E", "0 or more", [](float E) { return E >= 0; }},
        {"nu", "from 0 to below 0.5", [](float nu) { return nu >= 0 && nu < 0.5f; }},
        {"hardening", "from 0 to 1000", [](float xi) { return xi >= 0 && xi <= 1000; }},
        {"critical_compression", "from 0 to below 1", [](float c) { return c >= 0 && c < 1; }},
        {"critical_stretch", "0 or more", [](float c) { return c >= 0; }},
    };
    for (const Rule& rule : kRules) {
        const float* column = optionalColumn(particles, rule.name);
        if (!column) continue;
        const std::size_t bad = firstWhere(particles.size(), [&](std::size_t i) { return !rule.good(column[i]); });
        if (bad == particles.size()) continue;
        throw InputError("attribute '" + std::string(rule.name) + "' of particle id " +
                         std::to_string(particles.id()[bad]) + " is " + toText(column[bad]) + "; for mpm it must be " +
                         rule.allowed);
    }
}

} // namespace firn::mpm
