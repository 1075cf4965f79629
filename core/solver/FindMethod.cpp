#include "base/Error.h"
#include "base/Text.h"
#include "solver/Method.h"

namespace firn {

const Method& methodNamed(std::string_view name)
{
    std::vector<std::string> known;
    for (const Method* method : methods()) {
        if (method->name == name) return *method;
        known.emplace_back(method->name);
    }
    throw InputError(unknownName("method", name, known));
}

} // namespace firn
