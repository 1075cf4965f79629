// Stand-in: solvers of one object at a time.
#pragma once

#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_DopDescription.h>
#include <SIM/SIM_Engine.h>
#include <SIM/SIM_GeometryCopy.h>
#include <SIM/SIM_Object.h>
#include <SIM/SIM_OptionsUser.h>
#include <SIM/SIM_ScalarField.h>

class GAS_SubSolver : public SIM_Data, public SIM_OptionsUser {
public:
    static const UT_StringHolder& classname();

    SIM_GeometryCopy* getGeometryCopy(SIM_Object* object, const char* parmname, bool silent = false);
    const SIM_ScalarField* getConstScalarField(const SIM_Object* object, const char* parmname, bool silent = false);
    static void setGasDescription(SIM_DopDescription&) {}

    /// For the stand-in's engine.
    bool solve(SIM_Engine& engine, SIM_Object* object, SIM_Time time, SIM_Time timestep)
    {
        return solveGasSubclass(engine, object, time, timestep);
    }
    SIM_Options& editOptions() { return getOptions(); }

protected:
    explicit GAS_SubSolver(const SIM_DataFactory* factory) : SIM_Data(factory), SIM_OptionsUser(this) {}
    ~GAS_SubSolver() override {}
    virtual bool solveGasSubclass(SIM_Engine& engine, SIM_Object* object, SIM_Time time, SIM_Time timestep) = 0;
};
