# Fails when a checked-in document is not what the daemon prints (cmake -DDAEMON=… -DWORD=… -DFILE=… -P fresh.cmake).
execute_process(COMMAND ${DAEMON} ${WORD} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FILE} kept)
if(NOT printed STREQUAL kept)
  message(FATAL_ERROR "${FILE} is stale: run `make docs`")
endif()
