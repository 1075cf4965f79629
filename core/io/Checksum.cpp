#include "io/Checksum.h"

#include "base/Error.h"
#include "base/Hash.h"

#include <algorithm>

namespace firn {

std::string checksumPlaceholder() { return std::string(kChecksumMark) + std::string(kChecksumDigits, '0'); }

std::size_t findChecksumDigits(std::string_view head)
{
    const std::size_t mark = head.substr(0, kMarkWindow).find(kChecksumMark);
    if (mark == std::string_view::npos || mark + kChecksumMark.size() + kChecksumDigits > head.size())
        return kNoChecksum;
    return mark + kChecksumMark.size();
}

bool verifyChecksum(Span<const std::byte> bytes, const std::string& path)
{
    const std::string_view file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string_view head = file.substr(0, kMarkWindow);
    const std::size_t digits = findChecksumDigits(file);
    const bool named = head.find(kCacheMark) != std::string_view::npos;
    if (!named && head.find(kChecksumMark) == std::string_view::npos) return false;
    if (!named || digits == kNoChecksum)
        throw FileError(path, "is damaged: it is a file of Firn's, but its checksum cannot be found");

    HashStream hash;
    const std::string zeros(kChecksumDigits, '0');
    hash.add(file.data(), digits);
    hash.add(zeros.data(), zeros.size());
    hash.add(file.data() + digits + kChecksumDigits, file.size() - digits - kChecksumDigits);
    if (hashHex(hash.value()) != file.substr(digits, kChecksumDigits))
        throw FileError(path, "is damaged: its checksum does not match (cut short, changed, or edited by hand)");
    return true;
}

} // namespace firn
