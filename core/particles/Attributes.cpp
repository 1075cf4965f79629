#include "particles/Attributes.h"

#include "base/Error.h"
#include "base/Text.h"

namespace firn {

namespace {

constexpr ColumnType kFloat{Scalar::Float32, 1}, kVector{Scalar::Float32, 3}, kMatrix{Scalar::Float32, 9};
constexpr ColumnType kInt{Scalar::Int32, 1}, kId{Scalar::Int64, 1}, kText{Scalar::Text, 1};

// Names follow Houdini and SideFX's own MPM nodes, so that their tools accept our points.
constexpr AttributeInfo kAttributes[] = {
    {"P", kVector, Meaning::Point, "m", 0, "all", "Position; y is up."},
    {"v", kVector, Meaning::Vector, "m/s", 0, "all", "Velocity."},
    {"id", kId, Meaning::None, "", 0, "all", "Unique and never used again; order and random numbers hang on it."},
    {"mass", kFloat, Meaning::None, "kg", 0, "all", "Mass; it never changes."},
    {"pscale", kFloat, Meaning::None, "m", 0, "all", "Radius: half the separation of a source, or a flake's radius."},
    {"density", kFloat, Meaning::None, "kg/m3", 0, "all",
     "Density: the material's when emitted, then what the solver measures."},
    {"E", kFloat, Meaning::None, "Pa", 1.4e5, "mpm, sph", "Young's modulus before hardening, per point."},
    {"nu", kFloat, Meaning::None, "", 0.2, "mpm, sph", "Poisson's ratio, per point."},
    {"hardening", kFloat, Meaning::None, "", 10, "mpm, sph", "Hardening coefficient, per point."},
    {"critical_compression", kFloat, Meaning::None, "", 2.5e-2, "mpm, sph",
     "Compression at which packing begins, per point."},
    {"critical_stretch", kFloat, Meaning::None, "", 7.5e-3, "mpm, sph", "Stretch at which breaking begins, per point."},
    {"F", kMatrix, Meaning::Matrix, "", 1, "mpm, sph", "Elastic deformation gradient."},
    {"pressure", kFloat, Meaning::None, "Pa", 0, "sph", "Pressure of the last step, where the next solve starts."},
    {"Je", kFloat, Meaning::None, "", 1, "mpm, sph", "Elastic volume ratio: 1 is undeformed, less is compressed."},
    {"Jp", kFloat, Meaning::None, "", 1, "mpm, sph", "Plastic volume ratio: less than 1 is packed, more is torn."},
    {"restvolume", kFloat, Meaning::None, "m3", 0, "mpm, sph, elastic",
     "Volume before deformation; 0 until the solver has measured it."},
    {"C", kMatrix, Meaning::Matrix, "1/s", 0, "mpm", "Affine velocity (APIC)."},
    {"temperature", kFloat, Meaning::None, "degC", 0, "sph", "Temperature."},
    {"phase", kInt, Meaning::None, "", 0, "sph", "0 is snow, 1 is water."},
    {"durability", kFloat, Meaning::None, "", 1, "dem, flip", "Undamaged share of the snow's structure, 0 to 1."},
    {"bonds", kInt, Meaning::None, "", 0, "dem", "Bonds to neighbours that still hold."},
    {"maxneighbours", kInt, Meaning::None, "", 0, "dem", "The most neighbours the particle has had."},
    {"rest", kVector, Meaning::Point, "m", 0, "elastic", "Position at rest."},
    {"body", kInt, Meaning::None, "", 0, "elastic", "The elastic body the particle belongs to."},
    {"stuck", kInt, Meaning::None, "", 0, "ballistic", "0 is free; k + 1 rides on the scene's collider number k."},
    {"sourcename", kText, Meaning::None, "", 0, "all", "The source that emitted the particle."},
};

template <class T> void storeAt(std::vector<std::byte>& bytes, int component, double value)
{
    const T stored = T(value);
    std::memcpy(bytes.data() + std::size_t(component) * sizeof(T), &stored, sizeof(T));
}

} // namespace

Span<const AttributeInfo> knownAttributes() { return kAttributes; }

const AttributeInfo* findAttribute(std::string_view name)
{
    for (const auto& attribute : kAttributes)
        if (attribute.name == name) return &attribute;
    return nullptr;
}

ColumnSpec attributeSpec(std::string_view name)
{
    const AttributeInfo* info = findAttribute(name);
    if (!info) {
        std::vector<std::string> known;
        for (const auto& attribute : kAttributes) known.emplace_back(attribute.name);
        throw InputError(unknownName("attribute", name, known));
    }
    ColumnSpec spec{std::string(name), info->type, info->meaning, std::vector<std::byte>(info->type.bytes())};
    for (int k = 0; k < info->type.size; ++k) {
        const bool offDiagonal = info->type == kMatrix && k % 4 != 0;
        const double value = offDiagonal ? 0.0 : info->initial;
        switch (info->type.scalar) {
        case Scalar::Float32: storeAt<float>(spec.initial, k, value); break;
        case Scalar::Float64: storeAt<double>(spec.initial, k, value); break;
        case Scalar::Int32: storeAt<int32_t>(spec.initial, k, value); break;
        case Scalar::Int64: storeAt<int64_t>(spec.initial, k, value); break;
        case Scalar::Text: storeAt<int32_t>(spec.initial, k, -1); break; // the empty word
        }
    }
    return spec;
}

} // namespace firn
