// One attribute of a .geo or .bgeo: its definition and its values, in any of the layouts that Houdini writes.
#pragma once

#include "io/GeoSource.h"
#include "particles/Column.h"

#include <string>
#include <utility>
#include <vector>

namespace firn {

/// Keys of a flat list with the places of their values.
using GeoPairs = std::vector<std::pair<std::string, std::size_t>>;

/// The place of a key's value; false when it is not there.
bool findKey(const GeoPairs& pairs, std::string_view key, std::size_t& place);

/// A definition, and where the attribute's values are.
struct GeoAttribute {
    ColumnSpec spec;
    bool known = false; ///< numbers or text, at most 16 of them
    std::string kind;   ///< as the file says: numeric, string, …
    std::vector<std::string> words;
    GeoPairs values; ///< size, storage and payload
};

/// Reads the pair [definition, data] that stands here.
GeoAttribute readGeoDefinition(GeoSource& source);

/// Fills a column of the attribute's own type.
void readGeoValues(GeoSource& source, const GeoAttribute& attribute, Column& column);

} // namespace firn
