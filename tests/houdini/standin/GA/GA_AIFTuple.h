// Stand-in: many values of an attribute at once, with conversion between number types.
#pragma once

#include <GA/GA_Attribute.h>
#include <GA/GA_Range.h>

class GA_AIFTuple {
public:
    GA_Storage getStorage(const GA_Attribute* attribute) const { return attribute->storage(); }

    bool getRange(const GA_Attribute* attribute, const GA_Range& range, int32* result, int start = 0,
                  int tuple_size = -1) const;
    bool getRange(const GA_Attribute* attribute, const GA_Range& range, int64* result, int start = 0,
                  int tuple_size = -1) const;
    bool getRange(const GA_Attribute* attribute, const GA_Range& range, fpreal32* result, int start = 0,
                  int tuple_size = -1) const;
    bool getRange(const GA_Attribute* attribute, const GA_Range& range, fpreal64* result, int start = 0,
                  int tuple_size = -1) const;
    bool setRange(GA_Attribute* attribute, const GA_Range& range, const int32* values, int start = 0,
                  int tuple_size = -1, int stride = -1) const;
    bool setRange(GA_Attribute* attribute, const GA_Range& range, const int64* values, int start = 0,
                  int tuple_size = -1, int stride = -1) const;
    bool setRange(GA_Attribute* attribute, const GA_Range& range, const fpreal32* values, int start = 0,
                  int tuple_size = -1, int stride = -1) const;
    bool setRange(GA_Attribute* attribute, const GA_Range& range, const fpreal64* values, int start = 0,
                  int tuple_size = -1, int stride = -1) const;
};
