# The stand-in host, and the plug-in that it loads with dlopen.
target_link_libraries(test_houdini PRIVATE hdk_standin OpenVDB::openvdb)
target_compile_definitions(test_houdini PRIVATE FIRN_PLUGIN="$<TARGET_FILE:firn_plugin>")
add_dependencies(test_houdini houdini_package)

# The arithmetic of feedback needs no host: it is tested directly.
target_sources(test_houdini PRIVATE ${PROJECT_SOURCE_DIR}/hdk_plugin/Feedback.cpp ${PROJECT_SOURCE_DIR}/hdk_plugin/HdkAdaptor.cpp)

# Every symbol of the HDK that the plug-in uses is listed in docs/hdk_api.md; the package has all its files.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME Houdini.EverySymbolIsListed
  COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tools/check_hdk_api.py)
add_test(NAME Houdini.SymbolCheckCanFail
  COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/houdini/test_hdk_api.py)
add_test(NAME Houdini.PackageIsComplete
  COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/houdini/test_package.py ${PROJECT_BINARY_DIR}/houdini/firn)

# The scripts that build scenes and the asset, against a stand-in of hou; the asset's text, against the tables.
add_test(NAME Houdini.ScenesAreBuilt
  COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/houdini/test_hip.py ${PROJECT_BINARY_DIR}/houdini/firn)
add_test(NAME Houdini.AssetFitsTheTables
  COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/houdini/test_asset.py ${PROJECT_BINARY_DIR}/houdini/firn)
add_test(NAME Houdini.FarmRecipesFitTheProgram
  COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/houdini/test_farm.py $<TARGET_FILE:firn>)
