// Writes small valid files for each fuzzer: `fuzz_seeds tests/fuzz/corpus` makes tests/fuzz/corpus/NAME/….
#include "geometry/LevelSetGrid.h"
#include "io/Checkpoint.h"
#include "io/LevelSetFile.h"
#include "io/ParticleFile.h"

#include <filesystem>
#include <fstream>
#include <openvdb/io/Stream.h>

using namespace firn;

namespace {

Particles someParticles(std::size_t count)
{
    Particles particles;
    particles.ensure(columnSpec<Mat3f>("F", Mat3f::Identity(), Meaning::Matrix));
    particles.ensure({"pair", {Scalar::Int32, 2}, Meaning::None, {}});
    Column& name = particles.ensure({"name", {Scalar::Text, 1}, Meaning::None, {}});
    name.words() = {"a", "b"};
    particles.append(count);
    for (std::size_t i = 0; i < count; ++i) {
        particles.edit<Vec3f>("P")[i] = Vec3f(float(i), 0.5f, -1.0f);
        particles.edit<int32_t>("name")[i] = int32_t(i % 3) - 1;
    }
    return particles;
}

void text(const std::filesystem::path& path, const std::string& words)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << words;
}

/// A level set and a velocity as other programs store them: packed in each way, full floats and halves.
void foreignLevelSets(const std::filesystem::path& folder)
{
    using namespace openvdb::io;
    for (const uint32_t compression : {uint32_t(COMPRESS_ACTIVE_MASK), uint32_t(COMPRESS_ZIP | COMPRESS_ACTIVE_MASK),
                                       uint32_t(COMPRESS_BLOSC | COMPRESS_ACTIVE_MASK)})
        for (const bool half : {false, true}) {
            const auto distance = openvdb::FloatGrid::create(1.5f);
            for (int x = 0; x < 16; ++x) {
                distance->tree().setValue(openvdb::Coord(x, 0, 0), 0.5f * float(x - 4));
                distance->tree().setValueOff(openvdb::Coord(x, 1, 0), x < 8 ? -1.5f : float(x));
            }
            const auto velocity = openvdb::Vec3SGrid::create();
            velocity->setName("v");
            velocity->tree().addTile(3, openvdb::Coord(0, 0, 0), openvdb::Vec3f(1, 2, 3), true);
            distance->setSaveFloatAsHalf(half);
            std::ofstream out(folder / ("foreign" + std::to_string(compression) + (half ? "half" : "")),
                              std::ios::binary);
            openvdb::io::Stream archive(out);
            archive.setCompression(compression);
            archive.write(openvdb::GridCPtrVec{distance, velocity});
        }
}

} // namespace

int main(int argc, char** argv)
{
    const std::filesystem::path folder = argc > 1 ? argv[1] : "seeds";
    for (const char* target : {"bgeo", "geo", "ply", "vdbpoints", "levelset", "checkpoint"})
        std::filesystem::create_directories(folder / target);
    for (const std::size_t count : {std::size_t(0), std::size_t(1), std::size_t(5)}) {
        const Particles particles = someParticles(count);
        const std::string name = "seed" + std::to_string(count);
        writeParticles(folder / "bgeo" / name, particles, {}, ParticleFormat::Bgeo);
        writeParticles(folder / "geo" / name, particles, {}, ParticleFormat::Geo);
        writeParticles(folder / "ply" / name, particles, {}, ParticleFormat::Ply);
        writeParticles(folder / "vdbpoints" / name, particles, {}, ParticleFormat::Vdb);
        SimState state;
        state.particles = particles;
        writeCheckpoint(folder / "checkpoint" / name, state, {1, "scene", "seeds"});
    }
    openvdb::initialize();
    auto grid = std::make_shared<LevelSetGrid>();
    auto distance = openvdb::FloatGrid::create(1.5f);
    distance->setGridClass(openvdb::GRID_LEVEL_SET);
    for (int x = -2; x <= 2; ++x) distance->tree().setValue(openvdb::Coord(x, 0, 0), 0.5f * float(x));
    grid->distance = distance;
    writeLevelSet(folder / "levelset" / "line", LevelSet(grid));
    foreignLevelSets(folder / "levelset");

    text(folder / "geo" / "pages",
         R"(["pointcount",3,"attributes",["pointattributes",[[["type","numeric","name","P","options",{}],["size",4,)"
         R"("storage","fpreal32","values",["size",4,"storage","fpreal32","packing",[3,1],"pagesize",2,)"
         R"("constantpageflags",[[],[true,false]],"rawpagedata",[0,0,0,1,1,1,1,2,2,2,1]]]]]]])");
    text(folder / "ply" / "ascii",
         "ply\nformat ascii 1.0\nelement vertex 2\nproperty double x\nproperty double y\nproperty double z\n"
         "property list uchar int n\nend_header\n0 0 0 2 1 2\n1 1 1 0\n");
    text(folder / "plymesh" / "ascii",
         "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
         "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    text(folder / "obj" / "faces", "# two\nv 0 0 0\nv 1 0 0\r\nv 0 1 \\\n0\nvt 0 0\nf 1/1 2//1 -1\nf 1 2 3\n");
}
