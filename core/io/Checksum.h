// The checksum inside every file Firn writes, and the second mark that says a file is Firn's.
#pragma once

#include "base/Span.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace firn {

/// Both marks stand in the first kMarkWindow bytes, as plain text, before any text that an artist chose.
inline constexpr std::size_t kMarkWindow = 4096;
inline constexpr std::string_view kChecksumMark = "firn-checksum:";
inline constexpr std::size_t kChecksumDigits = 16;
inline constexpr std::string_view kCacheMark = "firn-cache:";

/// "firn-checksum:" and sixteen zeros, which OutputFile replaces by the hash of the whole file (zeros included).
std::string checksumPlaceholder();

/// Where the sixteen digits begin, or npos.
std::size_t findChecksumDigits(std::string_view head);
inline constexpr std::size_t kNoChecksum = std::string_view::npos;

/// True when the file is Firn's and whole, false when it bears neither mark (another program's file).
/// Throws FileError when it bears a mark but is damaged.
bool verifyChecksum(Span<const std::byte> bytes, const std::string& path);

} // namespace firn
