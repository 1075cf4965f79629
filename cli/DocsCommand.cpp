// firn schema, docs: what is generated from the tables for editors and readers.
#include "Commands.h"
#include "ExitCode.h"
#include "base/Error.h"
#include "io/AttributeDocs.h"
#include "io/OutputFile.h"
#include "io/ParamDocs.h"
#include "io/SceneSchema.h"

#include <cstdio>
#include <filesystem>

namespace firn::cli {

namespace {

void writeText(const std::string& path, const std::string& text)
{
    OutputFile file(path);
    file.write(text);
    file.commit();
    std::printf("%s\n", path.c_str());
}

} // namespace

int schemaCommand()
{
    std::printf("%s", sceneSchema().c_str());
    return kOk;
}

int docsCommand(const std::string& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw FileError(folder, "cannot be made", error.value());
    writeText(folder + "/parameters.md", parametersMarkdown());
    writeText(folder + "/attributes.md", attributesMarkdown());
    writeText(folder + "/scene.schema.json", sceneSchema());
    return kOk;
}

} // namespace firn::cli
