# Density grids are checked with OpenVDB itself.
target_link_libraries(test_surface PRIVATE OpenVDB::openvdb)
