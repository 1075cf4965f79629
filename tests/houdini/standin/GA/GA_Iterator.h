// Stand-in: goes through the offsets of a range.
#pragma once

#include <GA/GA_Range.h>

class GA_Iterator {
public:
    explicit GA_Iterator(const GA_Range& range) : mBlocks(range.blocks()) { skipEmpty(); }
    bool atEnd() const { return mBlock == mBlocks.size(); }
    GA_Offset operator*() const { return mBlocks[mBlock].first + mAt; }
    GA_Iterator& operator++()
    {
        ++mAt;
        skipEmpty();
        return *this;
    }

private:
    void skipEmpty()
    {
        for (; !atEnd() && mBlocks[mBlock].first + mAt >= mBlocks[mBlock].second; ++mBlock) mAt = 0;
    }
    std::vector<GA_Range::Block> mBlocks;
    std::size_t mBlock = 0;
    GA_Offset mAt = 0;
};
