// The attribute page lists every known attribute and the methods that ask for it.
#include "io/AttributeDocs.h"
#include "particles/Attributes.h"
#include "solver/Method.h"

#include <gtest/gtest.h>

namespace firn {
namespace {

TEST(AttributeDocs, ListEveryKnownAttribute)
{
    const std::string page = attributesMarkdown();
    for (const auto& attribute : knownAttributes()) {
        EXPECT_NE(page.find("| `" + std::string(attribute.name) + "` | " + toText(attribute.type)), std::string::npos)
            << attribute.name;
        EXPECT_NE(page.find(attribute.help), std::string::npos) << attribute.name;
    }
}

TEST(AttributeDocs, NameTheMethodsOfAColumn)
{
    const std::string page = attributesMarkdown();
    for (const Method* method : methods()) {
        for (const auto& column : method->make(ParamSet(method->params))->columns()) {
            const auto row = page.find("| `" + column.name + "` |");
            ASSERT_NE(row, std::string::npos) << column.name << " of " << method->name << " is no known attribute";
            const std::string line = page.substr(row, page.find('\n', row) - row);
            EXPECT_TRUE(line.find(method->name) != std::string::npos || line.find("| all |") != std::string::npos)
                << line;
        }
    }
}

} // namespace
} // namespace firn
