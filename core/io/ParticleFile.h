// Particle caches: one way to read and write them all.
#pragma once

#include "base/Span.h"
#include "io/FrameInfo.h"
#include "io/OutputFile.h"
#include "particles/Particles.h"
#include "sim/OutputParams.h"

#include <cstdint>
#include <string>
#include <vector>

namespace firn {

struct ParticleFile {
    Particles particles;
    FrameInfo info;
    bool verified = false;          ///< written by Firn, and whole
    std::vector<std::string> notes; ///< what was left out or converted
    ParticleFormat format = ParticleFormat::Bgeo;
    uint64_t bytes = 0;
};

/// The format that a file name's ending asks for; InputError when it is none of ours.
ParticleFormat particleFormatOf(const std::string& path);

/// Reads .bgeo, .geo, .vdb (points) or .ply, told apart by content. Missing v and id are made (ids 0 to n-1).
ParticleFile readParticles(const std::string& path);

void writeParticles(const std::string& path, const Particles& particles, const FrameInfo& info, ParticleFormat format);
void writeParticles(OutputFile& file, const Particles& particles, const FrameInfo& info, ParticleFormat format);

/// The parsers alone, without the checksum. Errors name `name`.
ParticleFile parseParticles(Span<const std::byte> bytes, const std::string& name);
ParticleFile parseGeo(Span<const std::byte> bytes, const std::string& name); ///< .geo and .bgeo
ParticleFile parsePly(Span<const std::byte> bytes, const std::string& name);
ParticleFile parseVdbPoints(Span<const std::byte> bytes, const std::string& name);

/// The writers alone. The caller commits the file.
void writeGeo(OutputFile& file, const Particles& particles, const FrameInfo& info, bool binary);
void writePly(OutputFile& file, const Particles& particles, const FrameInfo& info);
void writeVdbPoints(OutputFile& file, const Particles& particles, const FrameInfo& info);

} // namespace firn
