// Checkpoints: everything a run needs to go on with the same bits, in one file of our own format.
#pragma once

#include "base/Span.h"
#include "io/OutputFile.h"
#include "sim/SimState.h"

#include <string>

namespace firn {

struct CheckpointInfo {
    uint64_t sceneHash = 0;
    std::string sceneText;
    std::string software;
};

struct Checkpoint {
    SimState state;
    CheckpointInfo info;
};

void writeCheckpoint(const std::string& path, const SimState& state, const CheckpointInfo& info);
void writeCheckpoint(OutputFile& file, const SimState& state, const CheckpointInfo& info);

/// Refuses a damaged file, another program's file, and a version this build does not know.
Checkpoint readCheckpoint(const std::string& path);

/// The parser alone, without the checksum.
Checkpoint parseCheckpoint(Span<const std::byte> bytes, const std::string& name);

} // namespace firn
