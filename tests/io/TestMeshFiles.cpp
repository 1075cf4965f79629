// Meshes from .obj and .ply.
#include "IoSupport.h"
#include "io/MeshFile.h"

using namespace firn;

namespace {

using MeshFiles = IoTest;

} // namespace

TEST_F(MeshFiles, ObjReadsEveryFormOfCorner)
{
    writeFile(path("m.obj"), "# comment\nmtllib a.mtl\no thing\r\nv 0 0 0\nv 1 0 0 1.0\nv 1 1 \\\n 0\nv\t0 1 +0 # end\n"
                             "vt 0 0\nvn 0 0 1\nf 1 2 3 4\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf -4/1/1 -3/1/1 -1/1/1\n");
    const Mesh mesh = readMesh(path("m.obj"));
    ASSERT_EQ(mesh.points.size(), 4u);
    EXPECT_EQ(mesh.points[2], Vec3f(1, 1, 0));
    EXPECT_EQ(mesh.faceCorners, (std::vector<uint32_t>{4, 3, 3, 3}));
    EXPECT_EQ(mesh.corners, (std::vector<uint32_t>{0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 0, 1, 3}));
    EXPECT_TRUE(mesh.velocities.empty());
}

TEST_F(MeshFiles, ObjRefusalNamesTheLine)
{
    const auto says = [](const std::string& text) { return refusal([&] { parseObj(bytesOf(text), "m.obj"); }); };
    EXPECT_NE(says("v 0 0 0\nv 1 0 x\n").find("m.obj: line 2"), std::string::npos);
    EXPECT_NE(says("v 0 0 0\nf 1 1\n").find("fewer than three"), std::string::npos);
    EXPECT_NE(says("v 0 0 0\nf 1 1 2\n").find("point 2 of 1"), std::string::npos);
    EXPECT_NE(says("v 0 0 0\nf 1 1 -2\n").find("no point"), std::string::npos);
    EXPECT_NE(says("v 0 0 0\nf 0 1 1\n").find("no point"), std::string::npos);
    EXPECT_NE(says("v 0 nan 0\n").find("not finite"), std::string::npos);
    EXPECT_NE(says("nothing").find("no faces"), std::string::npos);
}

TEST_F(MeshFiles, PlyReadsFacesAndVelocities)
{
    writeFile(path("m.ply"), "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty double y\n"
                             "property float z\nproperty float vx\nproperty float vy\nproperty float vz\n"
                             "element other 1\nproperty int n\nelement face 2\nproperty uchar flags\n"
                             "property list uchar uint vertex_index\nend_header\n"
                             "0 0 0 1 2 3\n1 0 0 0 0 0\n1 1 0 0 0 0\n0 1 0 0 0 0\n9\n0 4 0 1 2 3\n0 3 0 2 3\n");
    const Mesh mesh = readMesh(path("m.ply"));
    EXPECT_EQ(mesh.faceCorners, (std::vector<uint32_t>{4, 3}));
    EXPECT_EQ(mesh.corners, (std::vector<uint32_t>{0, 1, 2, 3, 0, 2, 3}));
    ASSERT_EQ(mesh.velocities.size(), 4u);
    EXPECT_EQ(mesh.velocities[0], Vec3f(1, 2, 3));
}

TEST_F(MeshFiles, PlyRefusesCornersWithoutAPoint)
{
    const std::string text = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
                             "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
                             "0 0 0\n3 0 0 1\n";
    EXPECT_NE(refusal([&] { parsePlyMesh(bytesOf(text), "m.ply"); }).find("no vertex"), std::string::npos);
}
