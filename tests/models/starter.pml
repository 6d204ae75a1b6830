/* Tasks that start late. Mirrors vm/run/parallel/starter.h, vm/run/tasks/spawn.cpp (give_starter, release_starter, start_next, run_awaited), what
 * vm/run/tasks/task.cpp does for them (add_unstarted, claim, next_unstarted, child_ended, result_for), and end_task in vm/run/slow_strands.cpp.
 *
 * A task spawns two children, which wait in its list until an awaiter takes one, or a worker that comes to the task's starter. Then
 * it ends and leaves its starter idle in the queue. A second task on the same worker spawns one child, and may use that starter.
 * With OUTSIDER, another task awaits the first child, too; with CANCEL, the first task is cancelled at any time. A child may fail.
 *
 * Each child is started exactly once, also when cancelled; a task ends after its children; a starter is in the
 * queue once and starts children of its own task only; at rest all starters are free again. Each failure reaches
 * an awaiter, or the parent ends with an error; an error that an awaiter has got does not fail the parent later.
 *
 * holds tasks     -DWORKERS=2
 * holds outsider  -DOUTSIDER
 * holds cancel    -DCANCEL
 * holds both      -DOUTSIDER -DCANCEL -DNO_SECOND
 * fails claim_unlocked   -DCLAIM_UNLOCKED           | started[
 * fails not_mine         -DNOT_MINE                 | at_rest
 * fails idle_before_take -DIDLE_BEFORE_TAKE         | at_rest
 * fails adopt_by_store   -DADOPT_BY_STORE           | at_rest
 * fails leave_by_store   -DLEAVE_BY_STORE           | at_rest
 * fails emptied_later    -DEMPTIED_LATER            | at_rest
 * fails no_last_look     -DNO_LAST_LOOK             | told[c]
 * fails awaited_unlocked -DOUTSIDER -DAWAITED_UNLOCKED | forgiven[
 * fails cancelled_unstarted -DCANCEL -DCANCELLED_UNSTARTED | at_rest
 */
#ifndef WORKERS
#define WORKERS 1
#endif

#define PARENTS 2
#define CHILDREN 3
#define STARTERS 2
#define NONE 15 /* no starter; of a starter, no task and in no queue */
#define IDLE 14 /* a starter's: no task, and in the queue */

#define parent_of(c) ((c) / 2)

/* Task: guarded by its lock, so that each atomic step is a locked section. */
byte starter_of[PARENTS] = NONE;
byte living[PARENTS];
bit failure[PARENTS];   /* kChildFailed */
bit cancelled[PARENTS]; /* kCancelled */
bit over[PARENTS];
bit unstarted[CHILDREN], started[CHILDREN], ended[CHILDREN], failed[CHILDREN];
bit child_cancelled[CHILDREN], has_failed[CHILDREN], awaited[CHILDREN], waited_for[CHILDREN];
bit forgiven[CHILDREN]; /* an awaiter has got the error */
bit told[CHILDREN];  /* an awaiter has got it */
bit erred[PARENTS];  /* ends with an error, be it that of another child */

/* Starter */
byte task_of[STARTERS] = NONE;
bit queued[STARTERS], unused[STARTERS] = 1;
bit idle[STARTERS]; /* in the first worker's StarterPool::idle */

bit at_rest; /* what the last assertion is about */

/* ---- A child's life */

inline signal_failure(p) {
  failure[p] = has_failed[2 * p] || (p == 0 && has_failed[1])
}

inline run_child(c) {
  atomic { assert(started[c] == 0); started[c] = 1 };
  if
  :: child_cancelled[c] -> failed[c] = 1
  :: !child_cancelled[c] && c < 2 -> failed[c] = 1 /* with an error of its own */
  :: !child_cancelled[c]
  fi;
  atomic { /* its own lock */
    ended[c] = 1;
    if
    :: waited_for[c] -> awaited[c] = 1
    :: else
    fi
  };
#ifdef AWAITED_UNLOCKED
  looked = awaited[c];
#endif
  atomic { /* the parent's, and its own */
    living[parent_of(c)]--;
    if
#ifdef AWAITED_UNLOCKED
    :: failed[c] && !looked && !child_cancelled[c] -> has_failed[c] = 1
#else
    :: failed[c] && !awaited[c] && !child_cancelled[c] -> has_failed[c] = 1
#endif
    :: else
    fi;
    signal_failure(parent_of(c));
    assert(!has_failed[c] || !forgiven[c])
  }
}

