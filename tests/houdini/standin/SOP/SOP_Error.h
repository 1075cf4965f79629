// Stand-in: error codes of SOPs.
#pragma once

enum SOP_ErrorCodes { SOP_MESSAGE = 4 };
