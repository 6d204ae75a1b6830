// Usage: aspen_sched_bench ROW WORKERS SIZE; prints `RESULT metric value` lines.
#include <cstdio>
#include <cstdlib>

#include "tools/bench/sched/aspen/rows.h"

int main(int argc, char** argv) {
  aspen::bench::Rows rows = aspen::bench::spawn_rows();
  rows.merge(aspen::bench::channel_rows());
  rows.merge(aspen::bench::compute_rows());
  rows.merge(aspen::bench::waiting_rows());
  if (argc != 4 || !rows.contains(argv[1])) {
    std::fprintf(stderr, "usage: aspen_sched_bench ROW WORKERS SIZE\n");
    return 2;
  }
  rows.at(argv[1])(static_cast<uint32_t>(std::atoi(argv[2])), std::atoll(argv[3]));
  return 0;
}
