# The tests. A new file tests/core/test_NAME.c, tests/api/test_NAME.c, tests/server/test_NAME.c, tests/fuzz/fuzz_NAME.c,
# tests/vectors/NAME.vec, tests/vectors/api/NAME.vec or an executable tests/e2e/NAME.sh or NAME.mjs or tests/browser/NAME.mjs is found by its name and
# registered with ctest; nothing else has to be touched.
file(GLOB core_support CONFIGURE_DEPENDS tests/support/core/*.c)
file(GLOB api_support CONFIGURE_DEPENDS tests/support/api/*.c)
file(GLOB server_support CONFIGURE_DEPENDS tests/support/server/*.c)
file(GLOB core_tests CONFIGURE_DEPENDS tests/core/test_*.c)
file(GLOB api_tests CONFIGURE_DEPENDS tests/api/test_*.c)
file(GLOB server_tests CONFIGURE_DEPENDS tests/server/test_*.c)
file(GLOB fuzz_targets CONFIGURE_DEPENDS tests/fuzz/fuzz_*.c)
file(GLOB server_fuzz_targets CONFIGURE_DEPENDS tests/fuzz/server/fuzz_*.c)
file(GLOB endpoint_vectors CONFIGURE_DEPENDS tests/vectors/api/*.vec)
file(GLOB e2e_tests CONFIGURE_DEPENDS tests/e2e/*.sh tests/e2e/*.mjs)
# Tests that need what is not here are left out by name; where everything has to be tried (GRUNDY_STRICT), that is a failure.
function(left_out why)
  if(NOT "$ENV{GRUNDY_STRICT}" STREQUAL "")
    message(FATAL_ERROR "tests are left out: ${why}")
  endif()
  message(STATUS "left out: ${why}")
endfunction()
find_program(PYTHON3 python3)
if(NOT PYTHON3)
  left_out("tests that need python3")
endif()
# Whatever starts a daemon starts one that ends nothing for being late.
file(STRINGS tests/support/patience patience REGEX "^GRUNDY_")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS tests/support/patience)
set(test_options WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})

# One executable a file, linked with what its room may know and with nothing more: that is what holds the order of the rooms.
# `tests_ROOM` builds all of a room.
function(unit_tests room)
  add_custom_target(tests_${room})
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME_WE)
    string(REGEX REPLACE "^test_" "" name ${name})
    add_executable(test_${room}_${name} ${file})
    target_link_libraries(test_${room}_${name} PRIVATE grundy_test_${room})
    add_dependencies(tests_${room} test_${room}_${name})
    add_test(NAME ${room}/${name} COMMAND test_${room}_${name} ${test_options})
    set_tests_properties(${room}/${name} PROPERTIES TIMEOUT 3600 ENVIRONMENT "CK_DEFAULT_TIMEOUT=0")
  endforeach()
endfunction()

# A fuzz target is run by libFuzzer (make fuzz); everywhere else it replays its corpus, which holds every input that ever broke it.
function(fuzz_targets library)
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME_WE)
    string(REGEX REPLACE "^fuzz_" "" corpus ${name})
    if(GRUNDY_FUZZ)
      add_executable(${name} ${file})
      target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    else()
      add_executable(${name} ${file} tests/fuzz/replay.c)
    endif()
    target_link_libraries(${name} PRIVATE ${library})
    add_test(NAME fuzz/${corpus} COMMAND ${name} -runs=0 tests/fuzz/corpus/${corpus} ${test_options})
    set_tests_properties(fuzz/${corpus} PROPERTIES TIMEOUT 3600)
  endforeach()
endfunction()

add_library(grundy_test_core STATIC ${core_support})
target_link_libraries(grundy_test_core PUBLIC grundy_core PkgConfig::check)
unit_tests(core ${core_tests})

if(TARGET grundy_api)
  add_library(grundy_test_api STATIC ${api_support})
  target_link_libraries(grundy_test_api PUBLIC grundy_test_core grundy_api)
  unit_tests(api ${api_tests})
  target_link_options(test_api_promise PRIVATE LINKER:--wrap=takes_push)

  # A judge problem more, as somebody would add it.
  set(added ${PROJECT_SOURCE_DIR}/tests/support/problems/example-last-three.json)
  file(MAKE_DIRECTORY ${generated}/added)
  add_custom_command(
    OUTPUT ${generated}/added/problems.inc
    COMMAND ${CMAKE_COMMAND} "-DFILES=${added};${PROJECT_SOURCE_DIR}/api/tools/judge/problems/hdu-1846.json"
            -DTO=${generated}/added/problems.inc -P ${PROJECT_SOURCE_DIR}/cmake/problems.cmake
    DEPENDS ${added} api/tools/judge/problems/hdu-1846.json cmake/problems.cmake
    VERBATIM)
  target_sources(test_api_judge_added PRIVATE api/tools/judge/problem.c ${generated}/added/problems.inc)
  target_include_directories(test_api_judge_added BEFORE PRIVATE ${generated}/added)

  # What holds every game holds the template, too.
  add_library(registry_with_template OBJECT core/registry.c)
  target_compile_definitions(registry_with_template PRIVATE WITH_TEMPLATE)
  target_link_libraries(registry_with_template PRIVATE grundy_core)
  target_sources(test_api_samples PRIVATE $<TARGET_OBJECTS:registry_with_template>)

  add_executable(vectors tests/api/vectors.c $<TARGET_OBJECTS:registry_with_template>)
  target_link_libraries(vectors PRIVATE grundy_test_api)
  foreach(file IN LISTS vectors endpoint_vectors)
    get_filename_component(name ${file} NAME_WE)
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${file})
    add_test(NAME vectors/${name} COMMAND vectors ${path} ${test_options})
    set_tests_properties(vectors/${name} PROPERTIES TIMEOUT 3600)
  endforeach()
  # The runner must fail on the file that is wrong, and for the reasons that the file gives it.
  add_test(NAME vectors/wrong COMMAND vectors tests/vectors/wrong.vec ${test_options})
  add_test(NAME vectors/wrong-answer COMMAND vectors tests/vectors/wrong.vec ${test_options})
  add_test(NAME vectors/wrong-search COMMAND vectors tests/vectors/wrong.vec ${test_options})
  set_tests_properties(vectors/wrong PROPERTIES WILL_FAIL TRUE)
  set_tests_properties(vectors/wrong-answer PROPERTIES PASS_REGULAR_EXPRESSION "wrong.vec:[0-9]+: verdict: is \"win\", must be \"loss\"")
  set_tests_properties(vectors/wrong-search PROPERTIES PASS_REGULAR_EXPRESSION "wrong.vec:[0-9]+: .*search finds")

  # Outputs of contestants, right, wrong and strange; make soak has a million of them.
  add_executable(judge_outputs tests/api/judge_outputs.c)
  target_link_libraries(judge_outputs PRIVATE grundy_api)
  if(TARGET grundyd)
    add_test(NAME api/judge-outputs COMMAND judge_outputs 20000 $<TARGET_FILE:grundyd> 400 ${test_options})
    set_tests_properties(api/judge-outputs PROPERTIES TIMEOUT 3600)
    set_property(TEST api/judge-outputs PROPERTY ENVIRONMENT ${patience})
  endif()

  # Random positions for the end-to-end tests, which find it beside the daemon.
  add_executable(samples tests/api/samples.c)
  target_link_libraries(samples PRIVATE grundy_api)

  # What known wrong methods say; the test below writes them again.
  add_executable(beliefs tests/api/beliefs.c)
  target_link_libraries(beliefs PRIVATE grundy_api)

  # The scanner beside Python's json, on mutated texts; tests/fuzz/run.sh compares more of them.
  add_executable(scan_texts tests/api/scan_texts.c)
  target_link_libraries(scan_texts PRIVATE grundy_api)
  if(PYTHON3)
    add_test(NAME docs/references COMMAND ${PYTHON3} tests/references.py . ${test_options})
    add_test(NAME limits/attacked COMMAND ${PYTHON3} tests/soak/limits.py ${test_options})
    add_test(NAME siege/judged COMMAND ${PYTHON3} tests/soak/judged.py ${test_options})
    add_test(NAME api/scan-against-python
             COMMAND ${PYTHON3} tests/api/scan_against_python.py $<TARGET_FILE:scan_texts> 200000 ${test_options})
    set_tests_properties(api/scan-against-python PROPERTIES TIMEOUT 3600)
    add_test(NAME api/methods-against-python
             COMMAND ${PYTHON3} tests/api/methods_against_python.py $<TARGET_FILE:beliefs> 500 ${test_options})
    set_tests_properties(api/methods-against-python PROPERTIES TIMEOUT 3600)
  endif()

  fuzz_targets(grundy_test_api ${fuzz_targets})
endif()

if(TARGET grundyd)
  # Users' rules beside a plain interpreter of the same language; tests/fuzz/run.sh compares more of them.
  if(PYTHON3)
    add_test(NAME api/rules-against-python
             COMMAND ${PYTHON3} tests/api/rules_against_python.py $<TARGET_FILE:grundyd> 3000 ${test_options})
    set_tests_properties(api/rules-against-python PROPERTIES TIMEOUT 3600)
    add_test(NAME api/tools-against-questions
             COMMAND ${PYTHON3} tests/api/tools_against_questions.py $<TARGET_FILE:grundyd> 1000 ${test_options})
    set_tests_properties(api/tools-against-questions PROPERTIES TIMEOUT 3600)
  endif()

  # What a server test needs of server/ beside main.c.
  if(server_tests)
    list(FILTER server_sources EXCLUDE REGEX "server/main\\.c$")
    add_library(grundy_test_server STATIC ${server_sources} ${server_support})
    target_link_libraries(grundy_test_server PUBLIC grundy_test_api ${server_libraries})
    target_include_directories(grundy_test_server PRIVATE ${generated})
    add_dependencies(grundy_test_server web revision)
    unit_tests(server ${server_tests})
    fuzz_targets(grundy_test_server ${server_fuzz_targets})
    # tests/support/server/faults.c makes these fail.
    set(faults malloc calloc realloc aligned_alloc free mmap mkdir open openat fstat lstat fstatat fstatvfs unlinkat renameat linkat
               dup3 utimensat fcntl posix_fallocate pread pwrite getrandom fdopendir)
    list(TRANSFORM faults PREPEND "LINKER:--wrap=")
    target_link_options(test_server_faults PRIVATE ${faults})
  endif()

  # The daemon for tests: the same, but that tests/support/held/held.c holds its work and its clock.
  add_executable(grundyd_held server/main.c tests/support/held/held.c)
  target_link_libraries(grundyd_held PRIVATE grundy_test_server)
  target_compile_definitions(grundyd_held PRIVATE "DRAIN_IF_ASKED_WITHIN=(3600 * SECOND)")
  target_link_options(grundyd_held PRIVATE LINKER:--wrap=ask_solve LINKER:--wrap=budget_look LINKER:--wrap=clock_gettime
                      LINKER:--wrap=cache_patience LINKER:--wrap=table_lease_elect)
  # And one that tests/support/intruder/intruder.c takes over when a question tells it to.
  add_executable(grundyd_intruder server/main.c tests/support/intruder/intruder.c)
  target_link_libraries(grundyd_intruder PRIVATE grundy_test_server)
  target_link_options(grundyd_intruder PRIVATE LINKER:--wrap=ask_solve)

  # What the end-to-end tests run: the daemon, and what they find beside it.
  add_custom_target(tests_e2e DEPENDS grundyd grundyd_held grundyd_intruder samples)

  add_test(NAME docs/openapi COMMAND ${CMAKE_COMMAND} -DDAEMON=$<TARGET_FILE:grundyd> -DWORD=openapi
                                     -DFILE=${PROJECT_SOURCE_DIR}/openapi.yaml -P ${PROJECT_SOURCE_DIR}/cmake/fresh.cmake)
  add_test(NAME limits/fresh COMMAND ${CMAKE_COMMAND} -DDAEMON=$<TARGET_FILE:grundyd> -DWORD=limits
                                     -DFILE=${PROJECT_SOURCE_DIR}/docs/limits.md -P ${PROJECT_SOURCE_DIR}/cmake/fresh.cmake)

  # End to end: the test gets the daemon's path. What is not there fails: nothing is skipped. `worst` asks what is dear, and how dear that may become
  # is what it looks at.
  foreach(file IN LISTS e2e_tests)
    get_filename_component(name ${file} NAME_WE)
    if(file MATCHES "\\.mjs$")
      add_test(NAME e2e/${name} COMMAND node ${file} $<TARGET_FILE:grundyd> ${test_options})
    else()
      add_test(NAME e2e/${name} COMMAND ${file} $<TARGET_FILE:grundyd> ${test_options})
    endif()
    set_tests_properties(e2e/${name} PROPERTIES LABELS e2e TIMEOUT 3600)
    set(own_patience ${patience})
    if(name STREQUAL worst)
      list(FILTER own_patience EXCLUDE REGEX "DEADLINE|QUEUE")
    endif()
    set_property(TEST e2e/${name} PROPERTY ENVIRONMENT ${own_patience})
  endforeach()
endif()

# What makes the page's modules small keeps what they do, and refuses what it cannot keep.
foreach(name IN ITEMS slim texts)
  add_test(NAME web/${name} COMMAND node tests/web/${name}.mjs WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(web/${name} PROPERTIES LABELS node)
endforeach()

# The page in a browser: npm packages and Debian's Chromium (make test fetches them). A browser wants a machine for itself.
file(GLOB browser_tests CONFIGURE_DEPENDS tests/browser/*.mjs)
if(TARGET grundyd AND EXISTS ${PROJECT_SOURCE_DIR}/tests/browser/node_modules)
  foreach(file IN LISTS browser_tests)
    get_filename_component(name ${file} NAME_WE)
    add_test(NAME browser/${name} COMMAND node ${file} $<TARGET_FILE:grundyd> ${test_options})
    set_tests_properties(browser/${name} PROPERTIES LABELS "e2e;browser" TIMEOUT 3600 PROCESSORS 2)
  endforeach()
elseif(TARGET grundyd)
  left_out("no packages in tests/browser/node_modules (make test fetches them)")
endif()

# None of these is built for the sanitizers: no test runs them, and under sanitizers nobody takes times.
if(NOT GRUNDY_SANITIZE)
  # Benchmarks: every tests/bench/bench_NAME.c is a program that prints its figures beside its goals, and fails where an answer is wrong (make bench).
  file(GLOB benches CONFIGURE_DEPENDS tests/bench/bench_*.c)
  if(TARGET grundy_test_api)
    foreach(file IN LISTS benches)
      get_filename_component(name ${file} NAME_WE)
      add_executable(${name} ${file})
      target_link_libraries(${name} PRIVATE grundy_test_api)
    endforeach()
  endif()

  # Whether all instruction sets make the same tables, to their limits (make paths).
  add_executable(paths tests/bench/paths.c)
  target_link_libraries(paths PRIVATE grundy_test_core)

  # Values by plain ways, beside those that a daemon makes (make far).
  add_executable(recompute tests/bench/recompute.c)
  target_include_directories(recompute PRIVATE ${PROJECT_SOURCE_DIR})

  if(TARGET grundyd)
    add_executable(constant tests/bench/constant.c)
    target_link_libraries(constant PRIVATE PkgConfig::microhttpd)
  endif()
endif()

# Every reply that the whole suite sees is kept and held against openapi.yaml; what no test reached is a failure. The validators are npm packages
# (make test fetches them; the image's tests do without).
if(TARGET grundyd AND EXISTS ${PROJECT_SOURCE_DIR}/tests/openapi/node_modules)
  set(replies ${PROJECT_BINARY_DIR}/replies)
  get_property(recorded DIRECTORY PROPERTY TESTS)
  foreach(name IN LISTS recorded)
    set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT "GRUNDY_REPLIES=${replies}")
    set_property(TEST ${name} APPEND PROPERTY FIXTURES_REQUIRED replies)
  endforeach()
  add_test(NAME openapi/forget COMMAND sh -c "rm -rf '${replies}' && mkdir '${replies}'")
  set_tests_properties(openapi/forget PROPERTIES FIXTURES_SETUP replies LABELS "e2e;openapi")
  add_test(NAME openapi/replies COMMAND node tests/openapi/replies.mjs openapi.yaml ${replies} ${test_options})
  set_tests_properties(openapi/replies PROPERTIES DEPENDS "${recorded}" FIXTURES_REQUIRED replies LABELS "e2e;openapi")
  # The validator must not take what the document does not describe.
  add_test(NAME openapi/wrong COMMAND node tests/openapi/replies.mjs openapi.yaml tests/openapi/wrong ${test_options})
  set_tests_properties(openapi/wrong PROPERTIES PASS_REGULAR_EXPRESSION "POST /nim 200: / must NOT have additional properties"
                                                LABELS "e2e;openapi")
  # And it must miss what no test has reached.
  add_test(NAME openapi/unreached COMMAND node tests/openapi/replies.mjs openapi.yaml tests/openapi/wrong ${test_options})
  set_tests_properties(openapi/unreached PROPERTIES PASS_REGULAR_EXPRESSION "no test reached: code too_large_body" LABELS "e2e;openapi")
  add_test(NAME openapi/lint COMMAND tests/openapi/node_modules/.bin/redocly lint --extends recommended-strict openapi.yaml ${test_options})
  add_test(NAME openapi/spectral
           COMMAND tests/openapi/node_modules/.bin/spectral lint --fail-severity hint --ruleset tests/openapi/spectral.yaml openapi.yaml
                   ${test_options})
  add_test(NAME openapi/schemas COMMAND node tests/openapi/schemas.mjs openapi.yaml $<TARGET_FILE:grundyd> ${test_options})
  # The description as a program: types are made of it, and a strict compiler takes what is written against them.
  add_test(NAME openapi/typescript COMMAND node tests/openapi/typescript.mjs $<TARGET_FILE:grundyd> ${PROJECT_BINARY_DIR}/typescript ${test_options})
  set_tests_properties(openapi/lint openapi/spectral openapi/schemas openapi/typescript PROPERTIES LABELS "e2e;openapi")
elseif(TARGET grundyd)
  left_out("no validators in tests/openapi/node_modules (make test fetches them)")
endif()
