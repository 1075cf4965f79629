// Material parameters that vary over a source: "harder and heavier on the outside" ([Stomakhin2013] section 10).
#include "base/Error.h"
#include "base/Text.h"
#include "math/Noise.h"
#include "parallel/ForEach.h"
#include "parallel/Reduce.h"
#include "sim/SourceEmission.h"

#include <algorithm>

namespace firn {

namespace {

/// 1 at the surface, falling linearly to 0 at the shell's depth.
float shellPattern(float distance, float depth) { return std::clamp(1.0f + distance / depth, 0.0f, 1.0f); }

} // namespace

void checkVariations(const std::vector<VariationParams>& variations, bool hasShape, const std::string& where)
{
    for (const auto& variation : variations) {
        const std::string what = where + ", variation of " + variation.parameter;
        for (const auto& row : variationTable().params) checkedValue(row, row.get(&variation), what);
        if (!snowMaterialTable().find(variation.parameter))
            throw InputError(where + ": variation: " +
                             unknownName("material parameter", variation.parameter, snowMaterialTable().tokens()));
        if (variation.kind == NoiseKind::Shell && !hasShape)
            throw InputError(what + ": kind is 'shell', which needs a filled shape; flakes and points have no depth, "
                                    "use 'noise'");
    }
}

std::vector<float> variationFactors(const std::vector<VariationParams>& variations, std::string_view token,
                                    Span<const Vec3d> pattern, Span<const float> distance, uint64_t seed)
{
    // Two parameters varied with the same seed share one pattern: harder where heavier.
    std::vector<float> factors;
    for (const auto& variation : variations) {
        if (snowMaterialTable().find(variation.parameter) != snowMaterialTable().find(token)) continue;
        factors.resize(pattern.size(), 1.0f);
        const uint64_t noiseSeed = mix(seed, uint64_t(variation.seed));
        forEach(pattern.size(), [&](std::size_t i) {
            const float value = variation.kind == NoiseKind::Shell
                                    ? shellPattern(distance[i], variation.scale)
                                    : layeredNoise(pattern[i], variation.scale, variation.octaves, noiseSeed);
            factors[i] *= 1.0f + variation.amount * value;
        });
    }
    return factors;
}

std::vector<float> variedValues(std::string_view token, Span<const float> base, Span<const float> factors,
                                const std::string& where)
{
    const Param& row = *snowMaterialTable().find(token);
    std::vector<float> values(factors.size());
    forEach(values.size(), [&](std::size_t i) { values[i] = base[base.size() == 1 ? 0 : i] * factors[i]; });
    const auto lowest = float(row.range.lowest), highest = float(row.range.highest);
    const std::size_t bad =
        firstWhere(values.size(), [&](std::size_t i) { return !(values[i] >= lowest && values[i] <= highest); });
    if (bad < values.size())
        throw InputError(where + ": its variations make " + std::string(token) + " " + toText(values[bad]) +
                         "; it must be " + paramAllowed(row) + "; lower the variations' amount");
    return values;
}

float materialValue(const SnowMaterial& material, std::string_view token)
{
    return float(std::get<double>(snowMaterialTable().find(token)->get(&material)));
}

} // namespace firn
