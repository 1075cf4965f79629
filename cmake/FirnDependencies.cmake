# The libraries Firn stands on. Debian: `make setup` installs them.
find_package(Threads REQUIRED)
if(FIRN_HFS)
  include(${CMAKE_CURRENT_LIST_DIR}/FirnHoudini.cmake)
else()
  find_package(TBB REQUIRED)
endif()
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)

# Eigen is header only; its headers are not held to our warnings.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)

if(NOT FIRN_HFS)
  include(${CMAKE_CURRENT_LIST_DIR}/FirnFindOpenVDB.cmake)
endif()
