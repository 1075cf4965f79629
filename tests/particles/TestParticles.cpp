// Claims about the particle set: all columns travel together, ids are never used again, the hash sees every value.
#include "base/Error.h"
#include "math/Random.h"
#include "parallel/Threads.h"
#include "particles/Particles.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>

namespace firn {
namespace {

/// Particles whose every column is a known function of the id.
Particles sampleParticles(std::size_t count)
{
    Particles particles;
    particles.ensure(columnSpec<float>("mass", 1.0f));
    particles.ensure(columnSpec<Mat3f>("F", Mat3f::Identity(), Meaning::Matrix));
    particles.ensure(columnSpec<double>("age", 0.0));
    particles.ensure({"label", {Scalar::Text, 1}, Meaning::None, {}});
    particles.append(count);
    auto& label = *particles.find("label");
    const auto index = label.values<int32_t>();
    for (std::size_t i = 0; i < count; ++i) {
        particles.edit<Vec3f>("P")[i] = randomInCube(1, i);
        particles.edit<float>("mass")[i] = float(i);
        particles.edit<double>("age")[i] = double(i) / 3;
        index[i] = label.wordIndex(i % 3 == 0 ? "third" : "other");
    }
    return particles;
}

void expectColumnsMatchIds(const Particles& particles)
{
    const auto& label = *particles.find("label");
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const auto id = particles.id()[i];
        ASSERT_EQ(particles.get<float>("mass")[i], float(id));
        ASSERT_EQ(particles.get<double>("age")[i], double(id) / 3);
        ASSERT_EQ(particles.P()[i], randomInCube(1, uint64_t(id)));
        ASSERT_EQ(label.words()[std::size_t(label.values<int32_t>()[i])], id % 3 == 0 ? "third" : "other");
    }
}

TEST(Particles, NewOnesGetDefaultsAndFreshIds)
{
    Particles particles = sampleParticles(10);
    const std::size_t first = particles.append(5);
    EXPECT_EQ(first, 10u);
    EXPECT_EQ(particles.get<float>("mass")[12], 1.0f);
    EXPECT_EQ(particles.get<Mat3f>("F")[12], Mat3f(Mat3f::Identity()));
    EXPECT_EQ(particles.id()[14], 14);
}

TEST(Particles, RemovedIdsAreNeverUsedAgain)
{
    Particles particles = sampleParticles(10);
    std::vector<uint8_t> flags(10, 0);
    flags[8] = flags[9] = 1;
    particles.remove(flags);
    particles.append(1);
    EXPECT_EQ(particles.id()[8], 10);
}

TEST(Particles, RemoveKeepsOrderAndCarriesAllColumns)
{
    Particles particles = sampleParticles(1000);
    std::vector<uint8_t> flags(1000);
    for (std::size_t i = 0; i < 1000; ++i) flags[i] = i % 7 == 2;
    particles.remove(flags);
    EXPECT_EQ(particles.size(), 857u);
    EXPECT_TRUE(std::is_sorted(particles.id().begin(), particles.id().end()));
    expectColumnsMatchIds(particles);
}

TEST(Particles, SortCarriesAllColumnsAndBreaksTiesById)
{
    for (const int threads : {1, 2, 3, 8}) {
        runWithThreads(threads, [] {
            Particles particles = sampleParticles(20000);
            for (const uint64_t round : {1, 2}) { // the second sort starts from shuffled ids
                std::vector<uint64_t> keys(particles.size());
                const auto key = [&](std::size_t i) { return randomBits(round, uint64_t(particles.id()[i])) % 50; };
                for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = key(i);
                particles.sortBy(keys);
                expectColumnsMatchIds(particles);
                for (std::size_t i = 1; i < particles.size(); ++i)
                    ASSERT_LT(std::make_pair(key(i - 1), particles.id()[i - 1]),
                              std::make_pair(key(i), particles.id()[i]));
            }
        });
    }
}

TEST(Particles, AppendedSetsBringTheirColumnsAndWords)
{
    Particles particles = sampleParticles(4);
    Particles other;
    other.ensure(columnSpec<Vec3f>("Cd", Vec3f::Ones(), Meaning::Colour));
    other.ensure({"label", {Scalar::Text, 1}, Meaning::None, {}});
    other.append(2);
    auto& label = *other.find("label");
    label.values<int32_t>()[0] = label.wordIndex("new");
    label.values<int32_t>()[1] = label.wordIndex("other");
    particles.append(other);
    EXPECT_EQ(particles.size(), 6u);
    EXPECT_EQ(particles.id()[5], 5);
    EXPECT_EQ(particles.get<Vec3f>("Cd")[0], Vec3f(Vec3f::Ones()));
    const auto& joined = *particles.find("label");
    EXPECT_EQ(joined.words()[std::size_t(joined.values<int32_t>()[4])], "new");
    EXPECT_EQ(joined.words()[std::size_t(joined.values<int32_t>()[5])], "other");
}

TEST(Particles, AColumnOfAnotherTypeIsRefused)
{
    Particles particles = sampleParticles(4);
    EXPECT_THROW(particles.ensure(columnSpec<double>("mass", 1.0)), InputError);
    EXPECT_THROW(particles.get<Vec3f>("mass"), InputError);
    EXPECT_THROW(particles.get<float>("mess"), InputError);
}

TEST(Particles, RepeatedOrNegativeIdsAreRefused)
{
    Particles particles = sampleParticles(4);
    particles.edit<int64_t>("id")[3] = 1;
    EXPECT_THROW(particles.idsWereRead(), InputError);
    particles.edit<int64_t>("id")[3] = -1;
    EXPECT_THROW(particles.idsWereRead(), InputError);
    particles.edit<int64_t>("id")[3] = 40;
    particles.idsWereRead();
    EXPECT_EQ(particles.nextId(), 41);
}

TEST(StateHash, DoesNotDependOnOrderOrThreads)
{
    const Particles particles = sampleParticles(20000);
    const uint64_t hash = stateHash(particles);
    Particles shuffled = particles;
    std::vector<uint64_t> keys(particles.size());
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = randomBits(9, i);
    shuffled.sortBy(keys);
    EXPECT_EQ(stateHash(shuffled), hash);
    for (const int threads : {1, 2, 3, 8}) {
        uint64_t again = 0;
        runWithThreads(threads, [&] { again = stateHash(particles); });
        EXPECT_EQ(again, hash) << threads << " threads";
    }
}

TEST(StateHash, SeesEveryBitOfEveryColumn)
{
    const Particles particles = sampleParticles(50);
    const uint64_t hash = stateHash(particles);
    for (std::size_t c = 0; c < particles.columns().size(); ++c) {
        Particles changed = particles;
        auto& bytes = changed.columns()[c].bytes();
        if (changed.columns()[c].type().scalar == Scalar::Text) continue;
        for (const std::size_t at : {std::size_t(0), bytes.size() / 2, bytes.size() - 1}) {
            bytes[at] ^= std::byte(1);
            EXPECT_NE(stateHash(changed), hash) << changed.columns()[c].name() << " byte " << at;
            bytes[at] ^= std::byte(1);
        }
    }
    Particles renamed = particles;
    renamed.find("label")->words()[0] = "fourth";
    EXPECT_NE(stateHash(renamed), hash);
}

TEST(StateHash, SwappingTwoParticlesValuesChangesIt)
{
    Particles particles = sampleParticles(50);
    const uint64_t hash = stateHash(particles);
    std::swap(particles.edit<float>("mass")[3], particles.edit<float>("mass")[4]);
    EXPECT_NE(stateHash(particles), hash);
}

TEST(NonFinite, IsFoundInAnyFloatColumn)
{
    NonFinite found;
    EXPECT_FALSE(findNonFinite(sampleParticles(10000), found));
    for (const char* name : {"P", "mass", "F", "age"}) {
        Particles particles = sampleParticles(10000);
        Column& column = *particles.find(name);
        if (column.type().scalar == Scalar::Float64)
            column.values<double>()[7777] = std::nan("");
        else
            reinterpret_cast<float*>(column.bytes().data())[7777 * std::size_t(column.type().size)] = HUGE_VALF;
        ASSERT_TRUE(findNonFinite(particles, found)) << name;
        EXPECT_EQ(found.column, name);
        EXPECT_EQ(found.index, 7777u);
    }
}

} // namespace
} // namespace firn
