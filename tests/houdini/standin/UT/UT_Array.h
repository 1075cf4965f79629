// Stand-in: arrays.
#pragma once

#include <SYS/SYS_Types.h>
#include <UT/UT_StringHolder.h>
#include <vector>

template <class T> class UT_Array {
public:
    exint entries() const { return exint(mItems.size()); }
    T& operator()(exint i) { return mItems.at(std::size_t(i)); }
    const T& operator()(exint i) const { return mItems.at(std::size_t(i)); }
    exint append(const T& item)
    {
        mItems.push_back(item);
        return entries() - 1;
    }

private:
    std::vector<T> mItems;
};
template <class T> using UT_ValArray = UT_Array<T>;
typedef UT_Array<UT_StringHolder> UT_StringArray;
