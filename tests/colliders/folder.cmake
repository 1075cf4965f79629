# Level sets in closed form are written straight into OpenVDB grids.
target_link_libraries(test_colliders PRIVATE OpenVDB::openvdb)
