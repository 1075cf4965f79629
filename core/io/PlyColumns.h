// How columns become PLY properties and back.
#pragma once

#include "io/Ply.h"
#include "particles/Column.h"

#include <string>
#include <vector>

namespace firn {

/// A column and the properties that hold it, `first` of them onwards. PLY has no 64-bit integers: such a column is
/// written as int when every value fits, else as two properties per number, low half first.
struct PlyColumn {
    ColumnSpec spec;
    std::size_t first = 0; ///< property index
    bool halves = false;   ///< int64 as two words each
    std::vector<std::string> words;

    std::size_t properties() const { return std::size_t(spec.type.size) * (halves ? 2 : 1); }
    PlyType type() const; ///< of each property as Firn writes it
};

/// "column <halves> <scalar> <size> <meaning> <name>" and "word <text>": a header comment each.
std::string columnComment(const PlyColumn& column);
std::string wordComment(const std::string& word);

/// The columns that the header describes, or those that its property names suggest. Properties that are left out are
/// named in the notes.
std::vector<PlyColumn> plyColumnsOf(const PlyHeader& header, const PlyElement& vertices,
                                    std::vector<std::string>& notes);

/// Property names: x y z for P, vx vy vz for v, name for one number, name_0 name_1 … for more.
std::vector<std::string> plyNames(const PlyColumn& column);

} // namespace firn
