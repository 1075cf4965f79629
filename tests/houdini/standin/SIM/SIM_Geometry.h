// Stand-in: geometry of an object, shared between copies until one is written to.
#pragma once

#include <GU/GU_Detail.h>
#include <SIM/SIM_DataUtils.h>
#include <memory>

class SIM_Geometry : public SIM_Data {
public:
    const GU_Detail* detail() const { return mDetail.get(); }
    void setDetail(std::shared_ptr<GU_Detail> detail) { mDetail = std::move(detail); }

protected:
    explicit SIM_Geometry(const SIM_DataFactory* factory) : SIM_Data(factory) {}
    ~SIM_Geometry() override {}
    void makeEqualSubclass(const SIM_Data* source) override;
    void saveSubclass(std::ostream& os) const override;
    bool loadSubclass(UT_IStream& is) override;

    std::shared_ptr<GU_Detail> mDetail;

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_Geometry, SIM_Data, "Geometry", nullptr);
};

class SIM_GeometryAutoReadLock {
public:
    explicit SIM_GeometryAutoReadLock(const SIM_Geometry* geometry) : mGeometry(geometry) {}
    const GU_Detail* getGdp() const { return mGeometry ? mGeometry->detail() : nullptr; }

private:
    const SIM_Geometry* mGeometry;
};
