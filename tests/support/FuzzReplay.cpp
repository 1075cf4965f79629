// Feeds a fuzzer's function with every file of the folder given, in order of name: the kept inputs as a plain test.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size);

int main(int argc, char** argv)
{
    namespace fs = std::filesystem;
    if (argc != 2 || !fs::is_directory(argv[1])) {
        std::fprintf(stderr, "usage: %s FOLDER (it must exist and hold the kept inputs)\n", argv[0]);
        return 2;
    }

    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(argv[1])) {
        if (entry.is_regular_file()) paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());

    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        const std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        std::printf("%s\n", path.filename().string().c_str());
        std::fflush(stdout); // the last name printed is the input that ended the program
        LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    }
    if (paths.empty()) std::fprintf(stderr, "no inputs in %s\n", argv[1]);
    return paths.empty() ? 1 : 0;
}
