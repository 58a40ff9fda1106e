# Installing (cmake --install build) and the Debian package (make package): the binary, what it prints about itself, the units of systemd.
include(GNUInstallDirs)

install(TARGETS grundyd RUNTIME)
install(FILES openapi.yaml README.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# As they lie in the sources, so that what one names is found from the other.
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES docker/SCALING.md docker/kubernetes.yaml DESTINATION ${CMAKE_INSTALL_DOCDIR}/docker)
install(DIRECTORY docker/observe DESTINATION ${CMAKE_INSTALL_DOCDIR}/docker)
install(FILES docker/stack/haproxy.cfg DESTINATION ${CMAKE_INSTALL_DOCDIR}/docker/stack)

set(package ${PROJECT_BINARY_DIR}/package)
file(MAKE_DIRECTORY ${package})
set(printed)
# printed(FILE DIRECTORY COMMAND...): what the binary prints, compressed where the name says so.
function(print_file file directory)
  add_custom_command(
    OUTPUT ${package}/${file}
    COMMAND sh -c "\"$1\" $2 >\"$3.new\" && case $3 in *.gz) gzip -9nf \"$3.new\" && mv \"$3.new.gz\" \"$3\" ;; *) mv \"$3.new\" \"$3\" ;; esac"
            print $<TARGET_FILE:grundyd> "${ARGN}" ${package}/${file}
    DEPENDS grundyd
    VERBATIM)
  install(FILES ${package}/${file} DESTINATION ${directory})
  set(printed ${printed} ${package}/${file} PARENT_SCOPE)
endfunction()
if(NOT CMAKE_CROSSCOMPILING AND NOT GRUNDY_SANITIZE AND NOT GRUNDY_FUZZ)
  print_file(grundyd.8.gz ${CMAKE_INSTALL_MANDIR}/man8 manual)
  print_file(grundyd ${CMAKE_INSTALL_DATADIR}/bash-completion/completions "completion bash")
  print_file(_grundyd ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions "completion zsh")
  add_custom_target(printed ALL DEPENDS ${printed})
endif()

# Where the binary and its environment are is known when they are installed: cpack installs for /usr, whatever was configured.
install(CODE "set(source \"${PROJECT_SOURCE_DIR}/cmake/package\")\nset(binary_dir \"${CMAKE_INSTALL_BINDIR}\")\nset(package \"${package}\")")
install(CODE [[
  if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set(etc /etc)
  else()
    set(etc ${CMAKE_INSTALL_PREFIX}/etc)
  endif()
  configure_file(${source}/grundy.service.in ${package}/grundy.service @ONLY)
  set(units "${CMAKE_INSTALL_PREFIX}/lib/systemd/system")
  file(INSTALL "${package}/grundy.service" "${source}/grundy.socket" DESTINATION "${units}")
  file(INSTALL "${source}/grundy.default" DESTINATION "${etc}/default" RENAME grundy)]])

# Debian wants its own form of the licence and of the log of changes, which says no more than CHANGELOG.md does.
file(STRINGS CHANGELOG.md released REGEX "^## [0-9]" LIMIT_COUNT 1)
if(NOT released MATCHES "^## ([0-9.]+), (.+)$" OR NOT CMAKE_MATCH_1 STREQUAL PROJECT_VERSION)
  message(SEND_ERROR "CHANGELOG.md must begin with \"## ${PROJECT_VERSION}, Thu, 01 Jan 2026\", the version of CMakeLists.txt")
endif()
set(release_date "${CMAKE_MATCH_2}")
file(STRINGS Dockerfile image_version REGEX "^ARG VERSION=")
if(NOT image_version STREQUAL "ARG VERSION=${PROJECT_VERSION}")
  message(SEND_ERROR "Dockerfile must say \"ARG VERSION=${PROJECT_VERSION}\", the version of CMakeLists.txt")
endif()
configure_file(cmake/package/changelog.in ${package}/changelog @ONLY)
configure_file(cmake/package/copyright.in ${package}/copyright @ONLY)
add_custom_command(
  OUTPUT ${package}/changelog.gz
  COMMAND sh -c "gzip -9nc \"$1\" >\"$1.gz\"" gzip ${package}/changelog
  DEPENDS ${package}/changelog
  VERBATIM)
add_custom_target(changelog ALL DEPENDS ${package}/changelog.gz)
install(FILES ${package}/changelog.gz ${package}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/grundy)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME grundy)
set(CPACK_PACKAGE_VENDOR "Grundy maintainers")
set(CPACK_PACKAGE_CONTACT "Grundy maintainers <maintainers@grundy.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "solver of combinatorial games over HTTP")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "grundyd answers questions about positions of Nim and some thirty games\naround it, in JSON: who wins, the Grundy value and every winning move,\nexactly. It grades, plays, explains, and makes tables for classes, judges\nand web pages.")
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
    "${PROJECT_SOURCE_DIR}/cmake/package/conffiles;${PROJECT_SOURCE_DIR}/cmake/package/postinst;${PROJECT_SOURCE_DIR}/cmake/package/prerm;${PROJECT_SOURCE_DIR}/cmake/package/postrm")
include(CPack)
