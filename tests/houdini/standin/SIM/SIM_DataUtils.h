// Stand-in: the macros that make a class known as a type of data.
#pragma once

#include <SIM/SIM_Data.h>

#define DECLARE_STANDARD_GETCASTTOTYPE()                                                                               \
protected:                                                                                                             \
    const void* getCastToType() const override { return this; }                                                        \
                                                                                                                       \
private:

#define DECLARE_DATAFACTORY(CLASS, SUPER, DESCRIPTION, DOP)                                                            \
public:                                                                                                                \
    static const UT_StringHolder& classname()                                                                          \
    {                                                                                                                  \
        static const UT_StringHolder name(#CLASS);                                                                     \
        return name;                                                                                                   \
    }                                                                                                                  \
    static SIM_DataFactory standinDeclare()                                                                            \
    {                                                                                                                  \
        SIM_DataFactory factory;                                                                                       \
        factory.type = #CLASS;                                                                                         \
        factory.description = DESCRIPTION;                                                                             \
        factory.superclasses.push_back(#CLASS);                                                                        \
        const SIM_DataFactory* super = standinFactory(SUPER::classname().c_str());                                     \
        if (super)                                                                                                     \
            for (const auto& name : super->superclasses) factory.superclasses.push_back(name);                         \
        factory.create = [](const SIM_DataFactory* f) -> SIM_Data* { return new CLASS(f); };                           \
        factory.destroy = [](SIM_Data* data) { delete static_cast<CLASS*>(data); };                                    \
        factory.dop = DOP;                                                                                             \
        return factory;                                                                                                \
    }                                                                                                                  \
                                                                                                                       \
private:                                                                                                               \
    typedef SUPER BaseClass;                                                                                           \
    typedef CLASS ThisClass

#define IMPLEMENT_DATAFACTORY(CLASS) standinRegister(CLASS::standinDeclare())
