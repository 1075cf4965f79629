// What a Firn solver keeps on its object between steps, besides the points: counters, the order of particles, and where
// colliders were.
#pragma once

#include "Affectors.h"

#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_DopDescription.h>
#include <SIM/SIM_OptionsUser.h>

/// A value: copies are independent, so cached frames stay what they were. Saved to and loaded from .sim files.
class SIM_FirnState : public SIM_Data, public SIM_OptionsUser {
public:
    GETSET_DATA_FUNCS_I("steps", Steps);       // DOP steps since the object was made
    GETSET_DATA_FUNCS_I("substeps", Substeps); // of the solver, over all steps
    GETSET_DATA_FUNCS_I("next_id", NextId);    // an id that no point ever had

    static constexpr const char* kDataName = "FirnState";

    const firn::houdini::ColliderHistory& history() const;
    void setHistory(firn::houdini::ColliderHistory history);

    /// The particles' ids in the order that the last step left them in.
    const std::vector<int64_t>& order() const { return *mOrder; }
    void setOrder(std::vector<int64_t> ids);

    /// Distance fields of meshes: only a memory of work done, so that copies may share it.
    firn::houdini::LevelSetCache& cache();

protected:
    explicit SIM_FirnState(const SIM_DataFactory* factory);
    ~SIM_FirnState() override;

    void initializeSubclass() override;
    void makeEqualSubclass(const SIM_Data* source) override;
    void saveSubclass(std::ostream& os) const override;
    bool loadSubclass(UT_IStream& is) override;
    int64 getMemorySizeSubclass() const override;

private:
    static const SIM_DopDescription* getDopDescription();

    // Never changed, so copies share them.
    std::shared_ptr<const firn::houdini::ColliderHistory> mHistory;
    std::shared_ptr<const std::vector<int64_t>> mOrder;
    std::shared_ptr<firn::houdini::LevelSetCache> mCache;

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_FirnState, SIM_Data, "Firn State", getDopDescription());
};
