#include "Forces.h"

#include "parallel/ForEach.h"

#include <SIM/SIM_DataFilter.h>
#include <SIM/SIM_Force.h>
#include <SIM/SIM_ForceGravity.h>
#include <SIM/SIM_Names.h>
#include <SIM/SIM_Utils.h>

namespace firn::houdini {

namespace {

constexpr const char* kForce = "force";

SIM_ConstDataArray forcesOf(const SIM_Object& object)
{
    SIM_ConstDataArray forces;
    object.filterConstSubData(forces, nullptr, SIM_DataFilterByType("SIM_Force"), SIM_FORCES_DATANAME,
                              SIM_DataFilterNone());
    return forces;
}

/// Pushes with the points' forces, then steps.
class ForcedSolver : public Solver {
public:
    explicit ForcedSolver(std::unique_ptr<Solver> solver) : mSolver(std::move(solver)) {}

    std::vector<ColumnSpec> columns() const override { return mSolver->columns(); }
    double largestStep(const World& world, const Particles& particles) const override
    {
        return mSolver->largestStep(world, particles);
    }
    float colliderDepth(float separation) const override { return mSolver->colliderDepth(separation); }
    StepReport step(double dt, const World& world, Particles& particles) override
    {
        const auto force = particles.get<Vec3f>(kForce);
        const auto mass = particles.get<float>("mass");
        const auto v = particles.edit<Vec3f>("v");
        forEach(v.size(), [&](std::size_t i) { v[i] += float(dt) / mass[i] * force[i]; });
        return mSolver->step(dt, world, particles);
    }

private:
    std::unique_ptr<Solver> mSolver;
};

} // namespace

Vec3f gravityOf(const SIM_Object& object)
{
    Vec3f sum = Vec3f::Zero();
    const SIM_ConstDataArray forces = forcesOf(object);
    for (int i = 0; i < int(forces.entries()); ++i) {
        const SIM_ForceGravity* gravity = SIM_DATA_CASTCONST(forces(i), SIM_ForceGravity);
        if (!gravity) continue;
        const UT_Vector3 g(gravity->getGravity());
        sum += Vec3f(g.x(), g.y(), g.z());
    }
    return sum;
}

void addForces(const SIM_Object& object, Particles& particles)
{
    const SIM_ConstDataArray forces = forcesOf(object);
    for (int i = 0; i < int(forces.entries()); ++i) {
        const SIM_Force* force = SIM_DATA_CASTCONST(forces(i), SIM_Force);
        if (!force || SIM_DATA_CASTCONST(forces(i), SIM_ForceGravity)) continue;
        particles.ensure(columnSpec<Vec3f>(kForce, Vec3f::Zero(), Meaning::Vector));
        const auto sum = particles.edit<Vec3f>(kForce);
        const auto x = particles.P(), v = particles.v();
        const auto mass = particles.get<float>("mass");
        for (std::size_t p = 0; p < particles.size(); ++p) {
            UT_Vector3 push(0, 0, 0), torque(0, 0, 0);
            force->getForce(object, UT_Vector3(x[p].x(), x[p].y(), x[p].z()), UT_Vector3(v[p].x(), v[p].y(), v[p].z()),
                            UT_Vector3(0, 0, 0), mass[p], push, torque);
            sum[p] += Vec3f(push.x(), push.y(), push.z());
        }
    }
}

std::unique_ptr<Solver> withForces(std::unique_ptr<Solver> solver, const Particles& particles)
{
    const Column* force = particles.find(kForce);
    if (!force || force->type() != columnType<Vec3f>() || !particles.find("mass")) return solver;
    return std::make_unique<ForcedSolver>(std::move(solver));
}

} // namespace firn::houdini
