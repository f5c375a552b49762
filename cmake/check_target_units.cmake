# SPDX-License-Identifier: MIT
# cmake -DNM=... -DOBJECTS="a.o|b.o" -P check_target_units.cmake: fails if a target unit of src/batch holds a symbol that the linker may take for
# another unit's (weak, or unique among all). Its instructions are not those of every machine.
string(REPLACE "|" ";" OBJECTS "${OBJECTS}")
list(FILTER OBJECTS INCLUDE REGEX "target_(lanes_)?avx[0-9]+\\.cpp\\.")
if(NOT OBJECTS)
  message(FATAL_ERROR "no object of a target unit was given")
endif()
foreach(object IN LISTS OBJECTS)
  execute_process(COMMAND ${NM} ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]* [WVu] [^\n]*" shared "${symbols}")
  # The pointer to the exception handler of the run-time library is data.
  list(FILTER shared EXCLUDE REGEX "DW\\.ref\\.__gxx_personality_v0")
  if(shared)
    list(JOIN shared "\n" shared)
    message(FATAL_ERROR "${object} shares:\n${shared}")
  endif()
endforeach()
