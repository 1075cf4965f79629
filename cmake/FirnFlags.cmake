# Compiler settings shared by every Firn target: warnings, instruction set, reproducible floating point.
add_library(firn_flags INTERFACE)

target_compile_options(firn_flags INTERFACE -Wall -Wextra $<$<BOOL:${FIRN_WERROR}>:-Werror>)

# Same bits everywhere: no fused multiply-add unless written out, no -ffast-math.
target_compile_options(firn_flags INTERFACE -ffp-contract=off -fno-math-errno -fno-trapping-math)
if(FIRN_ARCH)
  target_compile_options(firn_flags INTERFACE -march=${FIRN_ARCH})
endif()

if(FIRN_SANITIZE)
  target_compile_options(firn_flags INTERFACE -fsanitize=${FIRN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(firn_flags INTERFACE -fsanitize=${FIRN_SANITIZE})
endif()

# Faster rebuilds and links where the tools are present.
find_program(FIRN_CCACHE ccache)
if(FIRN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${FIRN_CCACHE})
endif()
