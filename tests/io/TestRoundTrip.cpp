// What is written is what is read, bit by bit.
#include "IoSupport.h"
#include "io/Checkpoint.h"
#include "io/ParticleFile.h"
#include "parallel/Threads.h"

using namespace firn;

namespace {

using RoundTrip = IoTest;

ParticleFile through(const std::string& path, const Particles& particles, ParticleFormat format)
{
    writeParticles(path, particles, someInfo(particles), format);
    return readParticles(path);
}

void expectRoundTrip(const std::string& path, const Particles& particles, ParticleFormat format)
{
    const ParticleFile file = through(path, particles, format);
    expectSame(particles, file.particles);
    const FrameInfo info = someInfo(particles);
    EXPECT_TRUE(file.verified);
    EXPECT_EQ(file.format, format);
    EXPECT_EQ(file.bytes, std::filesystem::file_size(path));
    EXPECT_TRUE(file.notes.empty());
    EXPECT_EQ(file.info.frame, info.frame);
    EXPECT_EQ(file.info.time, info.time);
    EXPECT_EQ(file.info.hash, stateHash(file.particles));
    EXPECT_EQ(file.info.software, info.software);
    EXPECT_EQ(file.info.scene, info.scene);
}

} // namespace

TEST_F(RoundTrip, BgeoKeepsEveryBit) { expectRoundTrip(path("a"), everyColumn(700, true), ParticleFormat::Bgeo); }
TEST_F(RoundTrip, VdbKeepsEveryBit) { expectRoundTrip(path("a"), everyColumn(700, true), ParticleFormat::Vdb); }
TEST_F(RoundTrip, PlyKeepsEveryBit) { expectRoundTrip(path("a"), everyColumn(700, true), ParticleFormat::Ply); }
TEST_F(RoundTrip, GeoKeepsEveryFiniteBit) { expectRoundTrip(path("a"), everyColumn(700, false), ParticleFormat::Geo); }

TEST_F(RoundTrip, NoParticlesAreStillAFrame)
{
    for (int f = 0; f < 4; ++f) expectRoundTrip(path("a"), everyColumn(0, false), ParticleFormat(f));
}

TEST_F(RoundTrip, OneParticleIsEnough)
{
    for (int f = 0; f < 4; ++f) expectRoundTrip(path("a"), everyColumn(1, false), ParticleFormat(f));
}

TEST_F(RoundTrip, GeoRefusesWhatIsNotFinite)
{
    const std::string message = refusal([&] { through(path("a"), everyColumn(20, true), ParticleFormat::Geo); });
    EXPECT_NE(message.find("is not finite"), std::string::npos);
    EXPECT_TRUE(filesInFolder().empty());
}

TEST_F(RoundTrip, PlyKeepsLargeIdsAndClashingNames)
{
    Particles particles;
    particles.ensure(columnSpec<float>("x", 0.0f));
    particles.ensure(columnSpec<float>("v_0", 0.0f));
    particles.ensure(columnSpec<float>("two words", 0.0f));
    particles.append(3);
    particles.edit<int64_t>("id")[1] = int64_t(1) << 40;
    particles.idsWereRead();
    expectSame(particles, through(path("a"), particles, ParticleFormat::Ply).particles);
}

TEST_F(RoundTrip, VdbHoldsStraysAndRefusesNonFinitePlaces)
{
    Particles particles = everyColumn(500, false);
    particles.edit<Vec3f>("P")[3] = Vec3f(-3e9f, 1e20f, 0);
    expectSame(particles, through(path("a"), particles, ParticleFormat::Vdb).particles);
    particles.edit<Vec3f>("P")[3].x() = std::numeric_limits<float>::quiet_NaN();
    const std::string message = refusal([&] { through(path("b"), particles, ParticleFormat::Vdb); });
    EXPECT_NE(message.find("particle 3"), std::string::npos) << message;
}

TEST_F(RoundTrip, FilesAreTheSameBytesForAnyThreadCount)
{
    const Particles particles = everyColumn(400, false);
    for (int f = 0; f < 4; ++f) {
        runWithThreads(1, [&] { through(path("one"), particles, ParticleFormat(f)); });
        runWithThreads(4, [&] { through(path("four"), particles, ParticleFormat(f)); });
        EXPECT_EQ(readFile(path("one")), readFile(path("four"))) << f;
    }
}

TEST_F(RoundTrip, FormatComesFromTheEnding)
{
    EXPECT_EQ(particleFormatOf("a.b/snow.0001.vdb"), ParticleFormat::Vdb);
    EXPECT_EQ(particleFormatOf("snow.bgeo"), ParticleFormat::Bgeo);
    EXPECT_NE(refusal([] { particleFormatOf("snow.bgeo.sc"); }).find("snow.bgeo.sc"), std::string::npos);
}

TEST_F(RoundTrip, CheckpointHoldsTheWholeState)
{
    SimState state;
    state.frame = 17;
    state.elapsed = 0.012345;
    state.steps = 987654321;
    state.emitted = true;
    state.particles = everyColumn(1000, true);
    state.particles.ensure(columnSpec<float>("Jp", 1.25f));
    writeCheckpoint(path("c"), state, {42, "{scene}", "Firn test"});
    const Checkpoint read = readCheckpoint(path("c"));
    expectSame(state.particles, read.state.particles);
    EXPECT_EQ(read.state.particles.find("Jp")->spec().initial, state.particles.find("Jp")->spec().initial);
    EXPECT_EQ(read.state.frame, state.frame);
    EXPECT_EQ(read.state.elapsed, state.elapsed);
    EXPECT_EQ(read.state.steps, state.steps);
    EXPECT_TRUE(read.state.emitted);
    EXPECT_EQ(read.info.sceneHash, 42u);
    EXPECT_EQ(read.info.sceneText, "{scene}");
    EXPECT_EQ(read.info.software, "Firn test");
    EXPECT_EQ(stateHash(read.state.particles), stateHash(state.particles));
}

TEST_F(RoundTrip, CheckpointOfANewerVersionIsRefused)
{
    writeCheckpoint(path("c"), SimState(), {});
    std::string bytes = readFile(path("c"));
    bytes[bytes.find("firn-cache:checkpoint\n") + 22] = 9;
    const std::string message = refusal([&] { parseCheckpoint(bytesOf(bytes), "c"); });
    EXPECT_NE(message.find("version 9"), std::string::npos) << message;
}

TEST_F(RoundTrip, CheckpointOfAnotherProgramIsRefused)
{
    writeFile(path("c"), "Firn checkpoint\nsomething else");
    EXPECT_NE(refusal([&] { readCheckpoint(path("c")); }).find("not a checkpoint"), std::string::npos);
}
