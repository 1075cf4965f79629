#include "io/FrameInfo.h"

#include "base/Hash.h"
#include "base/Text.h"

#include <charconv>

namespace firn {

namespace {

template <class T, class... Base> bool parse(const std::string& text, T& value, Base... base)
{
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value, base...);
    return result.ec == std::errc() && result.ptr == end;
}

} // namespace

std::vector<std::pair<std::string, std::string>> infoTexts(const FrameInfo& info, int64_t nextId)
{
    return {{kInfoFrame, std::to_string(info.frame)}, {kInfoTime, toText(info.time)}, {kInfoHash, hashHex(info.hash)},
            {kInfoNextId, std::to_string(nextId)},    {kInfoSoftware, info.software}, {kInfoScene, info.scene}};
}

bool takeInfoText(const std::string& name, const std::string& text, FrameInfo& info, int64_t& nextId)
{
    if (name == kInfoFrame) return parse(text, info.frame);
    if (name == kInfoTime) return parse(text, info.time);
    if (name == kInfoHash) return parse(text, info.hash, 16);
    if (name == kInfoNextId) return parse(text, nextId);
    if (name == kInfoSoftware) return info.software = text, true;
    if (name == kInfoScene) return info.scene = text, true;
    return false;
}

} // namespace firn
