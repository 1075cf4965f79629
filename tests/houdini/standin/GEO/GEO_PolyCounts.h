// Stand-in: how many corners each of many polygons has.
#pragma once

#include <GA/GA_Types.h>
#include <vector>

class GEO_PolyCounts {
public:
    void append(GA_Size size, GA_Size count = 1) { mSizes.insert(mSizes.end(), std::size_t(count), size); }
    const std::vector<GA_Size>& sizes() const { return mSizes; }

private:
    std::vector<GA_Size> mSizes;
};
