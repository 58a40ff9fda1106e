# The tests. A new file tests/core/test_NAME.c, tests/api/test_NAME.c, tests/server/test_NAME.c, tests/fuzz/fuzz_NAME.c or an
# executable tests/e2e/NAME.sh or NAME.mjs is found by its name and registered with ctest; nothing else has to be touched.
pkg_check_modules(check REQUIRED IMPORTED_TARGET check)

file(GLOB core_support CONFIGURE_DEPENDS tests/support/core/*.c)
file(GLOB api_support CONFIGURE_DEPENDS tests/support/api/*.c)
file(GLOB core_tests CONFIGURE_DEPENDS tests/core/test_*.c)
file(GLOB api_tests CONFIGURE_DEPENDS tests/api/test_*.c)
file(GLOB fuzz_targets CONFIGURE_DEPENDS tests/fuzz/fuzz_*.c)
file(GLOB e2e_tests CONFIGURE_DEPENDS tests/e2e/*.sh tests/e2e/*.mjs)

# One executable a file, linked with what its room may know and with nothing more: that is what holds the order of the rooms.
function(unit_tests room)
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME_WE)
    string(REGEX REPLACE "^test_" "" name ${name})
    add_executable(test_${room}_${name} ${file})
    target_link_libraries(test_${room}_${name} PRIVATE grundy_test_${room})
    add_test(NAME ${room}/${name} COMMAND test_${room}_${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${room}/${name} PROPERTIES TIMEOUT 300)
  endforeach()
endfunction()

add_library(grundy_test_core STATIC ${core_support})
target_link_libraries(grundy_test_core PUBLIC grundy_core PkgConfig::check)
unit_tests(core ${core_tests})

if(TARGET grundy_api AND api_support)
  add_library(grundy_test_api STATIC ${api_support})
  target_link_libraries(grundy_test_api PUBLIC grundy_test_core grundy_api)
  unit_tests(api ${api_tests})
endif()
