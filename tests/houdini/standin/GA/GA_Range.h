// Stand-in: index maps, groups and ranges. Offsets may have holes; a range is a list of blocks of offsets.
#pragma once

#include <GA/GA_Types.h>
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Elements in order, and where they are stored.
class GA_IndexMap {
public:
    typedef std::pair<GA_Offset, GA_Offset> Block; ///< begin and end

    GA_Size indexSize() const { return GA_Size(mOffsets.size()); }
    GA_Offset offsetFromIndex(GA_Index index) const { return mOffsets.at(std::size_t(index)); }
    GA_Index indexFromOffset(GA_Offset offset) const;
    GA_Offset offsetSize() const { return mEnd; } ///< one past the largest offset ever used
    const std::vector<Block>& blocks() const { return mBlocks; }

    GA_Offset append(GA_Size count);
    void remove(const std::set<GA_Offset>& offsets);
    void reverse() { std::reverse(mOffsets.begin(), mOffsets.end()); } ///< as a Sort may leave them: blocks stay
    void clear() { *this = GA_IndexMap(); }

private:
    void findBlocks();
    std::vector<GA_Offset> mOffsets;
    std::vector<Block> mBlocks;
    GA_Offset mEnd = 0;
};

class GA_ElementGroup {
public:
    explicit GA_ElementGroup(std::string name) : mName(std::move(name)) {}
    void addOffset(GA_Offset offset) { mOffsets.insert(offset); }
    void removeOffset(GA_Offset offset) { mOffsets.erase(offset); }
    bool containsOffset(GA_Offset offset) const { return mOffsets.count(offset) != 0; }
    GA_Size entries() const { return GA_Size(mOffsets.size()); }
    const std::string& name() const { return mName; }
    const std::set<GA_Offset>& offsets() const { return mOffsets; }

private:
    std::string mName;
    std::set<GA_Offset> mOffsets;
};
typedef GA_ElementGroup GA_PointGroup;

class GA_Range {
public:
    typedef GA_IndexMap::Block Block;
    explicit GA_Range(const GA_IndexMap& map) : mBlocks(map.blocks()) {}
    GA_Range(const GA_IndexMap&, GA_Offset begin, GA_Offset end) : mBlocks{{begin, end}} {}
    explicit GA_Range(const GA_ElementGroup& group)
    {
        for (const GA_Offset offset : group.offsets()) mBlocks.push_back({offset, offset + 1});
    }
    const std::vector<Block>& blocks() const { return mBlocks; }

private:
    std::vector<Block> mBlocks;
};
