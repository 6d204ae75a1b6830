/* Shutdown while tasks are queued, run, park, are woken and submitted. Mirrors Scheduler::submit, enqueue, shutdown and
 * cancel_the_rest (sched/scheduler.cpp), Worker::loop and cancel_queued (sched/worker.cpp), sched/roster.h, global_queue.h.
 *
 * Task 1 submits task 3, parks, and ends when a foreign thread has woken it. Task 2 parks until task 1 is over, by whatever end.
 * Another thread submits tasks 1, 2 and 4. One thread, or two at once, shuts the scheduler down. The idle protocol is one step here (idle.pml); the
 * store of the stop flag waits in a store buffer until its thread's next read-modify-write, as does the global queue's size.
 *
 * When shutdown returns, every task that was submitted is done or cancelled, exactly once, and every worker has left.
 *
 * holds twice  -DWORKERS=1 -DTWICE
 * holds two    -DWORKERS=2
 * fails closed_without_lock   -DCLOSED_WITHOUT_LOCK   | fate
 * fails tokens_before_flag    -DTOKENS_BEFORE_FLAG    | workers_left
 * fails cancel_unclaimed      -DCANCEL_UNCLAIMED -DWORKERS=1 | assertion
 * fails cancel_once           -DCANCEL_ONCE -DWORKERS=1 | fate
 * fails twice_unlocked        -DTWICE -DTWICE_UNLOCKED | assertion
 * fails queued_left_behind    -DQUEUED_LEFT_BEHIND    | fate
 */
#ifndef WORKERS
#define WORKERS 2
#endif
#ifdef TWICE
#define CALLS 2
#else
#define CALLS 1
#endif
#define TASKS 4

/* The tasks' state words: none yet, then as in task.h. */
#define QUEUED 1
#define RUNNING 2
#define NOTIFIED 3
#define OVER 4
byte word[TASKS + 1];
bit listed[TASKS + 1];   /* in the roster */
bit submitted[TASKS + 1], refused[TASKS + 1];
byte fate[TASKS + 1];    /* how often it was done or cancelled */
bit foreign_data, foreign_woke;

chan ring[WORKERS] = [TASKS] of { byte };
chan global_queue = [TASKS + 1] of { byte };
bit closed, stopping, buffered_stopping, is_down, shutdown_lock;
bit sleeping[WORKERS], token[WORKERS];
byte workers_left, returned;

#define drain stopping = stopping | buffered_stopping; buffered_stopping = 0

/* IdleSet::wake_one and Parker::give. */
inline notify() {
  if
  :: sleeping[0] -> sleeping[0] = 0; token[0] = 1
#if WORKERS > 1
  :: sleeping[1] -> sleeping[1] = 0; token[1] = 1
#endif
  :: else
  fi
}

/* Scheduler::wake; `here` is the worker's index, or WORKERS on other threads. */
inline wake(task, here) {
  atomic {
    must_enqueue = submitted[task] && (word[task] == 0);
    word[task] = (word[task] < OVER && submitted[task] -> word[task] | QUEUED : word[task])
  };
  if
  :: must_enqueue ->
    must_enqueue = 0;
    if
    :: here < WORKERS -> ring[here % WORKERS] ! task
    :: else -> global_queue ! task
    fi;
    atomic { notify() }
  :: else
  fi
}

/* Scheduler::retire, and what ends with the task: the one who joins task 1. */
inline retire(task, here) {
  atomic {
    listed[task] = 0;
    word[task] = OVER;
    fate[task]++;
    assert(fate[task] == 1 && submitted[task])
  };
  if
  :: task == 1 -> wake(2, here)
  :: else
  fi
}

/* Worker::cancel_queued. */
inline cancel_ring(w, here) {
  do
  :: atomic { nempty(ring[w]) -> ring[w] ? victim };
    assert(word[victim] == QUEUED);
    retire(victim, here);
    victim = 0
  :: empty(ring[w]) -> break
  od
}

