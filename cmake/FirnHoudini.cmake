# Building for a Houdini (-DFIRN_HFS=<its folder>): TBB and OpenVDB are Houdini's own, so that the plug-in shares them
# with its host. find_package(Houdini) gives the target Houdini, which brings include paths, libraries and flags.
list(APPEND CMAKE_PREFIX_PATH "${FIRN_HFS}/toolkit/cmake")
find_package(Houdini REQUIRED)
if(Houdini_VERSION VERSION_LESS 20.5)
  message(FATAL_ERROR "Firn needs Houdini 20.5 or newer; ${FIRN_HFS} is ${Houdini_VERSION}")
endif()
foreach(library TBB::tbb OpenVDB::openvdb)
  add_library(${library} INTERFACE IMPORTED)
  target_link_libraries(${library} INTERFACE Houdini)
endforeach()
