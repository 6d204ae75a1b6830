// What the checks of one module share.
#pragma once

#include <string>

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/warnings/mentions.h"

namespace aspen {

class ModuleWarnings {
 public:
  ModuleWarnings(const Source& source, const Mentions& mentions, Diagnostics& diagnostics)
      : source_(source), mentions_(mentions), diagnostics_(diagnostics) {}

  // Code that a macro has made is not warned of, as the use of the macro cannot change it.
  void warn(DiagnosticCode code, Span span, std::string_view argument, std::string hint);

  const Source& source() const { return source_; }
  const Mentions& mentions() const { return mentions_; }
  bool is_read(const Binding* binding) const { return mentions_.read.contains(binding); }

 private:
  const Source& source_;
  const Mentions& mentions_;
  Diagnostics& diagnostics_;
};

}  // namespace aspen
