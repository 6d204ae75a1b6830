#include "tools/aspen/trace_file.h"

#include <cerrno>
#include <cstring>

#include "frontend/diagnostics/expansion.h"
#include "vm/run/runtime.h"

namespace aspen {

namespace {

std::string reason(const std::string& path) { return "cannot write " + path + ": " + std::strerror(errno); }

// "go (sort.asp:7)"; a place that is no instruction, like the end of a function, has no line.
std::string name_place(const Engine& engine, const sched::TracePlace& place) {
  const auto* proto = static_cast<const Proto*>(place.code);
  const Source* source = proto->module != nullptr ? engine.source(*proto->module) : nullptr;
  std::string name = proto->name;
  if (source == nullptr) return name;
  const bool is_body = proto == &proto->module->functions[0];
  if (name.empty()) name = is_body ? "the program" : "a function";
  const std::optional<Span> span =
      place.word < proto->code_size ? span_of(TraceEntry{proto, place.word}) : std::nullopt;
  if (!span) return name;
  return name + " (" + source->name() + ":" + std::to_string(written_line(*source, *span)) + ")";
}

}  // namespace

std::unique_ptr<TraceFile> TraceFile::open(const std::string& path, std::string& error) {
  std::FILE* file = std::fopen(path.c_str(), "we");
  if (file == nullptr) {
    error = reason(path);
    return nullptr;
  }
  return std::unique_ptr<TraceFile>(new TraceFile(path, file));
}

bool TraceFile::write(Engine& engine, std::string& error) {
  sched::Scheduler& scheduler = engine.machine().runtime()->scheduler();
  const std::string text =
      scheduler.chrome_trace([&](const sched::TracePlace& place) { return name_place(engine, place); });
  std::FILE* file = file_.get();
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fflush(file) != 0) {
    error = reason(path_);
    return false;
  }
  if (const uint64_t dropped = scheduler.trace_dropped(); dropped != 0) {
    std::fprintf(stderr, "aspen: %s has the beginning only: there was no room for %llu more events\n",
                 path_.c_str(), static_cast<unsigned long long>(dropped));
  }
  return true;
}

}  // namespace aspen
