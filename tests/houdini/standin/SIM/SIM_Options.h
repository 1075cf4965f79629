// Stand-in: the named values of a data. Nothing is converted: asking for another type than was set is an error.
#pragma once

#include <UT/UT_StringHolder.h>
#include <UT/UT_Vector3.h>
#include <iosfwd>
#include <map>
#include <stdexcept>
#include <string>
#include <variant>

class UT_IStream;

class SIM_Options {
public:
    typedef std::variant<bool, int64, fpreal64, std::string, UT_Vector3D> Value;

    bool hasOption(const UT_StringRef& name) const { return mValues.count(name.c_str()) != 0; }
    bool getOptionB(const UT_StringRef& name) const { return get<bool>(name); }
    int64 getOptionI(const UT_StringRef& name) const { return get<int64>(name); }
    fpreal64 getOptionF(const UT_StringRef& name) const { return get<fpreal64>(name); }
    UT_StringHolder getOptionS(const UT_StringRef& name) const { return get<std::string>(name); }
    const UT_Vector3D& getOptionV3(const UT_StringRef& name) const { return get<UT_Vector3D>(name); }

    void set(const std::string& name, Value value) { mValues[name] = std::move(value); }
    const std::map<std::string, Value>& all() const { return mValues; }
    void save(std::ostream& os) const;
    bool load(UT_IStream& is);

private:
    template <class T> const T& get(const UT_StringRef& name) const
    {
        const auto found = mValues.find(name.c_str());
        if (found == mValues.end()) throw std::logic_error(std::string("no option ") + name.c_str());
        const T* value = std::get_if<T>(&found->second);
        if (!value) throw std::logic_error(std::string("option of another type: ") + name.c_str());
        return *value;
    }
    std::map<std::string, Value> mValues;
};
