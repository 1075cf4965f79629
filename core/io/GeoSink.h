// Writes Houdini's geometry files: one interface for JSON text (.geo) and binary JSON (.bgeo).
#pragma once

#include "io/OutputFile.h"
#include "particles/Column.h"

#include <memory>
#include <string_view>

namespace firn {

class GeoSink {
public:
    explicit GeoSink(OutputFile& file) : mFile(file) {}
    virtual ~GeoSink() = default;

    virtual void beginList() = 0;
    virtual void endList() = 0;
    virtual void beginMap() = 0;
    virtual void endMap() = 0;
    virtual void text(std::string_view words) = 0;
    virtual void integer(int64_t value) = 0;
    virtual void real(double value) = 0;
    virtual void boolean(bool value) = 0;

    /// The payload of a values block: key and data of all tuples, in the layout that suits the form.
    virtual void payload(const Column& column) = 0;

protected:
    OutputFile& mFile;
};

std::unique_ptr<GeoSink> makeTextGeoSink(OutputFile& file);
std::unique_ptr<GeoSink> makeBinaryGeoSink(OutputFile& file);

} // namespace firn
