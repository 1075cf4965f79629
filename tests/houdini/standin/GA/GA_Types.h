// Stand-in: types of geometry.
#pragma once

#include <SYS/SYS_Types.h>
#include <UT/UT_StringHolder.h>

typedef int64 GA_Size;
typedef int64 GA_Index;
typedef int64 GA_Offset;

enum GA_AttributeOwner { GA_ATTRIB_VERTEX, GA_ATTRIB_POINT, GA_ATTRIB_PRIMITIVE, GA_ATTRIB_DETAIL };
enum GA_AttributeScope { GA_SCOPE_PUBLIC };
enum GA_Storage {
    GA_STORE_INVALID,
    GA_STORE_INT8,
    GA_STORE_INT16,
    GA_STORE_INT32,
    GA_STORE_INT64,
    GA_STORE_REAL16,
    GA_STORE_REAL32,
    GA_STORE_REAL64,
    GA_STORE_STRING
};
enum GA_StorageClass { GA_STORECLASS_INT, GA_STORECLASS_REAL, GA_STORECLASS_STRING };
enum GA_TypeInfo {
    GA_TYPE_VOID,
    GA_TYPE_POINT,
    GA_TYPE_VECTOR,
    GA_TYPE_NORMAL,
    GA_TYPE_COLOR,
    GA_TYPE_QUATERNION,
    GA_TYPE_TRANSFORM
};
enum GA_PrimitiveTypeId { GEO_PRIMNONE, GEO_PRIMPOLY, GEO_PRIMVDB, GEO_PRIMPACKED, GEO_PRIMSPHERE };
