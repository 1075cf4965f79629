// Writes meshes as .obj (text) or .ply (binary little-endian).
#include "base/Error.h"
#include "io/Checksum.h"
#include "io/MeshFile.h"
#include "io/OutputFile.h"

#include <charconv>

namespace firn {

namespace {

bool endsWith(const std::string& path, std::string_view ending)
{
    return path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

/// Gathers text or bytes and hands them on in large pieces.
class Writer {
public:
    explicit Writer(OutputFile& file) : mFile(file) { mRoom.reserve(kRoom + 4096); }

    Writer& operator<<(std::string_view text) { return append(text.data(), text.size()); }
    Writer& operator<<(float value)
    {
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        return append(digits, std::size_t(end - digits));
    }
    Writer& operator<<(std::size_t value)
    {
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        return append(digits, std::size_t(end - digits));
    }
    template <class T> void raw(const T& value) { append(reinterpret_cast<const char*>(&value), sizeof value); }
    void raw(const Vec3f& value) { append(reinterpret_cast<const char*>(value.data()), 3 * sizeof(float)); }

    void finish()
    {
        mFile.write(mRoom);
        mRoom.clear();
        mFile.commit();
    }

private:
    static constexpr std::size_t kRoom = 1 << 16;

    Writer& append(const char* bytes, std::size_t count)
    {
        mRoom.append(bytes, count);
        if (mRoom.size() >= kRoom) {
            mFile.write(mRoom);
            mRoom.clear();
        }
        return *this;
    }

    OutputFile& mFile;
    std::string mRoom;
};

void writeObj(Writer& out, const Mesh& mesh, Span<const Vec3f> normals)
{
    out << "# " << checksumPlaceholder() << "\n# " << kCacheMark << "mesh\n";
    for (const Vec3f& p : mesh.points) out << "v " << p.x() << " " << p.y() << " " << p.z() << "\n";
    for (const Vec3f& n : normals) out << "vn " << n.x() << " " << n.y() << " " << n.z() << "\n";
    const uint32_t* corner = mesh.corners.data();
    for (const uint32_t count : mesh.faceCorners) {
        out << "f";
        for (uint32_t k = 0; k < count; ++k, ++corner) {
            const std::size_t number = std::size_t(*corner) + 1;
            out << " " << number;
            if (!normals.empty()) out << "//" << number;
        }
        out << "\n";
    }
}

void writePly(Writer& out, const Mesh& mesh, Span<const Vec3f> normals)
{
    const bool moving = !mesh.velocities.empty();
    out << "ply\nformat binary_little_endian 1.0\ncomment " << checksumPlaceholder() << "\ncomment " << kCacheMark
        << "mesh\nelement vertex " << mesh.points.size() << "\n";
    const auto property = [&](std::string_view name) { out << "property float " << name << "\n"; };
    for (const char* name : {"x", "y", "z"}) property(name);
    if (!normals.empty())
        for (const char* name : {"nx", "ny", "nz"}) property(name);
    if (moving)
        for (const char* name : {"vx", "vy", "vz"}) property(name);
    out << "element face " << mesh.faceCorners.size() << "\nproperty list uchar uint vertex_indices\nend_header\n";
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        out.raw(mesh.points[i]);
        if (!normals.empty()) out.raw(normals[i]);
        if (moving) out.raw(mesh.velocities[i]);
    }
    const uint32_t* corner = mesh.corners.data();
    for (const uint32_t count : mesh.faceCorners) {
        if (count > 255) throw InputError("a face with " + std::to_string(count) + " corners; .ply holds 255 at most");
        out.raw(uint8_t(count));
        for (uint32_t k = 0; k < count; ++k, ++corner) out.raw(*corner);
    }
}

} // namespace

void writeMesh(const std::string& path, const Mesh& mesh, Span<const Vec3f> normals)
{
    const bool obj = endsWith(path, ".obj");
    if (!obj && !endsWith(path, ".ply"))
        throw InputError("'" + path + "' does not end in .obj or .ply, the mesh formats that Firn writes");
    FIRN_ASSERT(normals.empty() || normals.size() == mesh.points.size());
    OutputFile file(path);
    Writer out(file);
    if (obj)
        writeObj(out, mesh, normals);
    else
        writePly(out, mesh, normals);
    out.finish();
}

} // namespace firn
