#include "io/GeoSource.h"

#include "base/Error.h"

#include <string_view>

namespace firn {

namespace {

std::string_view headOf(Span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 16)};
}

bool begins(std::string_view head, std::string_view with) { return head.substr(0, with.size()) == with; }

bool looksLikeText(std::string_view head)
{
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && head[first] == '[';
}

} // namespace

void GeoSource::fail(const std::string& what) const { throw FileError(mName, what); }

std::vector<std::pair<std::string, std::size_t>> GeoSource::pairs()
{
    std::vector<std::pair<std::string, std::size_t>> found;
    bool key = true;
    items([&] {
        if (key) {
            if (kind() != Kind::Text) fail("has a value where a name is expected");
            found.emplace_back(text(), 0);
        } else {
            found.back().second = position();
            skip();
        }
        key = !key;
    });
    if (!key) fail("has a name without a value");
    return found;
}

std::vector<std::size_t> GeoSource::places()
{
    std::vector<std::size_t> found;
    items([&] {
        found.push_back(position());
        skip();
    });
    return found;
}

bool looksLikeGeo(Span<const std::byte> bytes)
{
    const auto head = headOf(bytes);
    return begins(head, "\x7f") || begins(head, "scf1") || begins(head, "\x1f\x8b") || begins(head, "BgeoV") ||
           begins(head, "PGEOMETRY") || looksLikeText(head);
}

std::unique_ptr<GeoSource> openGeoSource(Span<const std::byte> bytes, const std::string& name)
{
    const auto head = headOf(bytes);
    if (begins(head, "\x7f")) return makeBinaryGeoSource(bytes, name);
    if (looksLikeText(head)) return makeTextGeoSource(bytes, name);
    if (begins(head, "scf1"))
        throw FileError(name, "is compressed (.bgeo.sc), which Firn does not read: save it from Houdini as .bgeo, or "
                              "unpack it with Houdini's hsc");
    if (begins(head, "\x1f\x8b"))
        throw FileError(name, "is compressed with gzip, which Firn does not read: unpack it with gunzip, or save it "
                              "from Houdini as .bgeo");
    if (begins(head, "BgeoV") || begins(head, "PGEOMETRY"))
        throw FileError(name, "is in the geometry format of before Houdini 12, which Firn does not read: load it in "
                              "Houdini and save it as .bgeo");
    throw FileError(name, "is not a geometry file of Houdini's (.geo or .bgeo)");
}

} // namespace firn
