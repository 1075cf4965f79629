// Damaged and hostile files: refused by name, never a crash, never much memory.
#include "IoSupport.h"
#include "io/Checkpoint.h"
#include "io/MeshFile.h"
#include "io/ParticleFile.h"

#include <chrono>
#include <functional>

using namespace firn;

namespace {

using DamagedFiles = IoTest;

constexpr int kTrials = 200;

/// A small file of each kind that Firn writes, and how it is read.
struct Kind {
    std::string name;
    std::function<void(const std::string& path)> write;
    std::function<void(const std::string& path)> read;
};

std::vector<Kind> everyKind()
{
    std::vector<Kind> kinds;
    for (std::size_t f = 0; f < std::size(kParticleFormats); ++f)
        kinds.push_back({std::string(kParticleFormats[f]),
                         [f](const std::string& path) {
                             const Particles particles = everyColumn(6, false);
                             writeParticles(path, particles, someInfo(particles), ParticleFormat(f));
                         },
                         [](const std::string& path) { readParticles(path); }});
    kinds.push_back({"checkpoint",
                     [](const std::string& path) {
                         SimState state;
                         state.particles = everyColumn(6, true);
                         writeCheckpoint(path, state, {1, "scene", "test"});
                     },
                     [](const std::string& path) { readCheckpoint(path); }});
    return kinds;
}

/// Highest resident memory since the last reset, in bytes.
std::size_t peakMemory()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.compare(0, 6, "VmHWM:") == 0) return std::stoull(line.substr(6)) * 1024;
    return 0;
}
void resetPeakMemory() { std::ofstream("/proc/self/clear_refs") << "5"; }

/// Refused within a second and with little memory.
void expectBombRefused(const std::string& file, const std::string& bytes, const std::function<void()>& read)
{
    ASSERT_LE(bytes.size(), 4096u) << file;
    resetPeakMemory();
    const std::size_t before = peakMemory();
    const auto start = std::chrono::steady_clock::now();
    EXPECT_NE(refusal(read), "") << file;
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 1.0) << file;
    EXPECT_LT(peakMemory() - before, (std::size_t(64) << 20) + 8 * bytes.size()) << file;
}

std::string geoClaiming(const std::string& payload)
{
    return R"(["pointcount",1000000000,"attributes",["pointattributes",[[["type","numeric","name","P"],)"
           R"(["size",3,"storage","fpreal32","values",["size",3,"storage","fpreal32",)" +
           payload + "]]]]]]";
}

} // namespace

TEST_F(DamagedFiles, EveryTruncationIsRefused)
{
    for (const Kind& kind : everyKind()) {
        kind.write(path("whole"));
        const std::string bytes = readFile(path("whole"));
        for (int trial = 0; trial < kTrials; ++trial) {
            // The first sixty lengths, then lengths spread over the file, the last one byte short.
            const std::size_t length = trial < 60
                                           ? std::size_t(trial)
                                           : bytes.size() - 1 - (bytes.size() - 61) * std::size_t(trial - 60) / 140;
            writeFile(path("cut"), bytes.substr(0, length));
            const std::string message = refusal([&] { kind.read(path("cut")); });
            EXPECT_NE(message.find(path("cut")), std::string::npos) << kind.name << " cut to " << length << message;
        }
    }
}

TEST_F(DamagedFiles, EveryFlippedBitIsRefused)
{
    for (const Kind& kind : everyKind()) {
        kind.write(path("whole"));
        const std::string bytes = readFile(path("whole"));
        for (int trial = 0; trial < kTrials; ++trial) {
            // Bits of the first hundred bytes, then bits spread over the file.
            std::string flipped = bytes;
            const std::size_t at = trial < 100 ? std::size_t(trial) : bytes.size() * std::size_t(trial - 100) / 100;
            flipped[at] = char(flipped[at] ^ (1 << (trial % 8)));
            writeFile(path("flipped"), flipped);
            const std::string message = refusal([&] { kind.read(path("flipped")); });
            EXPECT_NE(message.find(path("flipped")), std::string::npos) << kind.name << " flipped at " << at;
        }
    }
}

TEST_F(DamagedFiles, MarkWithoutChecksumIsRefused)
{
    Particles particles;
    particles.append(1);
    writeParticles(path("a"), particles, {}, ParticleFormat::Ply);
    std::string bytes = readFile(path("a"));
    bytes.replace(bytes.find("firn-checksum:"), 14, "nirf-checksum:");
    writeFile(path("a"), bytes);
    EXPECT_NE(refusal([&] { readParticles(path("a")); }).find("checksum cannot be found"), std::string::npos);
}

