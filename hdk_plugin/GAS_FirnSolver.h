// The base of the DOP solver nodes: one DOP step of a method, as `firn run` simulates one frame.
#pragma once

#include "NodeCatalog.h"

#include <GAS/GAS_SubSolver.h>

class GAS_FirnSolver : public GAS_SubSolver {
protected:
    explicit GAS_FirnSolver(const SIM_DataFactory* factory) : GAS_SubSolver(factory) {}
    ~GAS_FirnSolver() override {}

    /// The node's own description; made once per class.
    virtual const firn::houdini::NodeInfo& node() const = 0;

    /// The edge to the host: nothing is thrown beyond it. Esc leaves the points as they were.
    bool solveGasSubclass(SIM_Engine& engine, SIM_Object* object, SIM_Time time, SIM_Time timestep) override;

private:
    void solveStep(SIM_Engine& engine, SIM_Object& object, double timestep);
};

/// Registers every solver of SolverList.h, and the state they keep.
void registerFirnSolvers();
