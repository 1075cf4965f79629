// Stand-in: number types.
#pragma once

#include <cstdint>

typedef double fpreal;
typedef float fpreal32;
typedef double fpreal64;
typedef int32_t int32;
typedef int64_t int64;
typedef int64_t exint;

#define SYS_VISIBILITY_EXPORT __attribute__((visibility("default")))
