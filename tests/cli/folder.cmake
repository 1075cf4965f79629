# The program's own tests: one ctest entry per test_*.py.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_*.py)
foreach(script IN LISTS scripts)
  get_filename_component(name ${script} NAME_WE)
  add_test(NAME cli.${name} COMMAND ${Python3_EXECUTABLE} -B ${script})
  set_tests_properties(cli.${name} PROPERTIES TIMEOUT 240
    ENVIRONMENT "FIRN_PROGRAM=$<TARGET_FILE:firn>;FIRN_SOURCE=${PROJECT_SOURCE_DIR}")
endforeach()
add_dependencies(test_cli firn)
