# Compiler settings shared by every Firn target: warnings, instruction set, reproducible floating point.
add_library(firn_flags INTERFACE)

target_compile_options(firn_flags INTERFACE -Wall -Wextra $<$<BOOL:${FIRN_WERROR}>:-Werror>)

# Same bits everywhere: no fused multiply-add unless written out, no -ffast-math.
target_compile_options(firn_flags INTERFACE -ffp-contract=off -fno-math-errno -fno-trapping-math)
if(FIRN_ARCH)
  target_compile_options(firn_flags INTERFACE -march=${FIRN_ARCH})
endif()

# For files that must run on any processor of the family, such as the check of the processor itself.
function(firn_compile_for_any_cpu)
  set(options "")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(options -march=x86-64)
  endif()
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${options}" SKIP_PRECOMPILE_HEADERS ON)
endfunction()

if(FIRN_SANITIZE)
  target_compile_options(firn_flags INTERFACE
    -fsanitize=${FIRN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(firn_flags INTERFACE -fsanitize=${FIRN_SANITIZE})
endif()
if(FIRN_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # TBB's headers use a memory fence, which g++ says it cannot follow; the fence is in TBB, not in Firn.
  target_compile_options(firn_flags INTERFACE -Wno-tsan)
endif()

# Faster rebuilds: ccache, told to trust the precompiled headers (their content is hashed, their time stamps are not).
find_program(FIRN_CCACHE ccache)
find_program(FIRN_ENV env)
set(FIRN_CCACHE_FAILS 1)
if(FIRN_CCACHE AND FIRN_ENV AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Where ccache cannot write its folder it would fail every compile: ask it once.
  execute_process(COMMAND ${FIRN_CCACHE} ${CMAKE_CXX_COMPILER} -x c++ -c /dev/null -o ${CMAKE_BINARY_DIR}/ccache_probe.o
    RESULT_VARIABLE FIRN_CCACHE_FAILS OUTPUT_QUIET ERROR_QUIET)
endif()
if(FIRN_CCACHE_FAILS EQUAL 0)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${FIRN_ENV} CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${FIRN_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(firn_flags INTERFACE -fpch-preprocess)
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(firn_flags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()

# Faster links where lld is present.
find_program(FIRN_LLD ld.lld)
if(FIRN_LLD)
  target_link_options(firn_flags INTERFACE -fuse-ld=lld)
endif()
