// The methods that have a DOP solver node, one line each: X(class of the node, name of the method in core/).
#pragma once

// clang-format off
#define FIRN_SOLVERS(X) \
    X(GAS_FirnMpm, mpm) \
    X(GAS_FirnSph, sph)
// clang-format on