TEST_F(DamagedFiles, ClaimedPointsAreNotBelieved)
{
    const auto parse = [](const std::string& bytes) { parseParticles(bytesOf(bytes), "bomb"); };
    for (const char* payload :
         {R"("tuples",[[0,0,0]])", R"("arrays",[[0],[0],[0]])", R"("pagesize",1024,"rawpagedata",[0,0,0])",
          R"("pagesize",1000000000,"constantpageflags",[[true]],"rawpagedata",[0,0,0])"}) {
        const std::string geo = geoClaiming(payload);
        expectBombRefused(payload, geo, [&] { parse(geo); });
    }
    std::string bgeo("\x7fNSJb[\x27\x0apointcount\x13", 19);
    bgeo += std::string("\x00\xca\x9a\x3b", 4); // 1e9
    bgeo += std::string("\x27\x0a"
                        "attributes\x40\x19\xf4\x00\xca\x9a\x3b",
                        19) +
            std::string(900, 'x') + "]";
    expectBombRefused("bgeo", bgeo, [&] { parse(bgeo); });

    const std::string ply = "ply\nformat binary_little_endian 1.0\nelement vertex 1000000000\nproperty float x\n"
                            "property float y\nproperty float z\nend_header\n" +
                            std::string(900, '\0');
    expectBombRefused("ply", ply, [&] { parse(ply); });
    expectBombRefused("ply mesh", ply, [&] { parsePlyMesh(bytesOf(ply), "bomb"); });
}

TEST_F(DamagedFiles, ClaimedSizesInACheckpointAreNotBelieved)
{
    SimState state;
    state.particles.append(2);
    writeCheckpoint(path("c"), state, {});
    const std::string bytes = readFile(path("c"));
    // Every 8-byte field in turn becomes 1e9, whatever it means.
    const uint64_t billion = 1000000000;
    int refused = 0;
    for (std::size_t at = 70; at + 8 <= bytes.size(); ++at) {
        std::string bomb = bytes;
        bomb.replace(at, 8, reinterpret_cast<const char*>(&billion), 8);
        resetPeakMemory();
        const std::size_t before = peakMemory();
        refused += !refusal([&] { parseCheckpoint(bytesOf(bomb), "bomb"); }).empty();
        EXPECT_LT(peakMemory() - before, std::size_t(64) << 20) << at;
    }
    EXPECT_GT(refused, 20);
}

TEST_F(DamagedFiles, ClaimedSizesInAVdbAreNotBelieved)
{
    Particles particles;
    particles.append(3);
    writeParticles(path("a"), particles, {}, ParticleFormat::Vdb);
    std::string bytes = readFile(path("a"));
    // The record of an attribute of three vectors: its length, two bytes of flags, then the number of points.
    const uint64_t shortLength = 6 + 36;
    const std::string start(reinterpret_cast<const char*>(&shortLength), 8);
    std::size_t at = bytes.find(start);
    while (at != std::string::npos && bytes[at + 10] != 3) at = bytes.find(start, at + 1);
    ASSERT_NE(at, std::string::npos);
    const uint32_t billion = 1000000000;
    const uint64_t length = 6 + 12ull * billion;
    bytes.replace(at, 8, reinterpret_cast<const char*>(&length), 8);
    bytes.replace(at + 10, 4, reinterpret_cast<const char*>(&billion), 4);
    resetPeakMemory();
    const std::size_t before = peakMemory();
    EXPECT_NE(refusal([&] { parseVdbPoints(bytesOf(bytes), "bomb"); }), "");
    EXPECT_LT(peakMemory() - before, (std::size_t(64) << 20) + 8 * bytes.size());
}

TEST_F(DamagedFiles, DeepNestingIsRefused)
{
    const std::string text = "[\"a\"," + std::string(100000, '[');
    EXPECT_NE(refusal([&] { parseGeo(bytesOf(text), "deep"); }).find("nested too deeply"), std::string::npos);
    const std::string binary = std::string("\x7fNSJb[\x27\x01", 8) + "a" + std::string(100000, '[');
    EXPECT_NE(refusal([&] { parseGeo(bytesOf(binary), "deep"); }).find("nested too deeply"), std::string::npos);
}
