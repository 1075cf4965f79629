# The libraries Firn stands on. Debian: `make setup` installs them.
find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(nlohmann_json REQUIRED)

# Eigen is header only; its headers are not held to our warnings.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)

# OpenVDB: looked up plainly. Its own find module asks for compiled Boost libraries that Firn does not need;
# its headers only need Boost's headers. HFS builds bring their own OpenVDB (see hdk_plugin/).
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
