# The libraries Firn stands on. Debian: `make setup` installs them.
find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)

# Eigen is header only; its headers are not held to our warnings.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)

include(${CMAKE_CURRENT_LIST_DIR}/FirnFindOpenVDB.cmake)
