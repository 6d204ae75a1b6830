# Writes OUTPUT: a C++ file holding the text of each of SCRIPTS, named by its file without the suffix.
# Text is spelled byte by byte, so that nothing in it can end the literal.

list(SORT SCRIPTS)
list(LENGTH SCRIPTS count)
set(rows "")
foreach(script IN LISTS SCRIPTS)
  cmake_path(GET script STEM LAST_ONLY name)
  file(READ ${script} hex HEX)
  file(SIZE ${script} size)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" text "${hex}")
  string(APPEND rows "    {\"${name}\", \"${text}\", ${size}u},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"stdlib/library/embedded.h\"

namespace aspen {

// The row after the last names nothing, because a C++ array cannot be empty.
const EmbeddedSource kEmbeddedSources[] = {
${rows}    {nullptr, nullptr, 0u},
};
const unsigned kEmbeddedSourceCount = ${count}u;

}  // namespace aspen
")
