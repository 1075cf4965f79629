// The list of known attributes, and the columns made from it.
#include "base/Error.h"
#include "particles/Attributes.h"
#include "particles/Particles.h"

#include <gtest/gtest.h>
#include <set>

namespace firn {
namespace {

TEST(Attributes, AreNamedOnceAndDescribed)
{
    std::set<std::string_view> names;
    for (const auto& attribute : knownAttributes()) {
        EXPECT_TRUE(names.insert(attribute.name).second) << attribute.name << " is there twice";
        EXPECT_FALSE(attribute.help.empty() || attribute.methods.empty()) << attribute.name;
    }
}

TEST(Attributes, MakeColumnsWithTheirInitialValue)
{
    Particles particles;
    for (const auto& attribute : knownAttributes()) particles.ensure(attributeSpec(attribute.name));
    particles.append(2);
    EXPECT_EQ(particles.get<Mat3f>("F")[1], Mat3f(Mat3f::Identity()));
    EXPECT_EQ(particles.get<Mat3f>("C")[1], Mat3f(Mat3f::Zero()));
    EXPECT_EQ(particles.get<float>("Jp")[1], 1.0f);
    EXPECT_EQ(particles.get<float>("hardening")[1], 10.0f);
    EXPECT_EQ(particles.get<int32_t>("sourcename")[1], -1) << "the empty word";
}

TEST(Attributes, AgreeWithTheColumnsEveryParticleSetHas)
{
    const Particles empty;
    for (const auto& column : empty.columns()) {
        const AttributeInfo* known = findAttribute(column.name());
        ASSERT_TRUE(known) << column.name();
        EXPECT_EQ(known->type, column.type()) << column.name();
        EXPECT_EQ(known->meaning, column.meaning()) << column.name();
    }
}

TEST(Attributes, UnknownNameIsRefused)
{
    EXPECT_EQ(findAttribute("Cd"), nullptr);
    EXPECT_THROW(attributeSpec("densty"), InputError);
}

TEST(Column, WordsKeepTheirIndexWhileTheListGrows)
{
    Column column(attributeSpec("sourcename"), 0);
    for (int32_t i = 0; i < 100; ++i) ASSERT_EQ(column.wordIndex("word " + std::to_string(i)), i);
    EXPECT_EQ(column.wordIndex("word 7"), 7);
    EXPECT_EQ(column.words().size(), 100u);
}

} // namespace
} // namespace firn
