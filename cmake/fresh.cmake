# Fails when the checked-in openapi.yaml is not what the daemon prints (cmake -DDAEMON=… -DFILE=… -P fresh.cmake).
execute_process(COMMAND ${DAEMON} openapi OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FILE} kept)
if(NOT printed STREQUAL kept)
  message(FATAL_ERROR "openapi.yaml is stale: run `make docs`")
endif()
