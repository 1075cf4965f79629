#include "io/PngFile.h"

#include "base/Error.h"
#include "io/OutputFile.h"
#include "io/Palette.h"

#include <cstdlib>
#include <limits>
#include <zlib.h>

namespace firn {

namespace {

using Bytes8 = std::vector<uint8_t>;

void addWord(uint32_t word, Bytes8& to)
{
    for (int shift = 24; shift >= 0; shift -= 8) to.push_back(uint8_t(word >> shift));
}

/// Length, type, data, and the checksum of type and data.
void addChunk(const char* type, const Bytes8& data, Bytes8& file)
{
    addWord(uint32_t(data.size()), file);
    const std::size_t begin = file.size();
    file.insert(file.end(), type, type + 4);
    file.insert(file.end(), data.begin(), data.end());
    addWord(uint32_t(crc32(0, file.data() + begin, uInt(file.size() - begin))), file);
}

/// PNG's predictor: whichever of left, above and upper left is nearest to left + above - upper left.
uint8_t paeth(int left, int above, int corner)
{
    const int p = left + above - corner;
    const int a = std::abs(p - left), b = std::abs(p - above), c = std::abs(p - corner);
    return uint8_t(a <= b && a <= c ? left : b <= c ? above : corner);
}

/// A row as differences to its neighbours, filter 0 … 4 first.
void filterRow(int filter, const uint8_t* row, const uint8_t* above, std::size_t bytes, std::size_t step, Bytes8& out)
{
    out.resize(bytes + 1);
    out[0] = uint8_t(filter);
    for (std::size_t i = 0; i < bytes; ++i) {
        const int left = i >= step ? row[i - step] : 0, up = above ? above[i] : 0;
        const int corner = above && i >= step ? above[i - step] : 0;
        const int guess[5] = {0, left, up, (left + up) / 2, paeth(left, up, corner)};
        out[i + 1] = uint8_t(row[i] - guess[filter]);
    }
}

/// The usual measure of how well a row will pack: the sum of its bytes as signed sizes.
uint64_t roughness(const Bytes8& row)
{
    uint64_t sum = 0;
    for (std::size_t i = 1; i < row.size(); ++i) sum += row[i] < 128 ? row[i] : 256u - row[i];
    return sum;
}

/// All rows, each with the filter that suits it best; numbers of colours are left as they are.
Bytes8 filtered(const uint8_t* pixels, int height, std::size_t bytes, bool palette)
{
    Bytes8 all, best, tried;
    all.reserve((bytes + 1) * std::size_t(height));
    for (int y = 0; y < height; ++y) {
        const uint8_t* row = pixels + std::size_t(y) * bytes;
        const uint8_t* above = y > 0 ? row - bytes : nullptr;
        filterRow(0, row, above, bytes, 3, best);
        for (int filter = 1; filter < 5 && !palette; ++filter) {
            filterRow(filter, row, above, bytes, 3, tried);
            if (roughness(tried) < roughness(best)) best.swap(tried);
        }
        all.insert(all.end(), best.begin(), best.end());
    }
    return all;
}

Bytes8 deflated(const Bytes8& raw)
{
    uLongf size = compressBound(uLong(raw.size()));
    Bytes8 packed(size);
    if (compress2(packed.data(), &size, raw.data(), uLong(raw.size()), 9) != Z_OK) throw std::bad_alloc();
    packed.resize(size);
    return packed;
}

} // namespace

std::vector<uint8_t> pngBytes(int width, int height, Span<const uint8_t> rgb, const PngOptions& options)
{
    if (width < 1 || height < 1 || rgb.size() != 3 * std::size_t(width) * std::size_t(height) ||
        rgb.size() > std::size_t(std::numeric_limits<int32_t>::max()))
        throw InputError("a picture of " + std::to_string(width) + " x " + std::to_string(height) + " pixels from " +
                         std::to_string(rgb.size()) + " bytes cannot be made");
    Bytes8 file = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    Bytes8 header;
    addWord(uint32_t(width), header);
    addWord(uint32_t(height), header);
    const uint8_t colourType = options.palette ? 3 : 2;
    header.insert(header.end(), {8, colourType, 0, 0, 0});
    addChunk("IHDR", header, file);
    addChunk("sRGB", {0}, file);
    for (const auto& [keyword, text] : options.texts) {
        Bytes8 data(keyword.begin(), keyword.end());
        data.push_back(0);
        data.insert(data.end(), text.begin(), text.end());
        addChunk("tEXt", data, file);
    }
    if (options.palette) {
        const PalettePicture picture = paletteOf(width, height, rgb);
        Bytes8 colours;
        for (const auto& c : picture.colours) colours.insert(colours.end(), c.begin(), c.end());
        addChunk("PLTE", colours, file);
        addChunk("IDAT", deflated(filtered(picture.pixels.data(), height, std::size_t(width), true)), file);
    } else {
        addChunk("IDAT", deflated(filtered(rgb.data(), height, 3 * std::size_t(width), false)), file);
    }
    addChunk("IEND", {}, file);
    return file;
}

void writePng(const std::string& path, int width, int height, Span<const uint8_t> rgb, const PngOptions& options)
{
    const Bytes8 bytes = pngBytes(width, height, rgb, options);
    OutputFile file(path);
    file.write(bytes.data(), bytes.size());
    file.commit();
}

} // namespace firn
