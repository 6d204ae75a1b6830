// The rows of tools/bench/sched over sched/. Each measures one thing with a scheduler of `workers`, checks
// its result and prints it. tools/bench/sched/README.md describes the rows.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace aspen::bench {

using Row = void (*)(uint32_t workers, int64_t size);
using Rows = std::map<std::string, Row>;

Rows spawn_rows();
Rows channel_rows();
Rows compute_rows();
Rows waiting_rows();

}  // namespace aspen::bench
