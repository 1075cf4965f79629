// A parameter struct behind its table: what scene files, command lines and Houdini nodes read and write.
#pragma once

#include "params/FieldCount.h"
#include "params/Param.h"

#include <memory>
#include <string>
#include <vector>

namespace firn {

/// The rows that describe one parameter struct.
struct ParamTable {
    std::string_view name;  ///< "mpm", "snow_material"
    std::string_view label; ///< "MPM Solver"
    Span<const Param> params;
    std::shared_ptr<void> (*make)(); ///< a struct with every default
    std::shared_ptr<void> (*clone)(const void* from);

    /// The row with this token (or former token), or null.
    const Param* find(std::string_view token) const;
    std::vector<std::string> tokens() const;
};

/// Ties a struct to its rows: `inline const ParamTable kTable = paramTable<SnowMaterial>("snow_material", "Snow",
/// kRows);`
template <class S, std::size_t N>
ParamTable paramTable(std::string_view name, std::string_view label, const Param (&rows)[N])
{
    static_assert(N == fieldCount<S>(), "describe every member of the parameter struct");
    return {
        name, label, Span<const Param>(rows), []() -> std::shared_ptr<void> { return std::make_shared<S>(); },
        [](const void* from) -> std::shared_ptr<void> { return std::make_shared<S>(*static_cast<const S*>(from)); }};
}

/// The value as text, as a user would type it. A choice is shown as its word.
std::string paramText(const Param& param, const ParamValue& value);

/// What is allowed: "a number from 0 to 1", "one of: once, continuous".
std::string paramAllowed(const Param& param);

/// Converts a value to the parameter's own type and checks it; throws InputError naming `where`, value and what is
/// allowed.
ParamValue checkedValue(const Param& param, const ParamValue& value, const std::string& where);

/// Reads a word from a command line as the parameter's type.
ParamValue parsedValue(const Param& param, const std::string& text, const std::string& where);

/// Owns one parameter struct together with its table.
class ParamSet {
public:
    explicit ParamSet(ParamTable table) : mTable(table), mObject(table.make()) {}
    ParamSet(ParamTable table, const void* object) : mTable(table), mObject(table.clone(object)) {}
    ParamSet(const ParamSet& other) : mTable(other.mTable), mObject(other.mTable.clone(other.mObject.get())) {}
    ParamSet& operator=(const ParamSet& other)
    {
        mTable = other.mTable;
        mObject = other.mTable.clone(other.mObject.get());
        return *this;
    }
    ParamSet(ParamSet&&) = default;
    ParamSet& operator=(ParamSet&&) = default;

    const ParamTable& table() const { return mTable; }

    /// The struct itself. The caller names the struct that the table describes.
    template <class S> const S& as() const { return *static_cast<const S*>(mObject.get()); }
    template <class S> S& as() { return *static_cast<S*>(mObject.get()); }

    /// The struct for those who only know its table.
    const void* object() const { return mObject.get(); }
    void* object() { return mObject.get(); }

    /// Sets one parameter; `where` is what messages call its owner ("solver", "materials.wet").
    void set(std::string_view token, const ParamValue& value, const std::string& where);
    void setText(std::string_view token, const std::string& text, const std::string& where);
    ParamValue get(std::string_view token) const;

    /// True when the parameter has its default value.
    bool isDefault(const Param& param) const;

private:
    const Param& row(std::string_view token, const std::string& where) const;

    ParamTable mTable;
    std::shared_ptr<void> mObject;
};

} // namespace firn
