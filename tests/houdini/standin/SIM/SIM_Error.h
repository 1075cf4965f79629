// Stand-in: error codes of simulations.
#pragma once

enum SIM_ErrorCodes { SIM_MESSAGE = 0 };
