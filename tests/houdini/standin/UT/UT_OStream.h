// Stand-in: binary output.
#pragma once

#include <SYS/SYS_Types.h>
#include <ostream>

enum UT_IosFormat { UT_IOS_ASCII, UT_IOS_BINARY };

class UT_OStream {
public:
    UT_OStream(std::ostream& os, UT_IosFormat) : mStream(os) {}

    int64 bwrite(const char* data, exint count = 1) { return writeItems(data, count); }
    int64 bwrite(const int32* data, exint count = 1) { return writeItems(data, count); }
    int64 bwrite(const int64* data, exint count = 1) { return writeItems(data, count); }
    int64 bwrite(const fpreal32* data, exint count = 1) { return writeItems(data, count); }
    int64 bwrite(const fpreal64* data, exint count = 1) { return writeItems(data, count); }

private:
    template <class T> int64 writeItems(const T* data, exint count)
    {
        mStream.write(reinterpret_cast<const char*>(data), std::streamsize(count * exint(sizeof(T))));
        return mStream.good() ? count : 0;
    }
    std::ostream& mStream;
};