/* code: vm/run/tasks/task.cpp Task::claim 53194709 */
/* code: vm/run/tasks/task.cpp Task::add_unstarted 4d21f4af */
/* code: vm/run/tasks/task.cpp Task::next_unstarted 5f966f95 */
/* code: vm/run/tasks/task.cpp Task::child_ended d8dbddf4 */
/* code: vm/run/tasks/spawn.cpp Runtime::give_starter 01387910 */
/* code: vm/run/tasks/spawn.cpp Runtime::release_starter 38115d1c */
/* code: vm/run/tasks/spawn.cpp Runtime::start_next f1ba1580 */
/* code: vm/run/tasks/spawn.cpp Runtime::run_awaited 836419f3 */
/* Task::claim */
inline claim(c) {
#ifdef CLAIM_UNLOCKED
  mine = unstarted[c];
  unstarted[c] = 0
#else
  atomic { mine = unstarted[c]; unstarted[c] = 0 }
#endif
}

/* `await` */
inline await_child(c) {
  claim(c);
  if
  :: mine -> run_child(c)
  :: else
  fi;
  mine = 0;
  atomic { waited_for[c] = !ended[c] };
  ended[c];
  /* code: vm/run/tasks/task.cpp Task::result_for 8dabac19 */
  /* Task::result_for */
  if
  :: failed[c] ->
    awaited[c] = 1;
    atomic { has_failed[c] = 0; forgiven[c] = 1; signal_failure(parent_of(c)) };
    told[c] = 1
  :: else
  fi
}

/* ---- The spawner */

inline give_starter(p) {
  do
  :: idle[0] || idle[1] ->
    atomic { s = (idle[0] -> 0 : 1); idle[s] = 0 };
    starter_of[p] = s;
    /* code: vm/run/parallel/starter.h Starter::adopt 7c7543e8 */
#ifdef ADOPT_BY_STORE
    if
    :: task_of[s] == IDLE -> task_of[s] = p; break
    :: else
    fi
#else
    atomic {
      if
      :: task_of[s] == IDLE -> task_of[s] = p; break
      :: else
      fi
    }
#endif
  :: else ->
    atomic { s = (unused[0] -> 0 : 1); assert(unused[s]); unused[s] = 0 };
    starter_of[p] = s;
    task_of[s] = p;
    atomic { assert(!queued[s]); queued[s] = 1 };
    break
  od
}

inline spawn(p, c) {
  atomic { unstarted[c] = 1; living[p]++; needs_starter = starter_of[p] == NONE };
  if
  :: needs_starter -> give_starter(p)
  :: else
  fi
}

inline tell_failure(p) {
  atomic { /* Task::raise_failure, forgive */
    for (i : 2 * p .. 2 * p + 1 - p) {
      if
      :: has_failed[i] -> told[i] = 1; has_failed[i] = 0
      :: else
      fi
    };
    failure[p] = 0;
    i = 0
  }
}

inline cancel_children(p) {
  atomic {
    for (i : 2 * p .. 2 * p + 1 - p) {
      if
      :: living[p] > 0 && !ended[i] ->
        child_cancelled[i] = 1;
#ifdef CANCELLED_UNSTARTED
        unstarted[i] = 0 /* it has nothing to do */
#endif
      :: else
      fi
    };
    i = 0
  }
}

/* code: vm/run/slow_strands.cpp Interpreter::end_task 50e82eda */
/* Interpreter::end_task; `choose` looks for signals, then at the children, under the lock. */
inline end_task(p) {
  do
  :: !errs && (failure[p] || cancelled[p]) ->
    if
    :: failure[p] -> tell_failure(p)
    :: else
    fi;
    errs = 1;
    erred[p] = 1
  :: else ->
    if
    :: errs -> cancel_children(p)
    :: else
    fi;
    if
    :: living[p] == 0 ->
#ifndef NO_LAST_LOOK
      if
      :: !errs && failure[p] -> tell_failure(p); erred[p] = 1
      :: else
      fi;
#endif
      break
    :: living[p] != 0 -> (living[p] == 0 || (!errs && (failure[p] || cancelled[p])))
    fi
  od;
  errs = 0;
  /* code: vm/run/tasks/task.cpp Task::take_starter 1bd96e07 */
  /* release_starter */
#ifdef IDLE_BEFORE_TAKE
  s = starter_of[p];
  if
  :: s != NONE -> task_of[s] = IDLE; idle[s] = 1; starter_of[p] = NONE
  :: else
  fi;
#else
  atomic { s = starter_of[p]; starter_of[p] = NONE };
  if
  :: s != NONE -> task_of[s] = IDLE; idle[s] = 1
  :: else
  fi;
#endif
  assert(living[p] == 0);
  over[p] = 1
}

