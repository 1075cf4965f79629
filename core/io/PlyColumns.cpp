#include "io/PlyColumns.h"

#include "io/ColumnText.h"

#include <algorithm>

namespace firn {

namespace {

Scalar scalarOf(PlyType type)
{
    switch (type) {
    case PlyType::Float32: return Scalar::Float32;
    case PlyType::Float64: return Scalar::Float64;
    case PlyType::Uint32: return Scalar::Int64;
    default: return Scalar::Int32;
    }
}

/// The columns as our own header comments describe them; empty when they do not fit the properties.
std::vector<PlyColumn> describedColumns(const PlyHeader& header, const PlyElement& vertices)
{
    std::vector<PlyColumn> columns;
    std::size_t next = 0;
    for (const auto& comment : header.comments) {
        if (comment.compare(0, 5, "word ") == 0 && !columns.empty())
            columns.back().words.push_back(unescapedLine(comment.substr(5)));
        if (comment.compare(0, 7, "column ") != 0) continue;
        PlyColumn column;
        if (comment.size() < 9 || !parseColumnText(comment.substr(9), column.spec)) return {};
        column.halves = comment[7] == '1' && column.spec.type.scalar == Scalar::Int64;
        column.first = next;
        next += column.properties();
        if (next > vertices.properties.size()) return {};
        for (std::size_t p = column.first; p < next; ++p)
            if (vertices.properties[p].type != column.type() || vertices.properties[p].list) return {};
        columns.push_back(std::move(column));
    }
    return next == vertices.properties.size() ? columns : std::vector<PlyColumn>();
}

/// The length of a run of properties with these names, of one type, from `first`.
bool namesFollow(const PlyElement& vertices, std::size_t first, std::initializer_list<const char*> names)
{
    if (first + names.size() > vertices.properties.size()) return false;
    std::size_t p = first;
    for (const char* name : names) {
        const PlyProperty& property = vertices.properties[p++];
        if (property.name != name || property.list || property.type != vertices.properties[first].type) return false;
    }
    return true;
}

/// name_0, name_1, …: how many, or 1 when there is no such run.
std::size_t numberedRun(const PlyElement& vertices, std::size_t first, std::string& stem)
{
    const std::string& name = vertices.properties[first].name;
    if (name.size() < 3 || name.substr(name.size() - 2) != "_0") return 1;
    stem = name.substr(0, name.size() - 2);
    std::size_t size = 1;
    while (first + size < vertices.properties.size() && size < std::size_t(kLargestTuple)) {
        const PlyProperty& property = vertices.properties[first + size];
        if (property.list || property.type != vertices.properties[first].type ||
            property.name != stem + "_" + std::to_string(size))
            break;
        ++size;
    }
    return size;
}

PlyColumn guessedColumn(const PlyElement& vertices, std::size_t first)
{
    const PlyProperty& property = vertices.properties[first];
    PlyColumn column;
    column.first = first;
    column.spec = {property.name, {scalarOf(property.type), 1}, Meaning::None, {}};
    const auto becomes = [&](const char* name, int size, Meaning meaning) {
        column.spec.name = name;
        column.spec.type.size = size;
        column.spec.meaning = meaning;
    };
    std::string stem;
    if (namesFollow(vertices, first, {"x", "y", "z"}))
        becomes("P", 3, Meaning::Point);
    else if (namesFollow(vertices, first, {"vx", "vy", "vz"}))
        becomes("v", 3, Meaning::Vector);
    else if (namesFollow(vertices, first, {"nx", "ny", "nz"}))
        becomes("N", 3, Meaning::Normal);
    else if (const std::size_t run = numberedRun(vertices, first, stem); run > 1)
        becomes(stem.c_str(), int(run), Meaning::None);
    return column;
}

} // namespace

PlyType PlyColumn::type() const
{
    switch (spec.type.scalar) {
    case Scalar::Float32: return PlyType::Float32;
    case Scalar::Float64: return PlyType::Float64;
    case Scalar::Int64: return halves ? PlyType::Uint32 : PlyType::Int32;
    default: return PlyType::Int32;
    }
}

std::string columnComment(const PlyColumn& column)
{
    return std::string("column ") + (column.halves ? "1 " : "0 ") + columnText(column.spec);
}

std::string wordComment(const std::string& word) { return "word " + escapedLine(word); }

std::vector<PlyColumn> plyColumnsOf(const PlyHeader& header, const PlyElement& vertices,
                                    std::vector<std::string>& notes)
{
    std::vector<PlyColumn> columns = describedColumns(header, vertices);
    if (!columns.empty()) return columns;
    for (std::size_t p = 0; p < vertices.properties.size(); p += columns.back().properties()) {
        if (!vertices.properties[p].list) {
            columns.push_back(guessedColumn(vertices, p));
            continue;
        }
        notes.push_back("property '" + vertices.properties[p].name + "' is ignored: it is a list");
        PlyColumn hole; // keeps the loop's stride right; it is dropped below
        hole.first = p;
        columns.push_back(hole);
    }
    columns.erase(
        std::remove_if(columns.begin(), columns.end(), [](const PlyColumn& c) { return c.spec.name.empty(); }),
        columns.end());
    return columns;
}

std::vector<std::string> plyNames(const PlyColumn& column)
{
    const std::string& name = column.spec.name;
    const ColumnType vector3{Scalar::Float32, 3};
    if (name == "P" && column.spec.type == vector3) return {"x", "y", "z"};
    if (name == "v" && column.spec.type == vector3) return {"vx", "vy", "vz"};
    std::string stem;
    for (const char c : name) stem += uint8_t(c) <= ' ' ? '_' : c; // a property's name is one word
    std::vector<std::string> names;
    for (int k = 0; k < column.spec.type.size; ++k) {
        const std::string number = column.spec.type.size == 1 ? stem : stem + "_" + std::to_string(k);
        if (!column.halves)
            names.push_back(number);
        else
            names.insert(names.end(), {number + "_low", number + "_high"});
    }
    return names;
}

} // namespace firn
