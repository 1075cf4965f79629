#include "render/ColourMap.h"

#include "base/Error.h"
#include "base/Text.h"
#include "parallel/ForEach.h"
#include "particles/Attributes.h"
#include "render/Draw.h"
#include "render/Tone.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace firn {

namespace {

/// The share of the particles that an automatic range leaves out at each end.
constexpr double kOutliers = 0.01;

/// Oklab, a space in which equal steps look equal, to linear light: [Ottosson2020].
Vec3f fromOklab(float L, float a, float b)
{
    const float l = L + 0.3963377774f * a + 0.2158037573f * b;
    const float m = L - 0.1055613458f * a - 0.0638541728f * b;
    const float s = L - 0.0894841775f * a - 1.2914855480f * b;
    const float l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
    const Vec3f rgb(4.0767416621f * l3 - 3.3077115913f * m3 + 0.2309699292f * s3,
                    -1.2684380046f * l3 + 2.6097574011f * m3 - 0.3413193965f * s3,
                    -0.0041960863f * l3 - 0.7034186147f * m3 + 1.7076147010f * s3);
    return rgb.cwiseMax(0.0f).cwiseMin(1.0f);
}

/// Number k of a particle's tuple, as a double.
double numberAt(const Column& column, std::size_t particle, int k)
{
    const std::byte* at =
        column.bytes().data() + particle * column.type().bytes() + std::size_t(k) * scalarBytes(column.type().scalar);
    const auto read = [at](auto value) {
        std::memcpy(&value, at, sizeof(value));
        return double(value);
    };
    switch (column.type().scalar) {
    case Scalar::Float32: return read(float());
    case Scalar::Float64: return read(double());
    case Scalar::Int64: return read(int64_t());
    default: return read(int32_t());
    }
}

float valueOf(const Column& column, std::size_t i)
{
    const int size = column.type().size;
    if (size == 1) return float(numberAt(column, i, 0));
    if (size == 9) {
        Mat3d m;
        for (int k = 0; k < 9; ++k) m.data()[k] = numberAt(column, i, k);
        return float(m(0, 0) * (m(1, 1) * m(2, 2) - m(1, 2) * m(2, 1)) -
                     m(0, 1) * (m(1, 0) * m(2, 2) - m(1, 2) * m(2, 0)) +
                     m(0, 2) * (m(1, 0) * m(2, 1) - m(1, 1) * m(2, 0)));
    }
    double square = 0;
    for (int k = 0; k < size; ++k) square += numberAt(column, i, k) * numberAt(column, i, k);
    return float(std::sqrt(square));
}

const Column& columnNamed(const Particles& particles, const std::string& name)
{
    if (const Column* column = particles.find(name)) {
        if (column->type().scalar == Scalar::Text)
            throw InputError("colour_by: '" + name + "' holds words, which have no order to show as colours");
        return *column;
    }
    std::vector<std::string> known;
    for (const Column& column : particles.columns())
        if (column.type().scalar != Scalar::Text) known.push_back(column.name());
    throw InputError("colour_by: " + unknownName("attribute", name, known));
}

void findRange(ColourValues& values)
{
    std::vector<float> finite;
    for (const float x : values.value)
        if (std::isfinite(x)) finite.push_back(x);
    if (finite.empty()) {
        values.lowest = 0, values.highest = 1;
        return;
    }
    std::sort(finite.begin(), finite.end());
    const auto cut = std::size_t(kOutliers * double(finite.size()));
    values.lowest = finite[cut];
    values.highest = finite[finite.size() - 1 - cut];
    if (values.highest > values.lowest) return;
    const float around = std::max(0.5f * std::abs(values.lowest), 1e-6f);
    values.lowest -= around, values.highest += around;
}

std::string shortNumber(float value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", double(value));
    return text;
}

} // namespace

Vec3f colourOf(float t)
{
    t = std::min(1.0f, std::max(0.0f, t));
    // Lightness in even steps; the hue turns from violet to yellow, strongest in the middle.
    const float hue = (305.0f - 200.0f * t) * 3.14159265f / 180.0f;
    const float strength = 0.05f + 0.11f * std::sin(3.14159265f * (0.12f + 0.76f * t));
    return fromOklab(0.28f + 0.66f * t, strength * std::cos(hue), strength * std::sin(hue));
}

ColourValues colourValues(const Particles& particles, const std::string& name, float lowest, float highest)
{
    const Column& column = columnNamed(particles, name);
    ColourValues values;
    const AttributeInfo* info = findAttribute(name);
    values.title = name + (info && !info->unit.empty() ? " [" + std::string(info->unit) + "]" : "");
    values.value.resize(particles.size());
    forEach(particles.size(), [&](std::size_t i) { values.value[i] = valueOf(column, i); });
    if (lowest > highest)
        throw InputError("colour_min is " + toText(lowest) + ", above colour_max, which is " + toText(highest));
    values.lowest = lowest, values.highest = highest;
    if (lowest == highest) findRange(values);
    return values;
}

void drawLegend(const ColourValues& values, Image& image)
{
    const int scale = std::max(1, image.height / 270);
    const int width = 110 * scale, bar = 8 * scale, gap = 4 * scale, x = 10 * scale;
    const int height = 2 * kLetterHeight * scale + bar + 2 * gap, y = image.height - height - 8 * scale;
    const Rgb ink{240, 242, 245};
    fillBox(x - gap, y - gap, width + 2 * gap, height + gap, {16, 20, 28}, 0.6f, image);
    drawText(values.title, x, y, scale, ink, image);
    const int top = y + kLetterHeight * scale + gap;
    for (int u = 0; u < width; ++u) {
        const Vec3f c = colourOf(float(u) / float(width - 1));
        fillBox(x + u, top, 1, bar, {srgbByte(c.x()), srgbByte(c.y()), srgbByte(c.z())}, 1, image);
    }
    const std::string low = shortNumber(values.lowest), high = shortNumber(values.highest);
    drawText(low, x, top + bar + gap, scale, ink, image);
    drawText(high, x + width - textWidth(high, scale) + scale, top + bar + gap, scale, ink, image);
}

} // namespace firn
