// Layout, little-endian: three lines of text (magic, checksum, mark), the version, then the fields in the order below.
// A text is its length (uint64) and its bytes.
#include "io/Checkpoint.h"

#include "base/Error.h"
#include "io/ByteReader.h"
#include "io/Checksum.h"
#include "io/InputFile.h"

#include <algorithm>

namespace firn {

namespace {

constexpr std::string_view kMagic = "Firn checkpoint\n";
constexpr std::string_view kMark = "firn-cache:checkpoint\n";
constexpr uint32_t kVersion = 1;
constexpr std::size_t kHeadBytes = kMagic.size() + kChecksumMark.size() + kChecksumDigits + 1 + kMark.size();

class Writer {
public:
    explicit Writer(OutputFile& file) : mFile(file) {}
    template <class T> void number(T value) { mFile.write(&value, sizeof value); }
    void text(const std::string& words)
    {
        number(uint64_t(words.size()));
        mFile.write(words.data(), words.size());
    }
    void bytes(const void* data, std::size_t count) { mFile.write(data, count); }

private:
    OutputFile& mFile;
};

void writeColumn(const Column& column, Writer& out)
{
    out.text(column.name());
    out.number(uint8_t(column.type().scalar));
    out.number(uint8_t(column.type().size));
    out.number(uint8_t(column.meaning()));
    out.number(uint8_t(!column.spec().initial.empty()));
    out.bytes(column.spec().initial.data(), column.spec().initial.size());
    out.number(uint64_t(column.words().size()));
    for (const auto& word : column.words()) out.text(word);
    out.bytes(column.bytes().data(), column.bytes().size());
}

std::string readText(ByteReader& in) { return in.text(in.readCount(1)); }

/// A text column's values must point into its words.
void checkWords(const Column& column, const ByteReader& in)
{
    const auto* index = reinterpret_cast<const int32_t*>(column.bytes().data());
    const std::size_t count = column.bytes().size() / sizeof(int32_t);
    const int32_t words = int32_t(column.words().size());
    if (!std::all_of(index, index + count, [=](int32_t i) { return i >= -1 && i < words; }))
        in.fail("is damaged: attribute '" + column.name() + "' names a word that is not there");
}

void readColumn(std::size_t particles, ByteReader& in, Particles& out)
{
    ColumnSpec spec;
    spec.name = readText(in);
    const auto scalar = in.read<uint8_t>();
    const auto size = in.read<uint8_t>();
    const auto meaning = in.read<uint8_t>();
    if (scalar > uint8_t(Scalar::Text) || size < 1 || size > kLargestTuple || meaning > uint8_t(Meaning::Quaternion))
        in.fail("is damaged: attribute '" + spec.name + "' has an unknown type");
    spec.type = {Scalar(scalar), size};
    spec.meaning = Meaning(meaning);
    if (in.read<uint8_t>() != 0) {
        const std::byte* initial = in.take(spec.type.bytes());
        spec.initial.assign(initial, initial + spec.type.bytes());
    }
    const bool fixed = spec.name == "P" || spec.name == "v" || spec.name == "id";
    if (!fixed && out.find(spec.name)) in.fail("is damaged: attribute '" + spec.name + "' appears twice");
    std::vector<std::string> words(in.readCount(sizeof(uint64_t)));
    for (auto& word : words) word = readText(in);
    if (particles > in.remaining() / spec.type.bytes()) in.tooShort();

    Column& column = out.ensure(spec); // an InputError for P, v or id of a wrong type
    column.words() = std::move(words);
    std::memcpy(column.bytes().data(), in.take(column.bytes().size()), column.bytes().size());
    if (spec.type.scalar == Scalar::Text) checkWords(column, in);
}

void readParticles(ByteReader& in, Particles& particles)
{
    const int64_t nextId = in.read<int64_t>();
    const std::size_t count = in.readCount(sizeof(Vec3f) * 2 + sizeof(int64_t));
    const std::size_t columns = in.readCount<uint32_t>(1);
    particles.resizeForReading(count);
    for (std::size_t c = 0; c < columns; ++c) readColumn(count, in, particles);
    if (columns < 3) in.fail("is damaged: it lacks attributes");
    for (const int64_t id : particles.id())
        if (id >= nextId) in.fail("is damaged: a particle's id is not below the next id");
    particles.idsWereRead();
    particles.reserveIds(nextId);
}

} // namespace

void writeCheckpoint(OutputFile& file, const SimState& state, const CheckpointInfo& info)
{
    file.write(kMagic);
    file.write(checksumPlaceholder() + "\n");
    file.write(kMark);
    Writer out(file);
    out.number(kVersion);
    out.number(info.sceneHash);
    out.text(info.software);
    out.text(info.sceneText);
    out.number(state.frame);
    out.number(state.elapsed);
    out.number(state.steps);
    out.number(uint8_t(state.emitted));
    out.number(state.particles.nextId());
    out.number(uint64_t(state.particles.size()));
    out.number(uint32_t(state.particles.columns().size()));
    for (const auto& column : state.particles.columns()) writeColumn(column, out);
}

void writeCheckpoint(const std::string& path, const SimState& state, const CheckpointInfo& info)
{
    OutputFile file(path);
    writeCheckpoint(file, state, info);
    file.commit();
}

Checkpoint parseCheckpoint(Span<const std::byte> bytes, const std::string& name)
try {
    ByteReader in(bytes, name);
    if (bytes.size() < kHeadBytes || in.text(kMagic.size()) != kMagic) in.fail("is not a checkpoint of Firn's");
    in.seek(kHeadBytes);
    const auto version = in.read<uint32_t>();
    if (version > kVersion)
        in.fail("is a checkpoint of version " + std::to_string(version) + "; this build reads version " +
                std::to_string(kVersion) + ": use the Firn that wrote it, or a newer one");
    if (version != kVersion) in.fail("is a checkpoint of the unknown version " + std::to_string(version));

    Checkpoint result;
    result.info.sceneHash = in.read<uint64_t>();
    result.info.software = readText(in);
    result.info.sceneText = readText(in);
    result.state.frame = in.read<int64_t>();
    result.state.elapsed = in.read<double>();
    result.state.steps = in.read<uint64_t>();
    result.state.emitted = in.read<uint8_t>() != 0;
    readParticles(in, result.state.particles);
    if (in.remaining() != 0) in.fail("is damaged: it goes on after its end");
    return result;
} catch (const InputError& error) {
    throw FileError(name, std::string("is damaged: ") + error.what());
}

Checkpoint readCheckpoint(const std::string& path)
{
    const InputFile file(path);
    if (!file.verified()) throw FileError(path, "is not a checkpoint of Firn's");
    return parseCheckpoint(file.bytes(), path);
}

} // namespace firn
