#include "sph/Held.h"

#include <vector>

namespace firn::sph {

bool findHeld(const StepData& data, RawArray<uint8_t>& held)
{
    const std::size_t n = data.count();
    held.resize(n);
    if (data.boundary.samples.size() == 0) return false;
    std::vector<uint32_t> open; // held, and its neighbours are not looked at yet
    for (std::size_t i = 0; i < n; ++i) {
        held[i] = data.boundary.ofSnow.count(i) > 0;
        if (held[i]) open.push_back(uint32_t(i));
    }
    const bool any = !open.empty();
    while (!open.empty()) {
        const uint32_t i = open.back();
        open.pop_back();
        for (const uint32_t j : data.near.lists.of(i)) {
            if (held[j]) continue;
            held[j] = 1;
            open.push_back(j);
        }
    }
    return any;
}

} // namespace firn::sph
