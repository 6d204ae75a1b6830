// The file that `--trace` writes.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "stdlib/embed/engine.h"

namespace aspen {

// The number of events recorded per worker: about 50 bytes of memory each, and 100 in the file.
inline constexpr uint32_t kTraceEvents = 1 << 20;

class TraceFile {
 public:
  // Null, with the reason in `error`, if the file cannot be written.
  static std::unique_ptr<TraceFile> open(const std::string& path, std::string& error);

  // Writes what the runtime recorded; its workers have ended. False with the reason in `error`.
  bool write(Engine& engine, std::string& error);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  TraceFile(std::string path, std::FILE* file) : path_(std::move(path)), file_(file) {}

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace aspen
