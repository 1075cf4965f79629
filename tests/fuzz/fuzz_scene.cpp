// Feeds arbitrary bytes to the scene reader: it may refuse them with firn::Error, and nothing else.
#include "base/Error.h"
#include "io/SceneFile.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    std::optional<firn::LoadedScene> loaded;
    try {
        loaded = firn::parseScene(text, "fuzz.json", ".");
    } catch (const firn::Error&) {
    }
    // A scene that is accepted has a canonical text that reads back as the same scene: an exception here is a crash.
    if (loaded && firn::parseScene(loaded->text, "canonical.json", ".").hash != loaded->hash) std::abort();

    // The same bytes as the path and word of a --set.
    const std::size_t split = text.find('=');
    if (split == std::string::npos || size > 4096) return 0;
    try {
        firn::parseScene(R"({"solver": {"method": "ballistic"}, "sources": [{"name": "ball"}], "colliders": [{}]})",
                         "fixed.json", ".", "", {{text.substr(0, split), text.substr(split + 1)}});
    } catch (const firn::Error&) {
    }
    return 0;
}
