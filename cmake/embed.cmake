# The bytes of a file as numbers, for #include between braces (cmake -DFILE=… -DTO=… -P embed.cmake).
file(READ "${FILE}" bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1,\n" bytes "${bytes}")
file(WRITE "${TO}" "${bytes}")
