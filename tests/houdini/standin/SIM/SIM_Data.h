// Stand-in: data of a simulation: a type, options, named sub-data; copied by value, saved and loaded.
#pragma once

#include <SIM/SIM_DataFactory.h>
#include <SIM/SIM_Options.h>
#include <UT/UT_Array.h>
#include <UT/UT_Error.h>
#include <UT/UT_IStream.h>
#include <map>
#include <memory>
#include <ostream>

class SIM_RootData;
class SIM_DataFilter;

#define SIM_DATA_RETURN_EXISTING 0x01

typedef UT_ValArray<const class SIM_Data*> SIM_ConstDataArray;

/// Destroys a data as its own plug-in wants it destroyed.
struct StandinDelete {
    void operator()(SIM_Data* data) const;
};
typedef std::unique_ptr<SIM_Data, StandinDelete> StandinData;

class SIM_Data {
public:
    static const UT_StringHolder& classname();

    bool getIsOfType(const UT_StringRef& type) const;
    void addError(const SIM_RootData* root, int code, const char* words, UT_ErrorSeverity severity) const;
    void filterConstSubData(SIM_ConstDataArray& found, void* names, const SIM_DataFilter& filter, const char* startfrom,
                            const SIM_DataFilter& recurse) const;

    // For the macros of SIM_Utils.h, the stand-in and its tests.
    SIM_Data* subData(const std::string& name) const;
    SIM_Data* createSubData(const std::string& name, const char* type, int flags);
    void removeSubData(const std::string& name) { mSubData.erase(name); }
    void moveSubData(const std::string& from, const std::string& to);
    void useOptions(SIM_Options* options) { mOptions = options; }
    SIM_Options* options() { return mOptions; }
    const SIM_DataFactory& factory() const { return *mFactory; }
    void initialize() { initializeSubclass(); }
    typedef std::map<std::string, StandinData> SubData;
    StandinData copy() const;
    SubData copySubData() const;
    void setSubData(SubData data) { mSubData = std::move(data); }
    void save(std::ostream& os) const;
    bool load(UT_IStream& is);
    int64 memorySize() const;
    static StandinData make(const std::string& type);

protected:
    explicit SIM_Data(const SIM_DataFactory* factory);
    virtual ~SIM_Data();
    friend struct StandinDelete;

    virtual const void* getCastToType() const { return this; }
    virtual void initializeSubclass() {}
    virtual void makeEqualSubclass(const SIM_Data*) {}
    virtual void saveSubclass(std::ostream&) const {}
    virtual bool loadSubclass(UT_IStream&) { return true; }
    virtual int64 getMemorySizeSubclass() const { return int64(sizeof *this); }
    void handleModification(int = -1) {}

private:
    const SIM_DataFactory* mFactory;
    SIM_Options* mOptions = nullptr;
    SubData mSubData;
};

class SIM_RootData : public SIM_Data {
protected:
    using SIM_Data::SIM_Data;
};
