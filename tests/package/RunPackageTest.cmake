# Installs Firn into the build tree, then builds and runs a user's project against the installed package.
# cmake -DBUILD=<build folder> -DSOURCE=<this folder> -DCOMPILER=<c++> -DFLAGS=<flags> -P RunPackageTest.cmake
set(place ${BUILD}/package_test)
file(REMOVE_RECURSE ${place})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN} ended with ${code}:\n${said}")
  endif()
  set(said "${said}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${place}/installed)
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${place}/user -DCMAKE_PREFIX_PATH=${place}/installed
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${place}/user)
run(${place}/user/firn_user)
message("${said}")
if(NOT said MATCHES "^Firn ${VERSION} ")
  message(FATAL_ERROR "the installed library says another version than ${VERSION}")
endif()
if(NOT EXISTS ${place}/installed/bin/firn)
  message(FATAL_ERROR "the program was not installed")
endif()
