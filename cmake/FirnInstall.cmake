# `cmake --install`: the program, the library, its headers, and a package for find_package(Firn).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(FIRN_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Firn)

install(TARGETS firn RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS firn_core EXPORT FirnTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/firn FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT FirnTargets NAMESPACE Firn:: DESTINATION ${FIRN_PACKAGE_DIR})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/FirnConfig.cmake.in ${PROJECT_BINARY_DIR}/FirnConfig.cmake
  INSTALL_DESTINATION ${FIRN_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/FirnConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/FirnConfig.cmake ${PROJECT_BINARY_DIR}/FirnConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/FirnFindOpenVDB.cmake DESTINATION ${FIRN_PACKAGE_DIR})
