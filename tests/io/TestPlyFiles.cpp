// PLY particles of other programs: text and both byte orders.
#include "IoSupport.h"
#include "io/ParticleFile.h"

#include <algorithm>

using namespace firn;

namespace {

template <class T> std::string binary(std::initializer_list<T> values, bool bigEndian)
{
    std::string out;
    for (const T& value : values) {
        char bytes[sizeof(T)];
        std::memcpy(bytes, &value, sizeof(T));
        if (bigEndian) std::reverse(bytes, bytes + sizeof(T));
        out.append(bytes, sizeof(T));
    }
    return out;
}

const char* const kProperties = "element vertex 2\nproperty float x\nproperty float y\nproperty float z\n"
                                "property uchar red\nproperty list uchar short extra\nproperty double d\nend_header\n";

void expectTwo(const ParticleFile& file)
{
    ASSERT_EQ(file.particles.size(), 2u);
    EXPECT_EQ(file.particles.P()[1], Vec3f(4, 5, 6.5f));
    EXPECT_EQ(file.particles.get<int32_t>("red")[0], 200);
    EXPECT_EQ(file.particles.get<double>("d")[1], 0.1);
    EXPECT_EQ(file.particles.id()[1], 1);
    EXPECT_NE(file.notes.at(0).find("'extra'"), std::string::npos);
}

} // namespace

TEST(PlyFiles, TextIsRead)
{
    const std::string text =
        std::string("ply\r\nformat ascii 1.0\r\ncomment hi\r\n") + kProperties + "1 2 3 200 2 7 8 0.5\n4 5 6.5 1 0 0.1";
    expectTwo(parsePly(bytesOf(text), "a.ply"));
}

TEST(PlyFiles, BothByteOrdersAreRead)
{
    for (const bool big : {false, true}) {
        std::string bytes =
            std::string("ply\nformat binary_") + (big ? "big" : "little") + "_endian 1.0\n" + kProperties;
        bytes += binary<float>({1, 2, 3}, big) + char(200) + char(2) + binary<int16_t>({7, 8}, big) +
                 binary<double>({0.5}, big);
        bytes += binary<float>({4, 5, 6.5f}, big) + char(1) + char(0) + binary<double>({0.1}, big);
        expectTwo(parsePly(bytesOf(bytes), "a.ply"));
    }
}

TEST(PlyFiles, NumberedPropertiesBecomeOneColumn)
{
    const std::string text = "ply\nformat ascii 1.0\nelement vertex 1\nproperty double x\nproperty double y\n"
                             "property double z\nproperty int a_0\nproperty int a_1\nproperty uint big\nend_header\n"
                             "1 2 3 4 5 4294967295\n";
    const ParticleFile file = parsePly(bytesOf(text), "a.ply");
    EXPECT_EQ(file.particles.P()[0], Vec3f(1, 2, 3));
    EXPECT_EQ(file.particles.find("a")->type(), (ColumnType{Scalar::Int32, 2}));
    EXPECT_EQ(file.particles.get<int64_t>("big")[0], 4294967295);
}

TEST(PlyFiles, DamagedHeadersAreRefused)
{
    const auto refused = [](const std::string& text) {
        return !refusal([&] { parsePly(bytesOf(text), "a.ply"); }).empty();
    };
    EXPECT_TRUE(refused("ply\nformat ascii 1.0\n"));
    EXPECT_TRUE(refused("ply\nelement vertex 0\nend_header\n"));
    EXPECT_TRUE(refused("ply\nformat ascii 1.0\nelement vertex -1\nproperty float x\nend_header\n"));
    EXPECT_TRUE(refused("ply\nformat ascii 1.0\nproperty float x\nend_header\n"));
    EXPECT_TRUE(refused("ply\nformat ascii 1.0\nelement vertex 1\nproperty real x\nend_header\n1\n"));
    EXPECT_TRUE(refused("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n"));
}
