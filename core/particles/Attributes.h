// The attributes Firn knows: the contract with artists, as data. Sources, documentation and hosts read this list.
#pragma once

#include "particles/Column.h"

#include <string_view>

namespace firn {

struct AttributeInfo {
    std::string_view name;
    ColumnType type;
    Meaning meaning;
    std::string_view unit;    ///< SI, but degC for temperature; empty when dimensionless
    double initial;           ///< of each component; of a matrix: on its diagonal. A text starts empty.
    std::string_view methods; ///< who uses it: "all", "mpm, sph"
    std::string_view help;    ///< one sentence
};

/// Every known attribute, in the order documentation lists them. Other attributes are allowed and travel along.
Span<const AttributeInfo> knownAttributes();

/// The attribute with this name, or null.
const AttributeInfo* findAttribute(std::string_view name);

/// The column that holds a known attribute; throws InputError for an unknown name.
ColumnSpec attributeSpec(std::string_view name);

} // namespace firn
