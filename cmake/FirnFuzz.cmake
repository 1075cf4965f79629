# The libFuzzer targets: each tests/fuzz/fuzz_*.cpp is a program that feeds one reader with hostile bytes.
# `make fuzz` builds them with clang and runs them; the kept inputs of fuzz_x are in tests/fuzz/corpus/x/.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "FIRN_FUZZ needs clang: cmake --preset fuzz")
endif()
file(GLOB FIRN_FUZZERS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/fuzz_*.cpp)
add_custom_target(fuzzers) # what `make fuzz` builds
foreach(file IN LISTS FIRN_FUZZERS)
  get_filename_component(name ${file} NAME_WE)
  add_executable(${name} ${file})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE firn_core firn_flags)
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${name})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzzers)
endforeach()
