// What the tests of files share: a folder of their own, particles of every type, and bytes on disk.
#pragma once

#include "base/Error.h"
#include "base/Span.h"
#include "io/FrameInfo.h"
#include "particles/Particles.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <unistd.h>
#include <vector>

namespace firn {

/// A folder that is gone after the test.
class IoTest : public ::testing::Test {
protected:
    IoTest()
    {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        mFolder = std::filesystem::path(::testing::TempDir()) /
                  ("firn-io-" + std::to_string(::getpid()) + "-" + test->name());
        std::filesystem::create_directories(mFolder);
    }
    ~IoTest() override { std::filesystem::remove_all(mFolder); }

    std::string path(const std::string& name) const { return (mFolder / name).string(); }
    std::vector<std::string> filesInFolder() const
    {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(mFolder))
            names.push_back(entry.path().filename().string());
        return names;
    }

private:
    std::filesystem::path mFolder;
};

inline std::string readFile(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void writeFile(const std::string& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary) << bytes;
}

inline Span<const std::byte> bytesOf(const std::string& text)
{
    return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

/// What the call says when it refuses; empty when it does not.
template <class Call> std::string refusal(Call&& call)
{
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

/// A column of every scalar type and tuple size, with awkward values when `special`.
inline Particles everyColumn(std::size_t count, bool special)
{
    Particles particles;
    const char* names[] = {"f", "d", "i", "l", "t"};
    for (int scalar = 0; scalar < 5; ++scalar) {
        for (int size = 1; size <= kLargestTuple; ++size) {
            const Meaning meaning = scalar > 1                ? Meaning::None
                                    : size == 9 || size == 16 ? Meaning::Matrix
                                    : size == 4               ? Meaning::Quaternion
                                    : size == 3               ? Meaning::Normal
                                                              : Meaning::None;
            Column& column =
                particles.ensure({names[scalar] + std::to_string(size), {Scalar(scalar), size}, meaning, {}});
            if (Scalar(scalar) == Scalar::Text) column.words() = {"snow", "", "två \"ord\"\\\n", "unused"};
        }
    }
    particles.append(count);
    uint64_t state = 12345;
    for (auto& column : particles.columns()) {
        if (column.name() == "id") continue;
        const std::size_t bytes = scalarBytes(column.type().scalar);
        for (std::size_t k = 0; k < column.bytes().size() / bytes; ++k) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            std::byte* to = column.bytes().data() + k * bytes;
            const float place = float(state >> 40) / float(1 << 24) - 0.5f;
            const double fine = double(state >> 11) * 0x1p-53 - 0.5;
            const int32_t word = int32_t(state >> 33) % 4 - 1;
            const uint64_t bits = state ^ (state >> 31);
            const bool odd = special && column.name() != "P"; // a .vdb needs real places
            if (column.type().scalar == Scalar::Text)
                std::memcpy(to, &word, 4);
            else if (!column.type().isFloat() || odd)
                std::memcpy(to, &bits, bytes); // NaNs of every payload among them
            else if (bytes == 4)
                std::memcpy(to, &place, 4);
            else
                std::memcpy(to, &fine, 8);
        }
    }
    if (special && count > 8) {
        const float values[] = {0.0f, -0.0f, 1e-42f, -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN()};
        std::memcpy(particles.find("f5")->bytes().data(), values, sizeof values);
    }
    particles.reserveIds(int64_t(count) + 77);
    return particles;
}

inline FrameInfo someInfo(const Particles& particles)
{
    return {-12, 0.1 + 0.2, stateHash(particles), "Firn test", "a scene\nwith \\ two \"lines\""};
}

/// Every column: name, type, meaning, words and each bit.
inline void expectSame(const Particles& a, const Particles& b)
{
    ASSERT_EQ(a.size(), b.size());
    ASSERT_EQ(a.columns().size(), b.columns().size());
    EXPECT_EQ(a.nextId(), b.nextId());
    for (std::size_t c = 0; c < a.columns().size(); ++c) {
        const Column &x = a.columns()[c], &y = b.columns()[c];
        EXPECT_EQ(x.name(), y.name());
        ASSERT_EQ(x.type(), y.type()) << x.name();
        EXPECT_EQ(x.meaning(), y.meaning()) << x.name();
        EXPECT_EQ(x.words(), y.words()) << x.name();
        EXPECT_TRUE(std::equal(x.bytes().begin(), x.bytes().end(), y.bytes().begin())) << x.name();
    }
}

} // namespace firn
