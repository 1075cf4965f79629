# The tests of light walk through the grid itself.
target_link_libraries(test_render PRIVATE OpenVDB::openvdb)
