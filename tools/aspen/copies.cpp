#include "tools/aspen/copies.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "frontend/diagnostics/expansion.h"
#include "vm/run/runtime.h"

namespace aspen {

namespace {

constexpr size_t kMostLines = 20;

}  // namespace

CopyCounter::CopyCounter(Engine& engine) : engine_(engine) { engine.machine().heap().observe_copies(this); }

CopyCounter::~CopyCounter() { engine_.machine().heap().observe_copies(nullptr); }

// A copy that the library makes counts for the line of the program that calls the library.
void CopyCounter::copied(size_t bytes) {
  if (bytes == 0) return;  // an empty text, list or dict: the first update of many
  Runtime* runtime = engine_.machine().runtime();
  Executor* executor = runtime != nullptr ? runtime->executor_here() : nullptr;
  if (executor != nullptr) executor->counters.copied_bytes.add(bytes);
  const std::lock_guard guard(lock_);
  engine_.machine().running_strand().each_call([&](const TraceEntry& entry) {
    const Source* source = engine_.source(*entry.proto->module);
    std::optional<Span> span = source != nullptr ? span_of(entry) : std::nullopt;
    if (!span) return true;
    Count& count = places_[{source, written_line(*source, *span)}];
    ++count.copies;
    count.bytes += bytes;
    return false;
  });
}

void CopyCounter::print() const {
  std::vector<std::pair<Place, Count>> lines(places_.begin(), places_.end());
  std::stable_sort(lines.begin(), lines.end(),
                   [](const auto& a, const auto& b) { return a.second.bytes > b.second.bytes; });
  if (!lines.empty()) std::fprintf(stderr, "copied because shared\n");
  for (size_t i = 0; i < std::min(lines.size(), kMostLines); ++i) {
    const auto& [place, count] = lines[i];
    std::fprintf(stderr, "  %s:%u  %llu %s, %llu bytes\n", place.source->name().c_str(), place.line,
                 static_cast<unsigned long long>(count.copies), count.copies == 1 ? "copy" : "copies",
                 static_cast<unsigned long long>(count.bytes));
  }
  if (lines.size() > kMostLines) std::fprintf(stderr, "  … %zu lines more\n", lines.size() - kMostLines);
}

}  // namespace aspen
