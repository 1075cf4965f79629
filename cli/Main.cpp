#include "solver/Method.h"

#include <cstdio>

int main()
{
    for (const auto* method : firn::methods()) std::printf("%s\n", std::string(method->name).c_str());
    return 0;
}
