// Stand-in: binary input.
#pragma once

#include <SYS/SYS_Types.h>
#include <istream>

class UT_IStream {
public:
    explicit UT_IStream(std::istream& is) : mStream(is) {}

    exint bread(char* data, exint count = 1) { return readItems(data, count); }
    exint bread(int32* data, exint count = 1) { return readItems(data, count); }
    exint bread(int64* data, exint count = 1) { return readItems(data, count); }
    exint bread(fpreal32* data, exint count = 1) { return readItems(data, count); }
    exint bread(fpreal64* data, exint count = 1) { return readItems(data, count); }
    bool isError() const { return !mStream.good(); }

private:
    template <class T> exint readItems(T* data, exint count)
    {
        mStream.read(reinterpret_cast<char*>(data), std::streamsize(count * exint(sizeof(T))));
        return exint(mStream.gcount()) / exint(sizeof(T));
    }
    std::istream& mStream;
};
