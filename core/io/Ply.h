// The PLY format's header and values, for particles and for meshes.
#pragma once

#include "base/Span.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace firn {

enum class PlyType : uint8_t { Int8, Uint8, Int16, Uint16, Int32, Uint32, Float32, Float64 };
enum class PlyForm : uint8_t { Ascii, LittleEndian, BigEndian };

std::size_t plyBytes(PlyType type);
inline bool plyIsFloat(PlyType type) { return type >= PlyType::Float32; }

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::Float32;
    bool list = false;
    PlyType countType = PlyType::Uint8; ///< of a list
};

struct PlyElement {
    std::string name;
    std::size_t count = 0;
    std::vector<PlyProperty> properties;

    bool hasLists() const;
    std::size_t rowBytes() const; ///< of a binary row without lists
};

struct PlyHeader {
    PlyForm form = PlyForm::Ascii;
    std::vector<std::string> comments;
    std::vector<PlyElement> elements;
    std::size_t dataStart = 0;
};

bool looksLikePly(Span<const std::byte> bytes);

/// Throws FileError; a count is refused when the bytes after the header cannot hold it.
PlyHeader parsePlyHeader(Span<const std::byte> bytes, const std::string& name);

/// Reads the values after the header, one after another.
class PlyValues {
public:
    PlyValues(Span<const std::byte> bytes, const PlyHeader& header, std::string name);

    /// The next value, exact for every type.
    double next(PlyType type);

    /// The next value's own bits, in this machine's byte order; `bits` has room for plyBytes(type).
    void nextBits(PlyType type, std::byte* bits);

    /// The length of a list whose values follow; refused when they cannot be there.
    std::size_t nextLength(const PlyProperty& property);

    void skip(const PlyProperty& property);
    void skip(const PlyElement& element);

    /// Rows as they are in the file: binary forms only.
    const std::byte* rows(std::size_t bytes);
    std::size_t remaining() const { return mBytes.size() - mAt; }
    [[noreturn]] void fail(const std::string& what) const;

private:
    std::string_view word();

    Span<const std::byte> mBytes;
    PlyForm mForm;
    std::string mName;
    std::size_t mAt;
};

} // namespace firn
