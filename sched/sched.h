// The scheduler as its users see it: README.md has an example.
#pragma once

#include "sched/channel.h"
#include "sched/coroutine.h"
#include "sched/fork.h"
#include "sched/io.h"
#include "sched/join.h"
#include "sched/parallel_for.h"
#include "sched/scheduler.h"
#include "sched/sleep_for.h"
#include "sched/spawn.h"
