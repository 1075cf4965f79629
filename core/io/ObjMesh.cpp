// Reads the polygons of a Wavefront .obj: lines "v x y z" and "f a/b/c …"; other lines are passed over.
#include "base/Error.h"
#include "io/MeshFile.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace firn {

namespace {

class ObjParser {
public:
    ObjParser(Span<const std::byte> bytes, const std::string& name)
        : mText(reinterpret_cast<const char*>(bytes.data()), bytes.size()), mName(name)
    {
    }

    Mesh parse()
    {
        std::string joined;
        for (mLine = 1; mAt < mText.size(); ++mLine) {
            std::string_view line = nextLine();
            // A backslash at the end goes on with the next line.
            if (!line.empty() && line.back() == '\\') {
                joined.assign(line.substr(0, line.size() - 1));
                while (mAt < mText.size()) {
                    line = nextLine();
                    ++mLine;
                    const bool more = !line.empty() && line.back() == '\\';
                    joined += ' ';
                    joined += more ? line.substr(0, line.size() - 1) : line;
                    if (!more) break;
                }
                line = joined;
            }
            takeLine(line.substr(0, line.find('#')));
        }
        // A face may name points that come after it, so this waits until all are known.
        for (const uint32_t corner : mMesh.corners)
            if (corner >= mMesh.points.size())
                throw FileError(mName, "has a face with the point " + std::to_string(uint64_t(corner) + 1) + " of " +
                                           std::to_string(mMesh.points.size()));
        if (mMesh.faceCorners.empty()) throw FileError(mName, "has no faces (is it a .obj or .ply mesh?)");
        return std::move(mMesh);
    }

private:
    [[noreturn]] void fail(const std::string& what) const
    {
        throw FileError(mName, "line " + std::to_string(mLine) + ": " + what);
    }

    std::string_view nextLine()
    {
        const std::size_t end = std::min(mText.find('\n', mAt), mText.size());
        std::string_view line = mText.substr(mAt, end - mAt);
        mAt = end + 1;
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        return line;
    }

    static std::string_view nextWord(std::string_view& line)
    {
        const std::size_t start = std::min(line.find_first_not_of(" \t"), line.size());
        const std::size_t end = std::min(line.find_first_of(" \t", start), line.size());
        const std::string_view word = line.substr(start, end - start);
        line.remove_prefix(end);
        return word;
    }

    void takeLine(std::string_view line)
    {
        const std::string_view kind = nextWord(line);
        if (kind == "v")
            takePoint(line);
        else if (kind == "f")
            takeFace(line);
    }

    void takePoint(std::string_view line)
    {
        Vec3f point;
        for (int k = 0; k < 3; ++k) { // a fourth number (w) or a colour may follow
            std::string_view word = nextWord(line);
            if (!word.empty() && word[0] == '+') word.remove_prefix(1);
            const char* end = word.data() + word.size();
            const auto parsed = std::from_chars(word.data(), end, point[k]);
            if (parsed.ec == std::errc::result_out_of_range) {
                double large = 0; // too small for a float is zero
                std::from_chars(word.data(), end, large);
                point[k] = std::abs(large) < 1 ? 0.0f : std::numeric_limits<float>::infinity();
            } else if (parsed.ec != std::errc() || parsed.ptr != end) {
                fail("a point has '" + std::string(word.substr(0, 40)) + "' where a number is expected");
            }
            if (!std::isfinite(point[k])) fail("a point is not finite");
        }
        mMesh.points.push_back(point);
    }

    /// Each corner is v, v/vt, v//vn or v/vt/vn; a negative v counts back from the last point.
    void takeFace(std::string_view line)
    {
        uint32_t corners = 0;
        for (std::string_view word = nextWord(line); !word.empty(); word = nextWord(line), ++corners) {
            const std::string_view digits = word.substr(0, word.find('/'));
            int64_t index = 0;
            const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), index);
            const auto points = int64_t(mMesh.points.size());
            const bool number = parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size();
            if (!number || index == 0 || index > int64_t(UINT32_MAX) || index < -points)
                fail("a face has the corner '" + std::string(word.substr(0, 40)) + "', which is no point");
            mMesh.corners.push_back(uint32_t(index > 0 ? index - 1 : points + index));
        }
        if (corners < 3) fail("a face has fewer than three corners");
        mMesh.faceCorners.push_back(corners);
    }

    std::string_view mText;
    const std::string& mName;
    std::size_t mAt = 0;
    std::size_t mLine = 0;
    Mesh mMesh;
};

} // namespace

Mesh parseObj(Span<const std::byte> bytes, const std::string& name) { return ObjParser(bytes, name).parse(); }

} // namespace firn
