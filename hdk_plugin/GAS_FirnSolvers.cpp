// One class per line of SolverList.h: all that the methods' nodes differ in is their tables.
#include "GAS_FirnSolver.h"

#include "ParmTemplates.h"
#include "SIM_FirnState.h"
#include "SolverList.h"

#include <SIM/SIM_DopDescription.h>
#include <SIM/SIM_Names.h>

#define FIRN_DECLARE_SOLVER(CLASS, METHOD)                                                                             \
    class CLASS : public GAS_FirnSolver {                                                                              \
    protected:                                                                                                         \
        explicit CLASS(const SIM_DataFactory* factory) : GAS_FirnSolver(factory) {}                                    \
        ~CLASS() override {}                                                                                           \
        const firn::houdini::NodeInfo& node() const override { return theNode(); }                                     \
                                                                                                                       \
    private:                                                                                                           \
        static const firn::houdini::NodeInfo& theNode()                                                                \
        {                                                                                                              \
            static const firn::houdini::NodeInfo info = firn::houdini::solverNode(firn::methodNamed(#METHOD));         \
            return info;                                                                                               \
        }                                                                                                              \
        static const SIM_DopDescription* getDopDescription()                                                           \
        {                                                                                                              \
            static firn::houdini::ParmTemplates templates(theNode());                                                  \
            static SIM_DopDescription description(true, theNode().name.c_str(), theNode().label.c_str(),               \
                                                  SIM_SOLVER_DATANAME, classname(), templates.list());                 \
            setGasDescription(description);                                                                            \
            return &description;                                                                                       \
        }                                                                                                              \
        DECLARE_STANDARD_GETCASTTOTYPE();                                                                              \
        DECLARE_DATAFACTORY(CLASS, GAS_SubSolver, "Firn " #METHOD, getDopDescription());                               \
    };
FIRN_SOLVERS(FIRN_DECLARE_SOLVER)

void registerFirnSolvers()
{
    IMPLEMENT_DATAFACTORY(SIM_FirnState);
#define FIRN_REGISTER_SOLVER(CLASS, METHOD) IMPLEMENT_DATAFACTORY(CLASS);
    FIRN_SOLVERS(FIRN_REGISTER_SOLVER)
#undef FIRN_REGISTER_SOLVER
}
