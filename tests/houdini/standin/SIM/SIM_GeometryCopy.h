// Stand-in: geometry that a solver may edit.
#pragma once

#include <SIM/SIM_Geometry.h>

class SIM_GeometryCopy : public SIM_Geometry {
public:
    GU_Detail& lock(); ///< a detail of its own, copied when others share it
    void release() { --mLocks; }
    int locks() const { return mLocks; }

protected:
    explicit SIM_GeometryCopy(const SIM_DataFactory* factory) : SIM_Geometry(factory) {}
    ~SIM_GeometryCopy() override {}

private:
    int mLocks = 0;

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_GeometryCopy, SIM_Geometry, "Geometry Copy", nullptr);
};

class SIM_GeometryAutoWriteLock {
public:
    explicit SIM_GeometryAutoWriteLock(SIM_GeometryCopy* geometry) : mGeometry(geometry), mDetail(geometry->lock()) {}
    ~SIM_GeometryAutoWriteLock() { mGeometry->release(); }
    SIM_GeometryAutoWriteLock(const SIM_GeometryAutoWriteLock&) = delete;
    SIM_GeometryAutoWriteLock& operator=(const SIM_GeometryAutoWriteLock&) = delete;
    GU_Detail& getGdp() { return mDetail; }

private:
    SIM_GeometryCopy* mGeometry;
    GU_Detail& mDetail;
};
