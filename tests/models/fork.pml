/* A forked call that was given away: its owner, the worker that takes it from a queue or a mailbox, and the memory that both
 * hold. Mirrors sched/fork_cell.h, and GivenFork and ForkList::is_back and wait_for in sched/fork.cpp.
 *
 * The owner takes the call back and makes it itself, or waits for the worker that makes it. It waits with a futex on the cell's
 * word, which may return for no reason, and with SHUTDOWN no worker comes: the entry is dropped after the owner has gone on.
 *
 * The call is made exactly once (W2); the owner goes on after it, and has its result; the call on the owner's stack is not
 * touched afterwards; the cell is freed exactly once, and not touched afterwards; no process waits forever (W6).
 *
 * holds worker
 * holds shutdown        -DSHUTDOWN
 * ends  worker
 * fails claim_in_two_steps -DCLAIM_IN_TWO_STEPS | assertion
 * fails wait_by_store      -DWAIT_BY_STORE      | invalid end state
 * fails done_before_call   -DDONE_BEFORE_CALL   | assertion
 * fails wakes_nobody       -DWAKES_NOBODY       | invalid end state
 * fails one_holder         -DONE_HOLDER         | freed
 */
/* code: sched/fork_cell.h ForkCell a5dd1c09 */
/* code: sched/fork.cpp GivenFork 0f4855bb */
/* code: sched/fork.cpp ForkList::is_back 7ba57aaa */
/* code: sched/fork.cpp ForkList::wait_for ea0315f0 */
#define OFFERED 0
#define TAKEN 1
#define WAITED 2
#define DONE 3
#define BACK 4

byte word = OFFERED;
byte made;             /* how often the call was made */
bit owner_gone;        /* the call's memory, on the owner's stack, is gone */
bit asleep;            /* the owner waits with the futex */
byte holders = 2;
bit freed;
byte early_returns = 1; /* of the futex, for no reason */

#define touch_cell assert(!freed)
#define touch_call assert(!owner_gone)

inline drop() {
  atomic {
    touch_cell;
    holders--;
    if
    :: holders == 0 -> freed = 1
#ifdef ONE_HOLDER
    :: else -> freed = 1
#else
    :: else
#endif
    fi
  }
}

inline claim(as, won) {
#ifdef CLAIM_IN_TWO_STEPS
  atomic { touch_cell; won = (word == OFFERED) };
  if
  :: won -> word = as
  :: else
  fi
#else
  atomic {
    touch_cell;
    won = (word == OFFERED);
    if
    :: won -> word = as
    :: else
    fi
  }
#endif
}

inline make_call() { atomic { touch_call; assert(made == 0); made++ } }

/* Wakes the thread that waits at the word. A wake of freed memory is harmless, but the holder keeps it. */
inline wake() { atomic { touch_cell; asleep = 0 } }

proctype Worker() {
  bit won;
  byte seen;
#ifdef SHUTDOWN
  owner_gone; /* cancelled, when the owner has gone on */
#else
  claim(TAKEN, won);
  if
  :: won ->
#ifdef DONE_BEFORE_CALL
    atomic { touch_cell; seen = word; word = DONE };
    make_call();
#else
    make_call();
    atomic { touch_cell; seen = word; word = DONE };
#endif
#ifndef WAKES_NOBODY
    if
    :: seen == WAITED -> wake()
    :: else
    fi
#endif
  :: else
  fi;
#endif
  drop()
}

proctype Owner() {
  bit won, waits;
  claim(BACK, won);
  if
  :: won -> make_call()
  :: else ->
    do
    :: atomic { word == DONE -> touch_cell; break }
    :: atomic { word != DONE -> touch_cell };
#ifdef WAIT_BY_STORE
      atomic { waits = (word != DONE) };
      if
      :: waits -> word = WAITED
      :: else
      fi;
#else
      atomic {
        if
        :: word == TAKEN -> word = WAITED
        :: else
        fi;
        waits = (word != DONE)
      };
#endif
      if
      :: waits ->
        /* The futex looks at the word and falls asleep in one step. */
        atomic { asleep = (word == WAITED) };
        if
        :: !asleep
        :: atomic { asleep && early_returns > 0 -> early_returns--; asleep = 0 }
        fi
      :: else
      fi
    od
  fi;
  assert(made == 1);
  owner_gone = 1;
  drop()
}

init {
  atomic { run Owner(); run Worker() };
  (_nr_pr == 1);
  assert(freed && made == 1)
}
