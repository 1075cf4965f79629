#include "render/Draw.h"

#include <cmath>

namespace firn {

namespace {

struct Glyph {
    char letter;
    uint64_t dots; ///< 35 bits, rows from the top, each from its left
};

constexpr int kAcross = 5, kDown = 7;
constexpr uint64_t kUnknown = 0x7e31f8c7ful; ///< a box
constexpr Glyph kFont[] = {
    {'!', 0x108421004ull}, {'"', 0x294000000ull}, {'#', 0x2bea57d40ull}, {'%', 0x674422e60ull}, {'\'', 0x108000000ull},
    {'(', 0x088842082ull}, {')', 0x208210888ull}, {'*', 0x02aefbaa0ull}, {'+', 0x0084f9080ull}, {',', 0x000001088ull},
    {'-', 0x0000f8000ull}, {'.', 0x00000018cull}, {'/', 0x042222210ull}, {'0', 0x3a33ae62eull}, {'1', 0x11842108eull},
    {'2', 0x3a213221full}, {'3', 0x3a213062eull}, {'4', 0x08ca97c42ull}, {'5', 0x7e1e0862eull}, {'6', 0x1910f462eull},
    {'7', 0x7c2221108ull}, {'8', 0x3a317462eull}, {'9', 0x3a317844cull}, {':', 0x018c03180ull}, {';', 0x018c03088ull},
    {'<', 0x088882082ull}, {'=', 0x001f07c00ull}, {'>', 0x208208888ull}, {'?', 0x3a2131004ull}, {'A', 0x3a31fc631ull},
    {'B', 0x7a31f463eull}, {'C', 0x3a308422eull}, {'D', 0x7a318c63eull}, {'E', 0x7e10f421full}, {'F', 0x7e10f4210ull},
    {'G', 0x3a30bc62full}, {'H', 0x4631fc631ull}, {'I', 0x38842108eull}, {'J', 0x1c4210a4cull}, {'K', 0x4654c5251ull},
    {'L', 0x42108421full}, {'M', 0x4775ac631ull}, {'N', 0x4739ace71ull}, {'O', 0x3a318c62eull}, {'P', 0x7a31f4210ull},
    {'Q', 0x3a318d64dull}, {'R', 0x7a31f5251ull}, {'S', 0x3e107043eull}, {'T', 0x7c8421084ull}, {'U', 0x46318c62eull},
    {'V', 0x46318c544ull}, {'W', 0x4631ad771ull}, {'X', 0x462a22a31ull}, {'Y', 0x462a21084ull}, {'Z', 0x7c222221full},
    {'[', 0x39084210eull}, {']', 0x38421084eull}, {'^', 0x115100000ull}, {'_', 0x00000001full}, {'a', 0x000e0be2full},
    {'b', 0x421e8c63eull}, {'c', 0x000f8420full}, {'d', 0x042f8c62full}, {'e', 0x000e8fe0eull}, {'f', 0x1908e2108ull},
    {'g', 0x000f8bc2eull}, {'h', 0x421e8c631ull}, {'i', 0x100c2108eull}, {'j', 0x080610a4cull}, {'k', 0x4212a6292ull},
    {'l', 0x30842108eull}, {'m', 0x001aad6b5ull}, {'n', 0x001e8c631ull}, {'o', 0x000e8c62eull}, {'p', 0x001e8fa10ull},
    {'q', 0x000f8bc21ull}, {'r', 0x0016c4210ull}, {'s', 0x000f8383eull}, {'t', 0x211c42106ull}, {'u', 0x00118c62full},
    {'v', 0x00118c544ull}, {'w', 0x0011ad6aaull}, {'x', 0x001151151ull}, {'y', 0x00118bc2eull}, {'z', 0x001f1111full},
    {'|', 0x108421084ull}, {'~', 0x0008a8800ull}};

uint64_t dotsOf(char letter)
{
    if (letter == ' ') return 0;
    for (const Glyph& glyph : kFont)
        if (glyph.letter == letter) return glyph.dots;
    return kUnknown;
}

uint8_t mixed(uint8_t a, uint8_t b, float strength)
{
    return uint8_t(std::lround(float(a) + strength * (float(b) - float(a))));
}

} // namespace

int textWidth(std::string_view text, int scale) { return int(text.size()) * kLetterWidth * scale; }

void drawText(std::string_view text, int x, int y, int scale, Rgb colour, Image& image)
{
    for (const char letter : text) {
        const uint64_t dots = dotsOf(letter);
        for (int dot = 0; dot < kAcross * kDown; ++dot)
            if (dots >> (kAcross * kDown - 1 - dot) & 1)
                fillBox(x + dot % kAcross * scale, y + dot / kAcross * scale, scale, scale, colour, 1, image);
        x += kLetterWidth * scale;
    }
}

void fillBox(int x, int y, int width, int height, Rgb colour, float strength, Image& image)
{
    for (int v = y; v < y + height; ++v)
        for (int u = x; u < x + width; ++u) {
            if (!image.contains(u, v)) continue;
            const Rgb under = image.at(u, v);
            image.set(u, v,
                      {mixed(under.r, colour.r, strength), mixed(under.g, colour.g, strength),
                       mixed(under.b, colour.b, strength)});
        }
}

} // namespace firn
