#include "render/ContactSheet.h"

#include "base/Error.h"
#include "base/Text.h"
#include "render/Draw.h"

#include <algorithm>
#include <cmath>

namespace firn {

namespace {

constexpr Rgb kPaper{24, 27, 33}, kInk{225, 229, 235};
constexpr int kGap = 8;

} // namespace

Image contactSheet(const std::vector<Image>& images, const std::vector<std::string>& labels,
                   const ContactSheetOptions& options)
{
    if (options.thumbnailWidth < 16 || options.columns < 0)
        throw InputError("a contact sheet of " + std::to_string(options.columns) + " columns, each " +
                         std::to_string(options.thumbnailWidth) + " pixels wide, cannot be made");
    const int count = int(images.size());
    const int columns =
        std::max(1, options.columns > 0 ? std::min(options.columns, count) : int(std::ceil(std::sqrt(double(count)))));
    const int rows = (count + columns - 1) / columns;
    const int width = options.thumbnailWidth;
    int height = 1;
    for (const Image& image : images)
        if (image.width > 0) height = std::max(height, width * image.height / image.width);

    const int caption = 2 * kLetterHeight, head = options.title.empty() ? 0 : 3 * kLetterHeight;
    Image sheet(kGap + columns * (width + kGap), head + kGap + rows * (height + caption + kGap), kPaper);
    if (head > 0) drawText(options.title, kGap, kGap, 2, kInk, sheet);
    for (int i = 0; i < count; ++i) {
        const Image& image = images[std::size_t(i)];
        const int x = kGap + i % columns * (width + kGap), y = head + kGap + i / columns * (height + caption + kGap);
        if (image.width > 0) paste(resized(image, width, std::max(1, width * image.height / image.width)), x, y, sheet);
        if (std::size_t(i) < labels.size()) drawText(labels[std::size_t(i)], x, y + height + 5, 1, kInk, sheet);
    }
    return sheet;
}

} // namespace firn
