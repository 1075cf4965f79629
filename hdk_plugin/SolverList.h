// The methods that have a DOP solver node, one line each: X(class of the node, name of the method in core/).
#pragma once

// clang-format off
#define FIRN_SOLVERS(X) \
    X(GAS_FirnMpm, mpm) \
    X(GAS_FirnSph, sph) \
    X(GAS_FirnBallistic, ballistic)
// clang-format on
