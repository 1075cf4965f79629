// Stand-in: finding and casting data.
#pragma once

#include <SIM/SIM_Data.h>
#include <UT/UT_Matrix4.h>

class SIM_Object;

template <class T, class D> T* standinCast(D* data)
{
    return data && data->getIsOfType(T::classname()) ? static_cast<T*>(data) : nullptr;
}
#define SIM_DATA_CASTCONST(data, CLASS) (standinCast<const CLASS>(data))
#define SIM_DATA_CAST(data, CLASS) (standinCast<CLASS>(data))
#define SIM_DATA_GETCONST(parent, name, CLASS)                                                                         \
    (standinCast<const CLASS>(static_cast<const SIM_Data*>((parent).subData(name))))
#define SIM_DATA_GET(parent, name, CLASS) (standinCast<CLASS>((parent).subData(name)))
#define SIM_DATA_CREATE(parent, name, CLASS, flags)                                                                    \
    (standinCast<CLASS>((parent).createSubData(name, CLASS::classname(), flags)))

void SIMgetGeometryTransform(UT_DMatrix4& transform, const SIM_Object& object);
