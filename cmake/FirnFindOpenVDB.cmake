# Finds OpenVDB as the target OpenVDB::openvdb. Installed with Firn: its package file uses it too. Needs TBB::tbb.
# OpenVDB's own find module asks for compiled Boost libraries; its headers only need Boost's headers.
# Houdini builds bring their own OpenVDB (see hdk_plugin/).
find_path(OPENVDB_INCLUDE_DIR openvdb/openvdb.h REQUIRED)
find_library(OPENVDB_LIBRARY openvdb REQUIRED)
find_package(Imath QUIET)
if(NOT TARGET OpenVDB::openvdb)
  add_library(OpenVDB::openvdb UNKNOWN IMPORTED)
  set_target_properties(OpenVDB::openvdb PROPERTIES
    IMPORTED_LOCATION ${OPENVDB_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${OPENVDB_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "TBB::tbb;$<TARGET_NAME_IF_EXISTS:Imath::Imath>")
endif()
