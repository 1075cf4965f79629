// Stand-in: how impacts of a collider are applied.
#pragma once

class SIM_Collider {
public:
    enum SIM_ImpactApplyType {
        SIM_IMPACTAPPLY_NONE,
        SIM_IMPACTAPPLY_ONEWAY,
        SIM_IMPACTAPPLY_MUTUAL,
        SIM_IMPACTAPPLY_FEEDBACK
    };
};
