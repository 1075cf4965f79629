#Level sets and density grids are checked with OpenVDB itself.
target_link_libraries(test_io PRIVATE OpenVDB::openvdb)
# The guide to scenes is read as it stands in the tree; __FILE__ may be relative to who knows what.
set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/io/TestSceneGuide.cpp PROPERTIES
  COMPILE_DEFINITIONS FIRN_SCENE_GUIDE="${PROJECT_SOURCE_DIR}/docs/scene.md")
