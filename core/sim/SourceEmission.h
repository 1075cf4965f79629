// What a source is about to append, complete and checked before the particle set is touched.
#pragma once

#include "base/Types.h"
#include "materials/SnowMaterial.h"
#include "particles/Particles.h"
#include "sim/SourceParams.h"

#include <array>
#include <string>
#include <vector>

namespace firn {

struct Emission {
    std::vector<Vec3f> position; ///< m, where the particles appear
    std::vector<Vec3f> velocity; ///< m/s
    std::vector<Vec3d> pattern;  ///< m, where noise is looked up; for a stream the place in the moving lattice
    std::vector<float> distance; ///< m to the shape's surface, negative; empty for flakes and points
    std::vector<float> diameter; ///< m, of flakes; empty when each particle stands for a cube of the separation's edge

    std::size_t size() const { return position.size(); }
};

/// How many particles a source may add, and what messages about that call it.
struct Room {
    int64_t left;
    std::string where;
};

/// A material parameter and the attribute that holds it per particle.
struct MaterialColumn {
    std::string_view token, attribute;
};
inline constexpr MaterialColumn kMaterialColumns[] = {
    {"density", "density"},
    {"youngs_modulus", "E"},
    {"poissons_ratio", "nu"},
    {"hardening", "hardening"},
    {"critical_compression", "critical_compression"},
    {"critical_stretch", "critical_stretch"},
};
static_assert(std::size(kMaterialColumns) == std::size(kSnowMaterialParams), "every parameter has its attribute");

/// One list per material column; a list is empty where the material's own value holds for every particle.
using MaterialValues = std::array<std::vector<float>, std::size(kMaterialColumns)>;

/// Checks that the variations name parameters of the material, and that those with a shell have a filled shape.
void checkVariations(const std::vector<VariationParams>& variations, bool hasShape, const std::string& where);

/// The product of 1 + amount x pattern over the variations of one parameter; empty when there is none.
std::vector<float> variationFactors(const std::vector<VariationParams>& variations, std::string_view token,
                                    Span<const Vec3d> pattern, Span<const float> distance, uint64_t seed);

/// Multiplies base values (one for all, or one each) by factors; an InputError names a value out of its range.
std::vector<float> variedValues(std::string_view token, Span<const float> base, Span<const float> factors,
                                const std::string& where);

/// The material's parameter with this token.
float materialValue(const SnowMaterial& material, std::string_view token);

} // namespace firn
