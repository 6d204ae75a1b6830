/* The end of a task and its joiner. Mirrors sched/join_cell.h, JoinableTask::end and wait_for_end in sched/join.cpp.
 *
 * The completer writes the result and the cell's last state by plain stores through a store buffer of one entry. The handle's owner
 * awaits, gives up when something else wakes it (then it awaits again or drops the handle), or drops it at once. With THREAD the
 * owner is a thread that waits at a word of its own. The cell is freed with the task; the waiter is gone when it has its result.
 *
 * The task is freed exactly once; no process touches a freed cell or a waiter that is gone; the result that
 * is read is the one written; a waiter does not wait for a task that has ended (W6).
 *
 * holds task    -DOTHER_WAKES=3
 * holds thread  -DTHREAD
 * ends  rest    -DOTHER_WAKES=3
 * loops no_reload          -DNO_RELOAD           | non-progress cycle
 * fails no_ending          -DNO_ENDING           | waiter_gone
 * fails complete_by_store  -DCOMPLETE_BY_STORE   | assertion
 * fails await_by_store     -DAWAIT_BY_STORE      | assertion
 * fails detach_by_store    -DDETACH_BY_STORE     | freed
 * fails no_wait_after_wake -DNO_WAIT_AFTER_WAKE  | freed
 * fails thread_woken_first -DTHREAD -DTHREAD_WOKEN_FIRST | freed
 */
/* code: sched/join_cell.h JoinCell 576b43a9 */
/* code: sched/join.cpp JoinableTask::end 40d66b95 */
/* code: sched/join.cpp wait_for_end 91f7e743 */
#ifndef OTHER_WAKES
#define OTHER_WAKES 1
#endif

#define OPEN 0
#define JOINER 1
#define DONE 2
#define ENDING 3
#define DETACHED 6

byte word = OPEN; /* word_ */
bit result, freed, waiter_gone;
bit notified; /* the joiner's state word, or the waiting thread's word */
byte other_wakes = OTHER_WAKES;

/* The completer's store buffer. */
mtype = { none, to_result, to_word, to_waiter };
mtype kind = none;
byte value;
#define drain                               \
  if                                        \
  :: kind == to_result -> result = 1        \
  :: kind == to_word -> assert(!freed); word = value \
  :: kind == to_waiter -> assert(!waiter_gone); notified = 1 \
  :: else                                   \
  fi;                                       \
  kind = none; value = 0
#define store(what, what_value) atomic { drain; kind = what; value = what_value }
#define free_cell assert(!freed); freed = 1

proctype Completer() {
  byte seen;
  store(to_result, 1);
  atomic { assert(!freed); seen = word };
  do
  :: seen == DETACHED -> atomic { drain; free_cell }; goto over
  :: else ->
#ifdef COMPLETE_BY_STORE
    store(to_word, (seen == OPEN -> DONE : ENDING));
    break
#else
    atomic {
      assert(!freed);
      drain;
      if
#ifdef NO_ENDING
      :: word == seen -> word = DONE; break
#else
      :: word == seen -> word = (seen == OPEN -> DONE : ENDING); break
#endif
#ifdef NO_RELOAD
      :: else
#else
      :: else -> seen = word
#endif
      fi
    }
#endif
  od;
  if
  :: seen == JOINER ->
#ifdef THREAD
#ifdef THREAD_WOKEN_FIRST
    store(to_waiter, 1);
    store(to_word, DONE)
#else
    store(to_word, DONE);
    store(to_waiter, 1)
#endif
#else
    /* Scheduler::wake, an exchange of the joiner's state */
    atomic { drain; assert(!waiter_gone); notified = 1 };
#ifndef NO_ENDING
    store(to_word, DONE)
#endif
#endif
  :: else
  fi;
over:
  skip
}

proctype Waiter() {
  bit dropping;
again:
  atomic { assert(!freed) };
  if
  :: true ->
    /* detach; here the handle's owner does not wait */
#ifdef DETACH_BY_STORE
    if
    :: word == DONE -> dropping = 1; goto take
    :: else -> word = DETACHED; goto over
    fi
#else
    atomic {
      if
      :: word == OPEN -> word = DETACHED; goto over
      :: else -> assert(word == DONE); dropping = 1; goto take
      fi
    }
#endif
  :: true ->
    /* await */
#ifdef AWAIT_BY_STORE
    if
    :: word == OPEN -> word = JOINER
    :: else -> goto take
    fi
#else
    atomic {
      if
      :: word == OPEN -> word = JOINER
      :: else -> assert(word == DONE); goto take
      fi
    }
#endif
  fi;
  if
  :: notified
#ifndef THREAD
  :: atomic { other_wakes > 0 -> other_wakes-- };
    /* withdraw */
    atomic {
      if
      :: word == JOINER -> word = OPEN; goto again
      :: else
      fi
    };
    dropping = 1
#endif
  fi;
#if !defined(NO_WAIT_AFTER_WAKE) && !defined(THREAD)
  /* wait_until_done */
  word == DONE;
#endif
take:
  atomic { assert(dropping || result == 1); free_cell };
over:
  waiter_gone = 1
}

proctype Memory() {
end_memory:
  do
  :: atomic { kind != none -> drain }
  od
}

init {
  atomic { run Completer(); run Waiter(); run Memory() };
  timeout;
  assert(freed && waiter_gone)
}
