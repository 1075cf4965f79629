#Level sets and density grids are checked with OpenVDB itself.
target_link_libraries(test_io PRIVATE OpenVDB::openvdb)
