# Third-party libraries, each an imported target aspen_dep::NAME. Archives are preferred to shared objects, because every
# shared object costs start-up time. tools/setup names the Debian packages they come from. This file is installed too: a
# host that links the archives needs what they need.

function(aspen_find_dependency name header)
  find_path(${name}_INCLUDE ${header} REQUIRED)
  add_library(aspen_dep::${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(aspen_dep::${name} SYSTEM INTERFACE ${${name}_INCLUDE})
  foreach(library ${ARGN})
    find_library(${name}_${library} NAMES lib${library}.a ${library} REQUIRED)
    target_link_libraries(aspen_dep::${name} INTERFACE ${${name}_${library}})
    set_property(GLOBAL APPEND_STRING PROPERTY ASPEN_DEPENDENCIES " ${${name}_${library}}")
  endforeach()
endfunction()

aspen_find_dependency(mimalloc mimalloc.h mimalloc)
aspen_find_dependency(gmp gmp.h gmp)
aspen_find_dependency(re2 re2/re2.h re2)
aspen_find_dependency(fast_float fast_float/fast_float.h)
aspen_find_dependency(xxhash xxhash.h xxhash)
aspen_find_dependency(utf8proc utf8proc.h utf8proc)
aspen_find_dependency(nettle nettle/sha2.h nettle)
aspen_find_dependency(absl absl/time/time.h absl_time absl_time_zone absl_strings absl_int128 absl_throw_delegate absl_raw_logging_internal)
aspen_find_dependency(zlib zlib.h z)
aspen_find_dependency(uv uv.h uv_a)

# What a host links besides the archives of ours, as one text.
get_property(ASPEN_LINKED_LIBRARIES GLOBAL PROPERTY ASPEN_DEPENDENCIES)
