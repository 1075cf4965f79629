// Parameters of the ballistic method: flakes on their own, without forces between them.
#pragma once

#include "params/ParamSet.h"

namespace firn::ballistic {

enum class Drag { None, Linear, Quadratic };
inline constexpr std::string_view kDragKinds[] = {"none", "linear", "quadratic"};

struct BallisticParams {
    Drag drag = Drag::Linear;
    float terminalSpeed = 1.0f;   // dry flakes fall at about 1 m/s whatever their size
    float airDensity = 1.29f;     // kg/m3 at 0 degC and sea level
    float dragCoefficient = 1.0f; // a flat, tumbling flake
    float bounce = 0.1f;
    float stickSpeed = 0.0f;
    int maxBounces = 8;
};

inline constexpr Param kBallisticParams[] = {
    choice<&BallisticParams::drag>("drag", "Drag", kDragKinds,
                                   "None; linear, which lets every flake reach the terminal speed; or quadratic, from "
                                   "each flake's mass and size."),
    param<&BallisticParams::terminalSpeed>("terminal_speed", "Terminal Speed", "m/s", {1e-3, 1e3},
                                           "Linear drag: speed at which a flake falls in still air under 9.81 m/s2."),
    param<&BallisticParams::airDensity>("air_density", "Air Density", "kg/m3", {0, 100},
                                        "Quadratic drag: density of the air."),
    param<&BallisticParams::dragCoefficient>(
        "drag_coefficient", "Drag Coefficient", "", {0, 100},
        "Quadratic drag: shape factor; 0.5 for a ball, 1 and more for flat flakes."),
    param<&BallisticParams::bounce>("bounce", "Bounce", "", {0, 1},
                                    "Share of the normal speed that a flake keeps when it hits a collider."),
    param<&BallisticParams::stickSpeed>(
        "stick_speed", "Stick Speed", "m/s", {0, 1e3},
        "A flake that hits any collider slower than this stays on it; 0 leaves sticking "
        "to sticky and adhesive colliders."),
    param<&BallisticParams::maxBounces>("max_bounces", "Maximum Bounces", "", {1, 100},
                                        "Hits followed within one step; what time is left after the last one is spent "
                                        "sliding on the collider."),
};

inline const ParamTable& ballisticTable()
{
    static const ParamTable kTable = paramTable<BallisticParams>("ballistic", "Ballistic Flakes", kBallisticParams);
    return kTable;
}

} // namespace firn::ballistic
