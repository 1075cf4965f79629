// Finds the index that has an id.
#pragma once

#include "base/Span.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace firn::houdini {

/// Ids are mostly dense, from 0 on: then a plain table is quicker than a map.
class IdTable {
public:
    static constexpr uint32_t kNone = 0xffffffffu;

    explicit IdTable(Span<const int64_t> ids)
    {
        int64_t end = 0;
        for (const int64_t id : ids) end = id >= end ? id + 1 : end;
        if (end <= int64_t(8 * ids.size() + 1024)) {
            mDense.assign(std::size_t(end), kNone);
            for (std::size_t i = 0; i < ids.size(); ++i) mDense[std::size_t(ids[i])] = uint32_t(i);
            return;
        }
        mSparse.reserve(2 * ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i) mSparse.emplace(ids[i], uint32_t(i));
    }

    uint32_t find(int64_t id) const
    {
        if (mSparse.empty()) return id >= 0 && std::size_t(id) < mDense.size() ? mDense[std::size_t(id)] : kNone;
        const auto found = mSparse.find(id);
        return found == mSparse.end() ? kNone : found->second;
    }

private:
    std::vector<uint32_t> mDense;
    std::unordered_map<int64_t, uint32_t> mSparse;
};

} // namespace firn::houdini