proctype Program() {
  byte s, i;
  bit needs_starter, mine, errs, looked;
  spawn(0, 0);
  if
  :: cancelled[0] -> goto ends /* at a safepoint */
  :: true
  fi;
  spawn(0, 1);
  if
  :: true -> await_child(1)
  :: true
  fi;
ends:
  end_task(0);
#ifndef NO_SECOND
  spawn(1, 2);
  end_task(1)
#endif
}

#ifdef OUTSIDER
/* It has been given the handle. */
proctype Outsider() {
  bit mine, looked;
  (unstarted[0] || started[0]);
  await_child(0)
}
#endif

#ifdef CANCEL
proctype Canceller() {
  cancelled[0] = 1
}
#endif

/* ---- Runtime::start_next. Where other tasks are ready, the real one starts several children in a row: as if it was queued here,
 * and reached again at once. */

/* code: vm/run/tasks/spawn.cpp Runtime::free_starter 2b9911c4 */

proctype Worker() {
  byte s, p, c;
  bit more, looked;
end_idle:
  do
  :: atomic { queued[0] || queued[1] -> s = (queued[0] -> 0 : 1); queued[s] = 0 };
again:
    p = task_of[s];
    assert(p != NONE);
    if
    :: p == IDLE ->
      /* code: vm/run/parallel/starter.h Starter::leave_queue d8c2b3f8 */
#ifdef LEAVE_BY_STORE
      task_of[s] = NONE;
#else
      atomic {
        if
        :: task_of[s] == IDLE -> task_of[s] = NONE
        :: else -> goto again
        fi
      };
#endif
      unused[s] = 1
    :: else ->
      atomic { /* next_unstarted */
        if
#ifndef NOT_MINE
        :: starter_of[p] != s -> goto again
#endif
        :: else
        fi;
        c = CHILDREN;
        if
        :: unstarted[2 * p] -> c = 2 * p
        :: !unstarted[2 * p] && p == 0 && unstarted[1] -> c = 1
        :: else
        fi;
        if
        :: c < CHILDREN -> unstarted[c] = 0
        :: else
        fi;
        more = unstarted[2 * p] || (p == 0 && unstarted[1]);
#ifndef EMPTIED_LATER
        if
        :: !more -> starter_of[p] = NONE
        :: else
        fi
#endif
      };
#ifdef EMPTIED_LATER
      if
      :: !more -> starter_of[p] = NONE
      :: else
      fi;
#endif
      if
      :: more -> atomic { assert(!queued[s]); queued[s] = 1 }
      :: else -> task_of[s] = NONE; atomic { assert(!unused[s]); unused[s] = 1 }
      fi;
      if
      :: c < CHILDREN -> run_child(c)
      :: else
      fi
    fi;
    s = 0; p = 0; c = 0; more = 0; looked = 0
  od
}

init {
  byte c;
  atomic {
    run Program();
#ifdef OUTSIDER
    run Outsider();
#endif
#ifdef CANCEL
    run Canceller();
#endif
    run Worker();
#if WORKERS > 1
    run Worker()
#endif
  };
  timeout;
  at_rest = over[0];
#ifndef NO_SECOND
  at_rest = at_rest && over[1];
#endif
  for (c : 0 .. STARTERS - 1) { at_rest = at_rest && unused[c] && !queued[c] && task_of[c] == NONE };
  for (c : 0 .. CHILDREN - 1) { at_rest = at_rest && !unstarted[c] && started[c] == ended[c] };
  assert(at_rest);
  for (c : 0 .. CHILDREN - 1) {
    assert(!failed[c] || told[c] || child_cancelled[c] || erred[parent_of(c)])
  }
}
