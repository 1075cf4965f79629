// Stand-in: everything about parameters.
#pragma once

#include <PRM/PRM_Template.h>
