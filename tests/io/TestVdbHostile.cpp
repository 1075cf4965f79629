// Hostile VDB files without a checksum: refused or read with finite values, never a crash, never much memory.
#include "IoSupport.h"
#include "geometry/LevelSetGrid.h"
#include "io/LevelSetFile.h"
#include "io/VdbUnpack.h"

#include <cmath>
#include <malloc.h>
#include <openvdb/io/Stream.h>
#include <openvdb/tools/LevelSetSphere.h>

using namespace firn;

namespace {

constexpr int kTrials = 200;
constexpr uint32_t kZip = openvdb::io::COMPRESS_ZIP, kMask = openvdb::io::COMPRESS_ACTIVE_MASK,
                   kBlosc = openvdb::io::COMPRESS_BLOSC;

class VdbHostile : public IoTest {
protected:
    VdbHostile() { openvdb::initialize(); }
};

std::string fileOf(const openvdb::GridCPtrVec& grids, uint32_t compression)
{
    std::ostringstream out;
    openvdb::io::Stream archive(out);
    archive.setCompression(compression);
    archive.write(grids);
    return out.str();
}

/// A small ball inside one branch of the tree, with a velocity. Zip is only used when the class is unknown.
std::string ball(uint32_t compression)
{
    const auto grid = openvdb::tools::createLevelSetSphere<openvdb::FloatGrid>(0.4f, openvdb::Vec3f(10, 10, 10), 0.1f);
    const auto velocity = openvdb::Vec3SGrid::create();
    velocity->setName("v");
    velocity->tree().setValue(openvdb::Coord(100, 100, 100), openvdb::Vec3f(1, 2, 3));
    if (compression & kZip) grid->setGridClass(openvdb::GRID_UNKNOWN);
    return fileOf({grid, velocity}, compression);
}

/// True when it is read; then every value is finite, which is what the solver relies on.
bool readsFinite(const std::string& bytes)
try {
    const LevelSet read = parseLevelSet(bytesOf(bytes), "hostile");
    for (auto it = read.grid().distance->cbeginValueAll(); it; ++it)
        if (!std::isfinite(*it)) ADD_FAILURE() << "not finite at " << it.getCoord();
    return true;
} catch (const FileError&) {
    return false;
}

std::size_t statusBytes(const std::string& key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.compare(0, key.size(), key) == 0) return std::stoull(line.substr(key.size())) * 1024;
    return 0;
}

/// How far the resident memory rose above where it was.
template <class Call> std::size_t memoryGrowth(Call&& call)
{
    malloc_trim(0); // what earlier tests freed must not hide what this one takes
    std::ofstream("/proc/self/clear_refs") << "5";
    const std::size_t before = statusBytes("VmRSS:");
    call();
    const std::size_t peak = statusBytes("VmHWM:");
    return peak > before ? peak - before : 0;
}

std::size_t allowedMemory(const std::string& bytes) { return (std::size_t(64) << 20) + 8 * bytes.size(); }

/// Sets every bit of `count` bytes.
void fill(std::string& bytes, std::size_t at, std::size_t count) { bytes.replace(at, count, count, '\xff'); }

} // namespace

TEST_F(VdbHostile, TruncatedLevelSetsAreRefused)
{
    for (const uint32_t compression : {uint32_t(0), kZip, kMask, kBlosc | kMask}) {
        const std::string bytes = ball(compression);
        ASSERT_TRUE(readsFinite(bytes));
        for (int trial = 0; trial < kTrials; ++trial) {
            const std::size_t length = bytes.size() - 1 - (bytes.size() - 1) * std::size_t(trial) / kTrials;
            EXPECT_FALSE(readsFinite(bytes.substr(0, length))) << compression << " cut to " << length;
        }
    }
}

TEST_F(VdbHostile, FlippedBitsAreRefusedOrReadAsFiniteValues)
{
    for (const uint32_t compression : {uint32_t(0), kZip, kMask, kBlosc | kMask}) {
        const std::string bytes = ball(compression);
        int refused = 0;
        for (int trial = 0; trial < kTrials; ++trial) {
            std::string flipped = bytes;
            const std::size_t at = trial < 100 ? std::size_t(trial) * 3 : bytes.size() * std::size_t(trial - 100) / 100;
            flipped[at] = char(flipped[at] ^ (1 << (trial % 8)));
            refused += !readsFinite(flipped);
        }
        EXPECT_GT(refused, 10) << compression;
    }
}