proctype Worker(byte me) {
  byte task, victim;
  bit must_enqueue, ends;
  do
  :: stopping -> break
  :: else ->
    atomic {
      if
      :: nempty(ring[me]) -> ring[me] ? task
      :: empty(ring[me]) && nempty(global_queue) -> global_queue ? task
#if WORKERS > 1
      :: empty(ring[me]) && empty(global_queue) && nempty(ring[1 - me]) -> ring[1 - me] ? task
      :: empty(ring[me]) && empty(global_queue) && empty(ring[1 - me]) -> sleeping[me] = 1
#else
      :: empty(ring[me]) && empty(global_queue) -> sleeping[me] = 1
#endif
      fi
    };
    if
    :: task == 0 -> atomic { token[me] -> token[me] = 0; sleeping[me] = 0 }
    :: else ->
      atomic { assert(word[task] == QUEUED); word[task] = RUNNING };
      ends = (task > 2 || (task == 1 && foreign_data) || (task == 2 && (fate[1] > 0 || refused[1])));
      if
      :: task == 1 && !submitted[3] && !refused[3] ->
        /* Scheduler::submit on a worker */
        if
        :: stopping -> refused[3] = 1
        :: else -> atomic { submitted[3] = 1; word[3] = QUEUED }; ring[me] ! 3; atomic { notify() }
        fi
      :: else
      fi;
      if
      :: ends -> retire(task, me)
      :: else ->
        listed[task] = 1;
        atomic {
          if
          :: word[task] == NOTIFIED -> word[task] = QUEUED; must_enqueue = 1
          :: else -> word[task] = 0
          fi
        };
        if
        :: must_enqueue -> must_enqueue = 0; ring[me] ! task; atomic { notify() }
        :: else
        fi
      fi;
      ends = 0;
      task = 0
    fi
  od;
#ifndef QUEUED_LEFT_BEHIND
  cancel_ring(me, me);
#endif
  workers_left++
}

/* A task that was refused never runs; whoever joins it knows at once. */
proctype Submitter() {
  byte at, task;
  bit open;
  do
  :: at < 3 -> at++; task = (at == 3 -> 4 : at);
#ifdef CLOSED_WITHOUT_LOCK
    open = !closed;
    atomic {
      if
      :: open -> submitted[task] = 1; word[task] = QUEUED; global_queue ! task
      :: else -> refused[task] = 1
      fi
    };
#else
    /* GlobalQueue::push_new, under its lock */
    atomic {
      open = !closed;
      if
      :: open -> submitted[task] = 1; word[task] = QUEUED; global_queue ! task
      :: else -> refused[task] = 1
      fi
    };
#endif
    atomic { if :: open -> notify() :: else fi }
  :: else -> break
  od
}

proctype Foreign() {
  bit must_enqueue;
  foreign_data = 1;
  wake(1, WORKERS);
  foreign_woke = 1
}

/* Scheduler::cancel_queued on the thread that shuts down. */
inline cancel_queued() {
#ifndef QUEUED_LEFT_BEHIND
  cancel_ring(0, WORKERS);
#if WORKERS > 1
  cancel_ring(1, WORKERS);
#endif
#endif
  do
  :: atomic { nempty(global_queue) -> global_queue ? victim };
    assert(word[victim] == QUEUED);
    retire(victim, WORKERS);
    victim = 0
  :: empty(global_queue) -> break
  od
}

/* Scheduler::cancel_one_listed. */
inline cancel_one_listed() {
  one_listed = 0;
  atomic {
    if
    :: listed[1] -> listed[1] = 0; task = 1
    :: listed[2] -> listed[2] = 0; task = 2
    :: else
    fi
  };
  if
  :: task != 0 ->
    one_listed = 1;
#ifdef CANCEL_UNCLAIMED
    retire(task, WORKERS);
#else
    atomic { if :: word[task] == 0 -> word[task] = RUNNING; claimed = 1 :: else fi };
    if
    :: claimed -> retire(task, WORKERS); claimed = 0
    :: else -> listed[task] = 1
    fi;
#endif
    task = 0
  :: else
  fi
}

#define resolved(task) assert(fate[task] == submitted[task])

proctype Shutdown() {
  byte victim, task, i;
  bit one_listed, claimed, must_enqueue;
#ifndef TWICE_UNLOCKED
  atomic { !shutdown_lock -> shutdown_lock = 1 };
#endif
  if
  :: is_down
  :: else ->
#ifndef TWICE_UNLOCKED
    is_down = 1;
#endif
    closed = 1;
#ifndef TOKENS_BEFORE_FLAG
    buffered_stopping = 1;
#endif
    do
    :: i < WORKERS -> atomic { drain; token[i] = 1; i++ }
    :: else -> break
    od;
#ifdef TOKENS_BEFORE_FLAG
    buffered_stopping = 1;
#endif
    workers_left == WORKERS;
    do
    :: cancel_queued();
      cancel_one_listed();
#ifdef CANCEL_ONCE
      break
#else
      if
      :: one_listed
      :: else -> break
      fi
#endif
    od;
    is_down = 1
  fi;
  shutdown_lock = 0;
  resolved(1);
  resolved(2);
  resolved(3);
  resolved(4);
  assert(workers_left == WORKERS);
  returned++
}

proctype Memory() {
end_memory:
  do
  :: atomic { buffered_stopping -> drain }
  od
}

init {
  atomic {
    run Worker(0);
#if WORKERS > 1
    run Worker(1);
#endif
    run Submitter();
    run Foreign();
    run Shutdown();
#ifdef TWICE
    run Shutdown();
#endif
    run Memory()
  };
  timeout;
  assert(workers_left == WORKERS && returned == CALLS);
  assert(foreign_woke)
}
