/* Strands that wait for the first of several tasks to end, while the tasks end and the waits are cancelled. Mirrors
 * Choice (attempt_all, end, lock_all, enqueue, forget_waiters) in vm/run/tasks/choose.cpp, WaitQueue::take_first and end_wait in
 * vm/run/tasks/wait.cpp, Wait::take in vm/run/tasks/wait.h, and Task::end, child_ended, result_for and signal_locked in vm/run/tasks/task.cpp.
 *
 * Tasks 0 and 1 are children of task 2, which ends after they have ended; task 1 ends with an error. Chooser 0 waits
 * for 1, 0 and 2, in this order, chooser 1 for 2 and 1. With CANCEL there is only chooser 0, which is cancelled and
 * woken for no reason; task 0 ends after it has gone on, and task 1 possibly before that. A chooser that gets a task
 * takes its result, which forgives the error. The numbers of tasks are the order of the addresses of their locks.
 *
 * No cycle of locks; each wait is ended once; no queue keeps an entry of a wait that is over; a chooser goes on
 * if one of its tasks has ended or it was cancelled; an error that a chooser has got does not fail the parent.
 *
 * holds two_choosers
 * holds cancelled -DCANCEL
 * ends  cancelled -DCANCEL
 * fails child_locked_under_parent -DCHILD_LOCKED_UNDER_PARENT | invalid end state
 * fails unsorted_locks     -DUNSORTED_LOCKS      | invalid end state
 * fails signals_first      -DCANCEL -DSIGNALS_FIRST | invalid end state
 * fails phase_after_unlock -DPHASE_AFTER_UNLOCK  | invalid end state
 * fails wake_before_over   -DWAKE_BEFORE_OVER    | invalid end state
 * fails ended_twice        -DCANCEL -DENDED_TWICE | assertion
 * fails entries_left       -DENTRIES_LEFT        | assertion
 * fails woken_is_over      -DCANCEL -DWOKEN_IS_OVER | assertion
 * fails awaited_late       -DAWAITED_LATE        | assertion
 */
#define TASKS 3
#define PARENT 2
#define CHOOSERS 2
#define NO_CASE 3 /* the end of a chooser's cases */
#define INTERRUPTED 4

#define NONE 0 /* Wait::Phase */
#define GOING_ON 1
#define TAKEN 2
#define OVER 3

bit locked[TASKS], ended[TASKS];
bit awaited, failed; /* is_awaited_ and has_failed_ of task 1 */
bit result_taken;    /* a chooser has been given the error of task 1 */
byte living = 2;     /* of task 2 */

byte phase[CHOOSERS], which[CHOOSERS];
bit waits[CHOOSERS];  /* between its first entry in a queue and the last that it has taken out */
bit token[CHOOSERS];  /* it was woken */
bit signal[CHOOSERS]; /* kCancelled */

bit gone[CHOOSERS];   /* it has gone on */

#define at(chooser, task) ((chooser) * TASKS + (task))
bit queued[CHOOSERS * TASKS];

/* code: vm/heap/ordered_lock.h OrderedLock 45d4fa82 */
#define take_lock(t) atomic { !locked[t] -> locked[t] = 1 }
#define leave_lock(t) locked[t] = 0

/* code: vm/run/tasks/wait.cpp set_result b46ee40c */
/* code: vm/run/tasks/wait.cpp end_wait f1684272 */
/* end_wait, by the process that has taken the wait. */
inline end_wait(chooser, how) {
  atomic { assert(phase[chooser] == TAKEN && waits[chooser]); which[chooser] = how };
#ifdef WAKE_BEFORE_OVER
  token[chooser] = 1;
  phase[chooser] = OVER
#else
  phase[chooser] = OVER;
  token[chooser] = 1
#endif
}

/* code: vm/run/tasks/wait.h Wait::take a754d626 */
/* Wait::take, and end_wait if it succeeds. */
inline take_and_end(chooser, how) {
  atomic {
    if
#ifdef ENDED_TWICE
    :: phase[chooser] != NONE -> phase[chooser] = TAKEN; taken = 1
#else
    :: phase[chooser] == GOING_ON -> phase[chooser] = TAKEN; taken = 1
#endif
    :: else -> taken = 0
    fi
  };
  if
  :: taken -> end_wait(chooser, how)
  :: else
  fi
}

/* ---- A strand in `choose` */

/* Its cases, in their order. */
#define case_of(chooser, i) (chooser == 0 -> (i == 0 -> 1 : (i == 1 -> 0 : (i == 2 -> 2 : NO_CASE))) : \
                                             (i == 0 -> 2 : (i == 1 -> 1 : NO_CASE)))
#define has_case(chooser, t) (chooser == 0 || t != 0)

/* code: vm/run/tasks/choose.cpp Choice::lock_all 2e9fab44 */
inline lock_all() {
  i = 0;
#ifdef UNSORTED_LOCKS
  do
  :: i < TASKS && case_of(me, i) != NO_CASE -> take_lock(case_of(me, i)); i++
  :: else -> break
  od;
#else
  do
  :: i < TASKS && has_case(me, i) -> take_lock(i); i++
  :: i < TASKS && !has_case(me, i) -> i++
  :: else -> break
  od;
#endif
  i = 0
}

inline unlock_all() {
  atomic {
    i = 0;
    do
    :: i < TASKS -> if :: has_case(me, i) -> leave_lock(i) :: else fi; i++
    :: else -> break
    od;
    i = 0
  }
}

