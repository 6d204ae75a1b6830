# What every target of ours shares. Sources are globbed, so that a new file needs no edit here.

set(ASPEN_GENERATED ${PROJECT_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${ASPEN_GENERATED})
file(CONFIGURE OUTPUT ${ASPEN_GENERATED}/empty.cpp CONTENT "")

function(aspen_configure_target target)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/vm/include>
    $<BUILD_INTERFACE:${ASPEN_GENERATED}> $<INSTALL_INTERFACE:include>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Werror)
  target_compile_definitions(${target} PUBLIC
    $<BUILD_INTERFACE:$<$<BOOL:${ASPEN_STRESS_GC}>:ASPEN_STRESS_GC=1>>
    $<BUILD_INTERFACE:$<$<BOOL:${ASPEN_STRESS_STACK}>:ASPEN_STRESS_STACK=1>>
    $<BUILD_INTERFACE:$<$<BOOL:${ASPEN_STRESS_FRAMES}>:ASPEN_STRESS_FRAMES=1>>)
endfunction()

# A static library from the given sources; stands even while its folder holds none.
function(aspen_add_library target)
  add_library(${target} STATIC ${ARGN} ${ASPEN_GENERATED}/empty.cpp)
  aspen_configure_target(${target})
endfunction()

# A room: the sources of one folder as a target of their own. Its layer's library takes in their objects.
# USES: rooms and layers that it includes; DEPENDS: libraries of others. Other arguments are further sources.
function(aspen_add_room target)
  cmake_parse_arguments(room "" "" "USES;DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_library(${target} OBJECT ${sources} ${room_UNPARSED_ARGUMENTS})
  aspen_configure_target(${target})
  target_link_libraries(${target} PUBLIC ${room_USES} PRIVATE ${room_DEPENDS})
endfunction()

# out: the objects of the given rooms.
function(aspen_objects_of out)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

function(aspen_add_executable target)
  add_executable(${target} ${ARGN})
  aspen_configure_target(${target})
endfunction()

# Generated scanners and parsers keep the warnings that generators cannot avoid to themselves.
set(ASPEN_GENERATED_CODE_OPTIONS
  -Wno-unused-variable -Wno-unused-parameter -Wno-unused-function -Wno-shadow -Wno-implicit-fallthrough
  -Wno-pedantic -Wno-sign-compare)

# out: the C++ file that re2c makes of folder/NAME.re, as <generated>/folder/NAME.cpp.
function(aspen_re2c out source)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE relative)
  cmake_path(REPLACE_EXTENSION relative LAST_ONLY cpp)
  set(output ${ASPEN_GENERATED}/${relative})
  cmake_path(GET output PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${output} DEPENDS ${source} VERBATIM
    COMMAND ${RE2C} -W --no-generation-date -c -o ${output} ${source})
  set_source_files_properties(${output} PROPERTIES COMPILE_OPTIONS "${ASPEN_GENERATED_CODE_OPTIONS}")
  set(${out} ${output} PARENT_SCOPE)
endfunction()

# out: the C++ file that Lemon makes of folder/NAME.y; the token numbers are in "folder/NAME.h" beside it.
# Lemon names its output .c, which is compiled as C++ all the same.
function(aspen_lemon out source)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE relative)
  cmake_path(GET relative STEM name)
  cmake_path(GET relative PARENT_PATH folder)
  set(folder ${ASPEN_GENERATED}/${folder})
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${folder}/${name}.c ${folder}/${name}.h DEPENDS ${source} VERBATIM
    # Without -c, default reductions would run past the token that is wrong before it is noticed.
    COMMAND ${LEMON} -q -l -c -d${folder} ${source}
    # Lemon leaves an unchanged header alone; without a new date the rule would run at every build.
    COMMAND ${CMAKE_COMMAND} -E touch ${folder}/${name}.h)
  set_source_files_properties(${folder}/${name}.c PROPERTIES LANGUAGE CXX
    COMPILE_OPTIONS "-xc++;${ASPEN_GENERATED_CODE_OPTIONS}" OBJECT_DEPENDS ${folder}/${name}.h)
  set(${out} ${folder}/${name}.c ${folder}/${name}.h PARENT_SCOPE)
endfunction()
