// Claims about hashing and words.
#include "base/Error.h"
#include "base/Hash.h"
#include "base/Text.h"

#include <cerrno>
#include <cstring>
#include <gtest/gtest.h>
#include <set>

namespace firn {
namespace {

std::string sampleBytes(std::size_t count)
{
    std::string bytes(count, '\0');
    for (std::size_t i = 0; i < count; ++i) bytes[i] = char(i * 131 + (i >> 5));
    return bytes;
}

TEST(Hash, DoesNotDependOnThePieces)
{
    const std::string bytes = sampleBytes(1000);
    const uint64_t whole = hashText(bytes);
    for (const std::size_t piece : {1u, 3u, 63u, 64u, 65u, 500u}) {
        HashStream stream;
        for (std::size_t at = 0; at < bytes.size(); at += piece)
            stream.add(bytes.data() + at, std::min(piece, bytes.size() - at));
        EXPECT_EQ(stream.value(), whole) << "pieces of " << piece;
    }
}

TEST(Hash, EveryFlippedBitChangesIt)
{
    std::string bytes = sampleBytes(200);
    std::set<uint64_t> seen{hashText(bytes)};
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        bytes[bit / 8] = char(bytes[bit / 8] ^ (1 << (bit % 8)));
        EXPECT_TRUE(seen.insert(hashText(bytes)).second) << "bit " << bit;
        bytes[bit / 8] = char(bytes[bit / 8] ^ (1 << (bit % 8)));
    }
}

TEST(Hash, EveryTruncationChangesIt)
{
    const std::string zeros(300, '\0');
    std::set<uint64_t> seen;
    for (std::size_t n = 0; n <= zeros.size(); ++n) EXPECT_TRUE(seen.insert(hashBytes(zeros.data(), n)).second) << n;
}

TEST(Hash, IsTheSameOnEveryMachine)
{
    EXPECT_EQ(hashHex(hashText("")), "ca96a47c9ccc7af5");
    EXPECT_EQ(hashHex(hashText("firn")), "49ed53cd01679385");
    EXPECT_EQ(hashHex(hashText(sampleBytes(1000))), "52590c1e479b9a94");
}

TEST(Text, NumbersReadBackTheSame)
{
    EXPECT_EQ(toText(0.1f), "0.1");
    EXPECT_EQ(toText(1.0 / 3), "0.3333333333333333");
    EXPECT_EQ(toText(-2.0), "-2");
}

TEST(Text, EditDistanceCountsEditsAndSwaps)
{
    EXPECT_EQ(editDistance("gravity", "gravity"), 0);
    EXPECT_EQ(editDistance("gravty", "gravity"), 1);
    EXPECT_EQ(editDistance("raduis", "radius"), 1);
    EXPECT_EQ(editDistance("", "abc"), 3);
}

TEST(Text, NearestNameHelpsOnlyWhenClose)
{
    const std::vector<std::string> known = {"separation", "radius", "gravity"};
    EXPECT_EQ(nearestName("seperation", known), "separation");
    EXPECT_EQ(nearestName("grav", known), "gravity");
    EXPECT_EQ(nearestName("colour", known), "");
    EXPECT_EQ(unknownName("key", "raduis", known),
              "unknown key 'raduis'; did you mean 'radius'? Known: separation, radius, gravity");
}

TEST(Error, FileErrorNamesThePathAndTheReason)
{
    const FileError error("snow.0001.bgeo", "cannot write", ENOSPC);
    EXPECT_NE(std::strstr(error.what(), "snow.0001.bgeo"), nullptr);
    EXPECT_NE(std::strstr(error.what(), "No space left"), nullptr);
    EXPECT_EQ(error.errnoValue(), ENOSPC);
}

TEST(Error, BrokenInvariantNamesItsPlaceInTheCore)
{
    try {
        FIRN_ASSERT(1 + 1 == 3);
        FAIL() << "did not throw";
    } catch (const std::logic_error& error) {
        EXPECT_NE(std::strstr(error.what(), "1 + 1 == 3"), nullptr);
    }
}

} // namespace
} // namespace firn
