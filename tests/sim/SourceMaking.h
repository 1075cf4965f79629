// Sources as the tests of this folder make them.
#pragma once

#include "base/Error.h"
#include "sim/Source.h"
#include "support/Solids.h"

#include <limits>

namespace firn {

constexpr double kBeforeAll = -std::numeric_limits<double>::infinity();
constexpr int64_t kNoLimit = int64_t(1) << 40;

inline SourceSpec specNamed(const std::string& name)
{
    SourceSpec spec;
    spec.params.name = name;
    spec.params.separation = 0.05f;
    return spec;
}

inline Source makeSource(const SourceSpec& spec, const SolidField& shape, int64_t sceneSeed = 1,
                         const SnowMaterial& material = {})
{
    return Source(spec, material, shape, nullptr, sceneSeed);
}

inline Particles emitted(const Source& source, double from = kBeforeAll, double to = 0)
{
    Particles particles;
    source.emit(from, to, particles, kNoLimit);
    return particles;
}

inline double totalOf(const Particles& particles, const char* name)
{
    double sum = 0;
    for (const float value : particles.get<float>(name)) sum += value;
    return sum;
}

/// The message of the InputError that the work throws; empty when it throws none.
template <class Work> std::string refusal(Work work)
{
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

inline bool mentions(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

} // namespace firn
