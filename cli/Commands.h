// The commands of `firn`: each returns an exit code or throws one of Firn's errors.
#pragma once

#include "Options.h"

namespace firn::cli {

int runCommand(const RunOptions& options);
int checkCommand(const CheckOptions& options);
int infoCommand(const InfoOptions& options);
int hashCommand(const HashOptions& options);
int convertCommand(const ConvertOptions& options);
int surfaceCommand(const SurfaceOptions& options);
int plotCommand(const PlotOptions& options);
int renderCommand(const RenderOptions& options);
int paramsCommand(const ParamsOptions& options);
int presetsCommand(const ListOptions& options);
int methodsCommand(const ListOptions& options);
int schemaCommand();
int docsCommand(const std::string& folder);

} // namespace firn::cli
