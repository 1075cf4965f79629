// Reads meshes: the PLY form, and the choice between forms. ObjMesh.cpp has the other.
#include "io/MeshFile.h"

#include "base/Error.h"
#include "io/InputFile.h"
#include "io/Ply.h"

#include <cmath>
#include <limits>

namespace firn {

namespace {

/// Which property of the vertices goes where: 0-2 position, 3-5 velocity, -1 nowhere.
int slotOf(const std::string& name)
{
    static constexpr const char* kNames[] = {"x", "y", "z", "vx", "vy", "vz"};
    for (int k = 0; k < 6; ++k)
        if (name == kNames[k]) return k;
    return -1;
}

void readVertices(const PlyElement& element, PlyValues& values, Mesh& mesh)
{
    unsigned seen = 0;
    for (const auto& property : element.properties)
        if (!property.list && slotOf(property.name) >= 0) seen |= 1u << slotOf(property.name);
    if ((seen & 7u) != 7u) values.fail("has vertices without x, y, z");
    const bool moving = (seen & 56u) == 56u;
    mesh.points.resize(element.count);
    if (moving) mesh.velocities.resize(element.count);
    for (std::size_t i = 0; i < element.count; ++i) {
        for (const auto& property : element.properties) {
            const int slot = property.list ? -1 : slotOf(property.name);
            if (slot < 0) {
                values.skip(property);
                continue;
            }
            const float value = float(values.next(property.type));
            if (!std::isfinite(value)) values.fail("has a number that is not finite at vertex " + std::to_string(i));
            if (slot < 3)
                mesh.points[i][slot] = value;
            else if (moving)
                mesh.velocities[i][slot - 3] = value;
        }
    }
}

void readFaces(const PlyElement& element, PlyValues& values, Mesh& mesh)
{
    for (std::size_t i = 0; i < element.count; ++i) {
        for (const auto& property : element.properties) {
            if (!property.list || (property.name != "vertex_indices" && property.name != "vertex_index")) {
                values.skip(property);
                continue;
            }
            const std::size_t corners = values.nextLength(property);
            if (corners < 3) values.fail("has a face with fewer than three corners: face " + std::to_string(i));
            mesh.faceCorners.push_back(uint32_t(corners));
            for (std::size_t k = 0; k < corners; ++k) {
                const double corner = values.next(property.type);
                if (!(corner >= 0 && corner < double(mesh.points.size()) && corner == std::floor(corner)))
                    values.fail("has a face with a corner that is no vertex: face " + std::to_string(i));
                mesh.corners.push_back(uint32_t(corner));
            }
        }
    }
}

} // namespace

Mesh parsePlyMesh(Span<const std::byte> bytes, const std::string& name)
{
    const PlyHeader header = parsePlyHeader(bytes, name);
    PlyValues values(bytes, header, name);
    Mesh mesh;
    bool vertices = false, faces = false;
    for (const auto& element : header.elements) {
        if (element.name == "vertex" && !vertices) {
            vertices = true;
            readVertices(element, values, mesh);
        } else if (element.name == "face" && vertices && !faces) {
            faces = true;
            readFaces(element, values, mesh);
        } else {
            values.skip(element);
        }
    }
    if (mesh.faceCorners.empty()) throw FileError(name, "has no faces");
    return mesh;
}

Mesh readMesh(const std::string& path)
{
    const InputFile file(path);
    return looksLikePly(file.bytes()) ? parsePlyMesh(file.bytes(), path) : parseObj(file.bytes(), path);
}

} // namespace firn
