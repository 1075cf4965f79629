// The SOPs: Firn Source, Firn Surface, Firn Boundary, Firn Export.
#pragma once

#include "SOP_FirnNode.h"

/// Fills geometry, a VDB or a shape with snow.
class SOP_FirnSource : public SOP_FirnNode {
public:
    static OP_Node* create(OP_Network* network, const char* name, OP_Operator* op);

protected:
    using SOP_FirnNode::SOP_FirnNode;
    ~SOP_FirnSource() override {}
    const firn::houdini::NodeInfo& node() const override;
    void fill(double time, const Inputs& inputs, const firn::Hooks& hooks) override;
};

/// The surface of snow points, and their density and velocity.
class SOP_FirnSurface : public SOP_FirnNode {
public:
    static OP_Node* create(OP_Network* network, const char* name, OP_Operator* op);

protected:
    using SOP_FirnNode::SOP_FirnNode;
    ~SOP_FirnSurface() override {}
    const firn::houdini::NodeInfo& node() const override;
    void fill(double time, const Inputs& inputs, const firn::Hooks& hooks) override;
};

/// The boundary samples of a collider.
class SOP_FirnBoundary : public SOP_FirnNode {
public:
    static OP_Node* create(OP_Network* network, const char* name, OP_Operator* op);

protected:
    using SOP_FirnNode::SOP_FirnNode;
    ~SOP_FirnBoundary() override {}
    const firn::houdini::NodeInfo& node() const override;
    void fill(double time, const Inputs& inputs, const firn::Hooks& hooks) override;
};

/// Hands a scene over to the terminal: writes points, colliders and the scene file.
class SOP_FirnExport : public SOP_FirnNode {
public:
    static OP_Node* create(OP_Network* network, const char* name, OP_Operator* op);

protected:
    using SOP_FirnNode::SOP_FirnNode;
    ~SOP_FirnExport() override {}
    const firn::houdini::NodeInfo& node() const override;
    void fill(double time, const Inputs& inputs, const firn::Hooks& hooks) override;

private:
    void write(double time, const Inputs& inputs, const firn::Hooks& hooks);
};
