#include "io/ParticleFile.h"

#include "base/Error.h"
#include "io/GeoSource.h"
#include "io/InputFile.h"
#include "io/Ply.h"

#include <string_view>

namespace firn {

namespace {

constexpr char kVdbStart[] = {' ', 'B', 'D', 'V'};

bool startsLikeVdb(Span<const std::byte> bytes)
{
    return bytes.size() >= 4 && std::memcmp(bytes.data(), kVdbStart, 4) == 0;
}

} // namespace

ParticleFormat particleFormatOf(const std::string& path)
{
    const std::size_t dot = path.rfind('.');
    const std::string_view ending = dot == path.npos ? std::string_view() : std::string_view(path).substr(dot + 1);
    for (std::size_t f = 0; f < std::size(kParticleFormats); ++f)
        if (ending == kParticleFormats[f]) return ParticleFormat(f);
    throw InputError("'" + path + "' does not end in .bgeo, .geo, .vdb or .ply, the particle formats that Firn writes");
}

ParticleFile parseParticles(Span<const std::byte> bytes, const std::string& name)
{
    if (bytes.empty()) throw FileError(name, "is empty");
    if (startsLikeVdb(bytes)) return parseVdbPoints(bytes, name);
    if (looksLikePly(bytes)) return parsePly(bytes, name);
    if (looksLikeGeo(bytes)) return parseGeo(bytes, name);
    throw FileError(name, "is not a particle file that Firn knows (.bgeo, .geo, .vdb points, .ply)");
}

ParticleFile readParticles(const std::string& path)
{
    const InputFile input(path);
    ParticleFile file = parseParticles(input.bytes(), path);
    file.verified = input.verified();
    return file;
}

void writeParticles(OutputFile& file, const Particles& particles, const FrameInfo& info, ParticleFormat format)
{
    switch (format) {
    case ParticleFormat::Bgeo: return writeGeo(file, particles, info, true);
    case ParticleFormat::Geo: return writeGeo(file, particles, info, false);
    case ParticleFormat::Vdb: return writeVdbPoints(file, particles, info);
    case ParticleFormat::Ply: return writePly(file, particles, info);
    }
}

void writeParticles(const std::string& path, const Particles& particles, const FrameInfo& info, ParticleFormat format)
{
    OutputFile file(path);
    writeParticles(file, particles, info, format);
    file.commit();
}

} // namespace firn