inline attempt() {
  atomic {
    found = NO_CASE;
    i = 0;
    do
    :: i == TASKS || case_of(me, i) == NO_CASE -> break
    :: else -> if :: ended[case_of(me, i)] -> found = case_of(me, i); break :: else -> i++ fi
    od;
    i = 0
  }
}

/* code: vm/run/tasks/choose.cpp Choice::enqueue aa077821 */
inline enqueue() {
  atomic {
    waits[me] = 1;
    i = 0;
    do
    :: i < TASKS -> queued[at(me, i)] = has_case(me, i); i++
    :: else -> break
    od;
    i = 0
  }
}

/* code: vm/run/tasks/choose.cpp Choice::forget_waiters c1da42a5 */
/* Each under its lock; the process that ended the wait has taken its entry out. */
inline forget_waiters() {
  i = 0;
  do
  :: i < TASKS ->
    if
    :: has_case(me, i) && i != which[me] ->
#ifndef ENTRIES_LEFT
      atomic { !locked[i] -> queued[at(me, i)] = 0 }
#else
      skip
#endif
    :: else
    fi;
    i++
  :: else -> break
  od;
  i = 0;
  waits[me] = 0
}

/* code: vm/run/tasks/task.cpp Task::result_for 8dabac19 */
/* Task::result_for. */
inline take_result() {
#ifdef AWAITED_LATE
  atomic { !locked[PARENT] -> failed = 0 };
  awaited = 1;
#else
  awaited = 1;
  atomic { !locked[PARENT] -> failed = 0 };
#endif
  result_taken = 1
}

/* code: vm/run/tasks/choose.cpp Choice::attempt_all d9c5c87c */
/* code: vm/run/tasks/choose.cpp Choice::end d8e0817a */
proctype Chooser(byte me) {
  byte i = 0, found = NO_CASE;
  bit taken = 0, seen = 0;
  if
  :: signal[me] -> goto raised
  :: else
  fi;
  lock_all();
  attempt();
  if
  :: found != NO_CASE -> unlock_all(); goto chosen
  :: else
  fi;
  enqueue();
#ifdef SIGNALS_FIRST
  seen = signal[me];
#endif
#ifdef PHASE_AFTER_UNLOCK
  unlock_all();
  phase[me] = GOING_ON;
#else
  phase[me] = GOING_ON;
  unlock_all();
#endif
#ifndef SIGNALS_FIRST
  seen = signal[me];
#endif
  if
  :: seen -> take_and_end(me, INTERRUPTED)
  :: else
  fi;
  do
#ifdef WOKEN_IS_OVER
  :: phase[me] != NONE ->
    if
    :: phase[me] == OVER -> break
    :: else -> atomic { token[me] -> token[me] = 0; break }
    fi
#else
  :: phase[me] == OVER -> break
  :: phase[me] != OVER -> atomic { token[me] -> token[me] = 0 } /* parked until it is woken */
#endif
  od;
  assert(phase[me] == OVER);
  forget_waiters();
  phase[me] = NONE;
  found = which[me];
  if
  :: found == INTERRUPTED -> goto raised
  :: else
  fi;
chosen:
  atomic { assert(ended[found]); assert(has_case(me, found)) };
  if
  :: found == 1 -> take_result()
  :: else
  fi;
raised:
  atomic { found = 0; taken = 0; seen = 0; gone[me] = 1 }
}

/* ---- The end of a task */

/* code: vm/run/tasks/task.cpp Task::end 3f3b1e21 */
inline end_task(t) {
  atomic { !locked[t] -> locked[t] = 1; ended[t] = 1 };
  w = 0;
  do
  :: w < CHOOSERS && queued[at(w, t)] ->
    atomic { assert(waits[w]); queued[at(w, t)] = 0 };
    take_and_end(w, t);
    if
    :: taken && t == 1 -> awaited = 1
    :: else
    fi;
    w++
  :: w < CHOOSERS && !queued[at(w, t)] -> w++
  :: else -> break
  od;
  w = 0;
  leave_lock(t)
}

/* code: vm/run/tasks/task.cpp Task::child_ended d8dbddf4 */
proctype Child(byte t) {
  byte w = 0;
  bit taken = 0, is_lost = 0;
#ifdef CANCEL
  if
  :: t == 1
  :: true -> gone[0]
  fi;
#endif
  end_task(t);
  taken = 0;
  take_lock(PARENT);
  if
  :: t == 1 ->
#ifdef CHILD_LOCKED_UNDER_PARENT
    take_lock(t);
    is_lost = !awaited;
    leave_lock(t);
#else
    is_lost = !awaited;
#endif
    if :: is_lost -> failed = 1 :: else fi;
    is_lost = 0
  :: else
  fi;
  living--;
  leave_lock(PARENT)
}

proctype Parent() {
  byte w = 0;
  bit taken = 0;
  living == 0; /* it waits for its children */
  end_task(PARENT)
}

#ifdef CANCEL
/* code: vm/run/tasks/signals.cpp Task::signal_locked 76ea5449 */
/* Task::signal_locked of a chooser's task. Nothing else here takes its lock. */
proctype Canceller() {
  bit taken = 0;
  signal[0] = 1;
  take_and_end(0, INTERRUPTED)
}

proctype Spurious() {
  token[0] = 1
}
#endif

init {
  atomic {
#ifdef CANCEL
    run Canceller(); run Spurious();
#else
    run Chooser(1);
#endif
    run Chooser(0); run Child(0); run Child(1); run Parent()
  };
  _nr_pr == 1;
  atomic {
    assert(!result_taken || !failed);
    assert(!queued[at(0, 0)] && !queued[at(0, 1)] && !queued[at(0, 2)] && !queued[at(1, 1)] && !queued[at(1, 2)])
  }
}
