// Values of an attribute as colours: which column, which range, which colour.
#pragma once

#include "particles/Particles.h"
#include "render/Image.h"

#include <string>
#include <vector>

namespace firn {

/// A map whose lightness grows evenly as people see it: from deep violet by blue, teal and green to pale yellow.
/// t from 0 to 1; linear light.
Vec3f colourOf(float t);

/// One number per particle from a column, and the range to show.
struct ColourValues {
    std::string title; ///< "v [m/s]"
    std::vector<float> value;
    float lowest = 0, highest = 1;
};

/// The column's numbers; of a vector its length, of a matrix its determinant. With lowest = highest the range is found:
/// nearly all of the particles, so that a few outliers do not flatten it. Throws InputError for a column that is not
/// there, naming the nearest one, and for a column of text.
ColourValues colourValues(const Particles& particles, const std::string& column, float lowest, float highest);

/// Draws a bar with the colours, numbers and title into the picture's lower left corner.
void drawLegend(const ColourValues& values, Image& image);

} // namespace firn
