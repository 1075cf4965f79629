// Stand-in: Esc and progress. Tests press Esc through Host.h.
#pragma once

class UT_Interrupt {
public:
    /// Polled by long work: 1 when the user pressed Esc.
    int opInterrupt(int percent = -1);
};
UT_Interrupt* UTgetInterrupt();

class UT_AutoInterrupt {
public:
    UT_AutoInterrupt(const char* opname, UT_Interrupt* boss = UTgetInterrupt());
    ~UT_AutoInterrupt();
    bool wasInterrupted() { return mBoss->opInterrupt() != 0; }
    bool wasInterrupted(int percent) { return mBoss->opInterrupt(percent) != 0; }

private:
    UT_Interrupt* mBoss;
};
