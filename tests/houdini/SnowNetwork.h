// A snowball in a DOP network, and the same scene for the terminal: what the claims about the plug-in are made of.
#pragma once

#include "io/SceneBuild.h"
#include "io/SceneFile.h"
#include "particles/Attributes.h"
#include "particles/Particles.h"
#include "standin/DopWorld.h"

#include <cstring>
#include <gtest/gtest.h>

namespace firn {

/// The plug-in, loaded once.
inline standin::Plugin& plugin()
{
    static standin::Plugin loaded(FIRN_PLUGIN);
    return loaded;
}

/// The points of a geometry as particles, read by the test's own code: the columns that the terminal has, by name.
inline Particles particlesOf(const GU_Detail& detail, const Particles& like)
{
    Particles particles;
    const auto count = std::size_t(detail.getNumPoints());
    particles.resizeForReading(count);
    for (const auto& wanted : like.columns()) {
        const GA_Attribute* attribute = detail.findPointAttribute(wanted.name().c_str());
        if (!attribute) {
            ADD_FAILURE() << "no attribute " << wanted.name();
            continue;
        }
        Column& column = particles.ensure(wanted.spec());
        column.words() = {};
        for (std::size_t i = 0; i < count; ++i) {
            const GA_Offset at = detail.pointOffset(GA_Index(i));
            if (wanted.type().scalar == Scalar::Text)
                column.values<int32_t>()[i] = column.wordIndex(attribute->words(at).c_str());
            else
                std::memcpy(column.bytes().data() + i * wanted.type().bytes(), attribute->tuple(at),
                            wanted.type().bytes());
        }
    }
    return particles;
}

/// The ball of the network below as a scene file.
inline std::string ballScene(const std::string& method = "mpm")
{
    return R"({ "firn": 1, "simulation": { "end_frame": 4 }, "solver": { "method": ")" + method + R"(" },
      "sources": [ { "name": "ball", "shape": "sphere", "centre": [0, 0.12, 0], "radius": 0.1, "separation": 0.02,
                     "velocity": [0, -4, 0], "material": "packing",
                     "variations": [ { "parameter": "youngs_modulus", "kind": "noise", "amount": 0.8 } ] } ],
      "colliders": [ { "name": "ground", "shape": "plane", "friction": 0.4 } ] })";
}

/// The terminal's simulation of a scene, started.
inline std::unique_ptr<Simulation> terminalRun(const std::string& text)
{
    const LoadedScene loaded = parseScene(text, "scene", ".");
    auto simulation = buildSimulation(loaded.scene, {});
    simulation->start();
    return simulation;
}

/// The points that a Firn Source makes with the parameters of ballScene().
inline std::shared_ptr<GU_Detail> ballPoints(double separation = 0.02)
{
    const auto sop = plugin().makeSop("firn_source");
    ParmValues& parms = sop->parms();
    parms.setWords("name", "ball");
    parms.setNumber("centre", 1, 0.12);
    parms.setNumber("radius", 0, 0.1);
    parms.setNumber("separation", 0, separation);
    parms.setNumber("velocity", 1, -4);
    parms.setNumber("variations", 0, 1);
    parms.setNumber("variation_amount1", 0, 0.8);
    auto detail = std::make_shared<GU_Detail>();
    detail->duplicate(sop->cook(0));
    EXPECT_TRUE(sop->errors().empty()) << sop->errors().front();
    return detail;
}

/// The ball above the ground in a DOP network.
struct SnowNetwork {
    explicit SnowNetwork(std::shared_ptr<GU_Detail> points = ballPoints(), int substeps = 1,
                         const std::string& method = "mpm")
        : world(plugin(), 24, substeps), snow(world.addObject("snow"))
    {
        standin::messages().clear();
        world.setGeometry(snow, std::move(points));
        world.addGravity(snow, UT_Vector3(0, -9.81f, 0));
        world.addGroundPlane(snow, 0.4);
        solver = &world.addSolver(snow, "firn_" + method);
    }
    const GU_Detail& points() const { return world.geometry(snow); }
    std::string hash() const { return points().findGlobalAttribute("firn_hash")->words(0).c_str(); }

    standin::DopWorld world;
    SIM_Object& snow;
    standin::DopNode* solver;
};

} // namespace firn
