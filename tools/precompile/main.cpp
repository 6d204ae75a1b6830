// Writes the C++ file that precompiled.h declares: the library's Aspen files, compiled. Runs while Aspen is
// built.
#include <fstream>
#include <iostream>
#include <string>

#include "stdlib/library/library.h"
#include "vm/code/chunk_file.h"
#include "vm/code/verifier.h"

namespace {

void write_bytes(std::ostream& out, std::string_view bytes) {
  constexpr char kDigits[] = "01234567";
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i % 32 == 0) out << (i == 0 ? "\"" : "\"\n    \"");
    auto byte = static_cast<unsigned char>(bytes[i]);
    out << '\\' << kDigits[byte >> 6] << kDigits[byte >> 3 & 7] << kDigits[byte & 7];
  }
  out << '"';
}

void write_reach(std::ostream& out, const aspen::Reach& reach) {
  out << '{' << reach.calls << "u, " << reach.iterates << "u, " << reach.calls_captured << "u, "
      << reach.iterates_captured << "u, " << int{reach.given} << ", " << reach.calls_unknown << ", "
      << reach.iterates_unknown << '}';
}

void write_exports(std::ostream& out, size_t index, const aspen::LibraryChunk& part) {
  out << "const PrecompiledExport kExports" << index << "[] = {\n";
  for (const aspen::Export& e : part.exports) {
    out << "    {\"" << e.name << "\", " << e.function << ", " << e.arity << ", " << e.consumes
        << "u, static_cast<Effect>(" << static_cast<int>(e.effect) << "), ";
    write_reach(out, e.reach);
    out << ", \"" << e.parameters << "\", " << e.offset << "u},\n";
  }
  out << "};\n";
}

void write_table(std::ostream& out) {
  const auto& parts = aspen::Library::instance().chunks();
  out << "#include \"stdlib/library/precompiled.h\"\n\nnamespace aspen {\n\n";
  for (size_t i = 0; i < parts.size(); ++i) write_exports(out, i, parts[i]);
  out << "const PrecompiledChunk kPrecompiledChunks[] = {\n";
  for (size_t i = 0; i < parts.size(); ++i) {
    std::string bytes = aspen::save_chunk(parts[i].chunk());
    out << "    {\"" << parts[i].name << "\",\n    ";
    write_bytes(out, bytes);
    out << ", " << bytes.size() << ",\n    kExports" << i << ", " << parts[i].exports.size() << "},\n";
  }
  out << "};\nconst size_t kPrecompiledChunkCount = " << parts.size() << ";\n\n}  // namespace aspen\n";
}

bool all_verified() {
  std::string error;
  for (const aspen::LibraryChunk& part : aspen::Library::instance().chunks()) {
    if (aspen::verify(part.chunk(), error)) continue;
    std::cerr << error << '\n';
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: aspen_precompile OUTPUT\n";
    return 2;
  }
  if (!all_verified()) return 1;
  std::ofstream out(argv[1]);
  write_table(out);
  return out.flush() ? 0 : 1;
}
