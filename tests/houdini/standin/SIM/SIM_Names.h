// Stand-in: names of data.
#pragma once

#define SIM_GEOMETRY_DATANAME "Geometry"
#define SIM_SOLVER_DATANAME "Solver"
#define SIM_POSITION_DATANAME "Position"
#define SIM_FORCES_DATANAME "Forces"
#define SIM_SDF_DATANAME "Volume"
#define SIM_PHYSICALPARMS_DATANAME "PhysicalParms"
#define SIM_FEEDBACK_DATANAME "Feedback"
#define SIM_NEWFEEDBACK_DATANAME "NewFeedback"
