// Stand-in: when a node is cooked.
#pragma once

#include <SYS/SYS_Types.h>

class OP_Context {
public:
    explicit OP_Context(fpreal time) : mTime(time) {}
    fpreal getTime() const { return mTime; }

private:
    fpreal mTime;
};