TEST_F(VdbHostile, EveryFlippedBitOfABloscChunkIsRefusedOrHarmless)
{
    // The last kilobyte is all leaves and packed voxels.
    const std::string bytes = ball(kBlosc | kMask);
    for (std::size_t at = bytes.size() - 1024; at < bytes.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            std::string flipped = bytes;
            flipped[at] = char(flipped[at] ^ (1 << bit));
            readsFinite(flipped);
        }
}

TEST_F(VdbHostile, ClaimedTreesAreNotBelieved)
{
    // About 17 KB. Each mask in turn claims every child, and each number in turn is huge.
    const std::string bytes = ball(kMask);
    ASSERT_LT(bytes.size(), 40000u);
    const std::size_t growth = memoryGrowth([&] {
        for (std::size_t at = 0; at + 4096 <= bytes.size(); at += 512) {
            std::string bomb = bytes;
            fill(bomb, at, 4096);
            readsFinite(bomb);
        }
        for (std::size_t at = 0; at + 4 <= 1200; ++at)
            for (const uint32_t claim : {1000000000u, 0x7fffffffu, 0xffffffffu, 65536u}) {
                std::string bomb = bytes;
                bomb.replace(at, 4, reinterpret_cast<const char*>(&claim), 4);
                readsFinite(bomb);
            }
    });
    EXPECT_LT(growth, allowedMemory(bytes));
}

TEST_F(VdbHostile, EmptyLeavesThatFillTheMemoryAreRefused)
{
    // A leaf of vectors without an active voxel takes 129 bytes in the file and 6 KiB in memory.
    std::string bytes;
    {
        const auto surface = openvdb::FloatGrid::create(1.0f);
        surface->tree().setValue(openvdb::Coord(1, 1, 1), -1.0f);
        const auto velocity = openvdb::Vec3SGrid::create();
        velocity->setName("v");
        for (int n = 0; n < 12000; ++n)
            velocity->tree().touchLeaf(openvdb::Coord(n % 32 * 8, n / 32 % 32 * 8, n / 1024 * 8));
        bytes = fileOf({surface, velocity}, kMask);
    }
    ASSERT_LT(bytes.size(), 2000000u);
    std::string message;
    const std::size_t growth = memoryGrowth([&] { message = refusal([&] { parseLevelSet(bytesOf(bytes), "bomb"); }); });
    EXPECT_NE(message.find("far more memory"), std::string::npos) << message;
    EXPECT_LT(growth, allowedMemory(bytes));
}

TEST_F(VdbHostile, ValuesThatAreNotFiniteAreRefused)
{
    const auto active = openvdb::FloatGrid::create(1.0f), inactive = openvdb::FloatGrid::create(1.0f),
               tile = openvdb::FloatGrid::create(1.0f);
    for (const auto& grid : {active, inactive, tile}) grid->tree().setValue(openvdb::Coord(1, 2, 3), -0.5f);
    active->tree().setValue(openvdb::Coord(1, 2, 4), std::numeric_limits<float>::quiet_NaN());
    inactive->tree().setValueOff(openvdb::Coord(1, 2, 4), std::numeric_limits<float>::infinity());
    tile->tree().addTile(2, openvdb::Coord(512, 0, 0), -std::numeric_limits<float>::infinity(), false);
    for (const auto& grid : {active, inactive, tile})
        EXPECT_NE(refusal([&] { parseLevelSet(bytesOf(fileOf({grid}, kMask)), "f"); }).find("not finite"),
                  std::string::npos);
    tile->tree().addTile(2, openvdb::Coord(512, 0, 0), -1.0f, false);
    const auto velocity = openvdb::Vec3SGrid::create();
    velocity->setName("v");
    velocity->tree().setValue(openvdb::Coord(0, 0, 0), openvdb::Vec3f(0, std::nanf(""), 0));
    const std::string message = refusal([&] { parseLevelSet(bytesOf(fileOf({tile, velocity}, kMask)), "f"); });
    EXPECT_NE(message.find("velocity that is not finite"), std::string::npos) << message;
}

TEST_F(VdbHostile, BloscChunksOfOtherCodecsAreRefusedWithAdvice)
{
    // A header that says Zstandard: version, codec's version, flags, type's bytes, then three sizes.
    std::string chunk("\x02\x01\x80\x04\x20\0\0\0\x20\0\0\0\x20\0\0\0", 16);
    chunk.resize(32);
    std::vector<std::byte> out(32);
    const std::string message = refusal([&] { unpackBlosc(bytesOf(chunk), out, "f"); });
    EXPECT_NE(message.find("save it without Blosc"), std::string::npos) << message;
}
