# What the build was told, for the tests of Version.h.
target_compile_definitions(test_base PRIVATE FIRN_TEST_VERSION="${PROJECT_VERSION}" FIRN_TEST_ARCH="${FIRN_ARCH}")
