/* Loops: their next iterations run ahead in strands of their own. Mirrors vm/run/slow_iterations.cpp, slow_sums.cpp, the splits of loops in
 * vm/run/parallel/split_attempt.cpp and perform_split.cpp, and what timeline.cpp does for them. The rules are in vm/docs/loops.md; those
 * of all strands are in timeline.pml.
 *
 * The search covers families of programs (loops_programs.inc): main calls F, which has a loop, perhaps with a loop in it, and may call G in
 * it. A line of the body may need or update the carried variable, write, read, leave the loop, return or raise. Each program runs unsplit
 * first. Then any strand may split at any line, up to SPLITS times: at a call, at the loop, at the inner loop, or by halves. A split run
 * sees what the first run saw (E1). No strand waits for what has happened already, a strand is in the list or gone, and each is freed
 * once (E3). The marks in F are the topmost segments that its strand stands on.
 *
 * A strand that may run does so at any time: the search covers any number of workers. Splits before waits are splits like all others. What
 * a locked section does is one step, with what the strand does by itself before.
 *
 * holds effects
 * holds exits        -DEXITS
 * holds calls        -DCALLS
 * holds nested       -DNESTED -DSTEPS=2
 * holds halves       -DHALVES -DSTEPS=4
 * holds reads        -DREADS
 * fails mark_ignored        -DMARK_IGNORED               | mark==0
 * fails mark_stays          -DEXITS -DMARK_STAYS         | loop[stands[self]]!=0
 * fails inner_mark_stays    -DNESTED -DSTEPS=2 -DINNER_MARK_STAYS | loop[stands[self]]!=0
 * fails outer_after_inner   -DNESTED -DSTEPS=2 -DOUTER_AFTER_INNER | inner_mark==stands[k]
 * fails carried_copied      -DCARRIED_COPIED             | expected[seen]
 * fails counted_twice       -DCOUNTED_TWICE              | expected[seen]
 * fails ends_at_once        -DCALLS -DENDS_AT_ONCE       | mark==0
 * fails takes_copy          -DTAKES_COPY                 | is_over
 * fails wakes_at_base_only  -DWAKES_AT_BASE_ONLY         | value[waits[k]]==0
 * fails withdrawn_starts    -DWITHDRAWN_STARTS           | live==0
 * fails writes_at_once      -DWRITES_AT_ONCE             | expected[seen]
 * fails bound_pure          -DREADS -DBOUND_PURE         | expected[seen]
 * fails break_keeps_rest    -DEXITS -DBREAK_KEEPS_REST   | (head==self)&&(next[self]==0)
 * fails squashes_all        -DEXITS -DSQUASHES_ALL       | state[k]
 * fails leaves_at_once      -DNESTED -DSTEPS=2 -DLEAVES_AT_ONCE | mark==0
 * fails catches_in_loop     -DEXITS -DCATCHES_IN_LOOP    | mark==0
 * fails caught_in_copy      -DEXITS -DCAUGHT_IN_COPY     | is_over
 * fails return_ends_iteration -DEXITS -DRETURN_ENDS_ITERATION | expected[seen]
 * fails half_kept_twice     -DHALVES -DSTEPS=4 -DHALF_KEPT_TWICE | expected[seen]
 * fails half_without_sum    -DHALVES -DSTEPS=4 -DHALF_WITHOUT_SUM | expected[seen]
 * fails splits_apart        -DHALVES -DSTEPS=4 -DSPLITS_APART | apart[self]
 * fails float_not_repeated  -DHALVES -DSTEPS=4 -DFLOAT_NOT_REPEATED | expected[seen]
 * fails repeat_keeps_rest   -DHALVES -DSTEPS=4 -DREPEAT_KEEPS_REST | expected[seen]
 * fails not_taken_back      -DHALVES -DSTEPS=4 -DNOT_TAKEN_BACK | may<8
 *
 * What has to be possible, or the rest shows nothing:
 * fails resolves_ahead   -DNEVER=RESOLVES_AHEAD                   | 1!=1
 * fails breaks_ahead     -DEXITS -DNEVER=BREAKS_AHEAD             | 2!=2
 * fails squashes_running -DEXITS -DNEVER=SQUASHES_RUNNING         | 3!=3
 * fails marked_twice     -DNESTED -DSTEPS=2 -DNEVER=MARKED_TWICE  | 4!=4
 * fails repeats          -DHALVES -DSTEPS=4 -DNEVER=REPEATS       | 5!=5
 * fails takes_back       -DHALVES -DSTEPS=4 -DNEVER=TAKES_BACK    | 6!=6
 * fails withdraws        -DNEVER=WITHDRAWS                        | 7!=7
 * fails passes_copy      -DEXITS -DNEVER=PASSES_COPY              | 8!=8
 * fails returns_past     -DEXITS -DNEVER=RETURNS_PAST             | 9!=9
 * fails adds_apart       -DHALVES -DSTEPS=4 -DNEVER=ADDS_APART    | 10!=10
 * fails reads_ahead      -DREADS -DNEVER=READS_AHEAD              | 11!=11
 * fails halved_twice     -DHALVES -DSTEPS=4 -DNEVER=HALVED_TWICE  | 12!=12
 * fails waits_to_leave   -DNESTED -DSTEPS=2 -DNEVER=WAITS_TO_LEAVE | 13!=13
 */
/* code: vm/run/slow_iterations.cpp Interpreter::end_iteration 6494ef77 */
/* code: vm/run/slow_iterations.cpp Interpreter::leave_loop 9d90adb8 */
/* code: vm/run/slow_iterations.cpp Interpreter::leave_loops 80a6db0c */
/* code: vm/run/slow_iterations.cpp Interpreter::catch_after_wait ad990561 */
/* code: vm/run/slow_iterations.cpp Interpreter::slow_LeaveLoop 98b33db9 */
/* code: vm/run/slow_strands.cpp Interpreter::unwind_past 0b8c46a9 */
/* code: vm/run/slow_strands.cpp Interpreter::return_past_rest ee6d8826 */
/* code: vm/run/parallel/split_attempt.cpp SplitAttempt::consider_iteration bb5269c2 */
/* code: vm/run/parallel/split_attempt.cpp SplitAttempt::part_to_keep 7ac20112 */
/* code: vm/run/parallel/perform_split.cpp Split::enter_iteration 4992df30 */
/* code: vm/run/parallel/perform_split.cpp Split::mark b25c49c9 */
/* code: vm/run/parallel/timeline.cpp Timeline::return_past 9476c090 */
/* code: vm/run/parallel/timeline.cpp Timeline::unwind_past 7f0e45bb */
/* code: vm/run/slow_sums.cpp Interpreter::begin_sum 33718f87 */
/* code: vm/run/slow_sums.cpp Interpreter::complete_sums 5138c7d7 */
/* code: vm/run/slow_sums.cpp Interpreter::repeat_half 93e08970 */
/* code: vm/run/slow_sums.cpp Interpreter::take_back_half 6d3444bc */
/* code: vm/run/slow_sums.cpp Interpreter::end_elements c075c6fa */
#ifndef SPLITS
#define SPLITS 3
#endif
#define STRANDS (SPLITS + 1)
#define RESOLVES_AHEAD 1
#define BREAKS_AHEAD 2
#define SQUASHES_RUNNING 3
#define MARKED_TWICE 4
#define REPEATS 5
#define TAKES_BACK 6
#define WITHDRAWS 7
#define PASSES_COPY 8
#define RETURNS_PAST 9
#define ADDS_APART 10
#define READS_AHEAD 11
#define HALVED_TWICE 12
#define WAITS_TO_LEAVE 13
#ifdef NEVER
#define is_possible(what) assert(what != NEVER)
#else
#define is_possible(what) skip
#endif

/* The functions that have a frame, from the lowest. */
#define M 0
#define F 1
#define G 2
typedef Frames {
  byte low, top;
  byte pc_m, x;             /* main's; x: F's value */
  byte pc_f, t, i, j;       /* F's; i and j: elements that were taken by the loop, and by the inner one */
  byte mark, inner_mark;    /* segments in the state of the loops; 0: none */
#ifdef HALVES
  byte last;                /* element of the loop */
  bit leaves, adds;         /* AtEnd */
#endif
  byte pc_g
};

/* A strand. The n-th is made with segment n and continues it; 0 is the first. */
mtype = { unmade, unstarted, running, waits_value, waits_base, waits_turn, waits_read, withdrawn, squashed, over };
mtype = { runs, returns, raises, catches_now };
mtype state[STRANDS] = unmade;
mtype mode[STRANDS] = runs;  /* returns, raises: its frames are gone; it returns t. catches_now: F leaves the loop for its handler */
Frames own[STRANDS];
byte stands[STRANDS];      /* segment below its frames; 0: none, it is the last */
byte owes[STRANDS];        /* R2; 0 for the head only */
byte waits[STRANDS];       /* it is parked on a future of this segment */
byte next[STRANDS];        /* 0: the last */
bit freed[STRANDS];

/* A segment. */
Frames kept[STRANDS];
byte parent[STRANDS], bound[STRANDS];
byte continuing[STRANDS];
byte loop[STRANDS];        /* STEP or INNER_STEP; 0: the segment of a call */
bit has_carried[STRANDS];  /* t is a future in the copy of F */
bit done[STRANDS];         /* its own future has a value */
byte value[STRANDS];       /* 1 + the value of the call, or of t; 0 as long as there is none */
#ifdef HALVES
bit is_half[STRANDS], apart[STRANDS];
byte half_parent[STRANDS], half_i[STRANDS], half_last[STRANDS];
bit has_no_sum;            /* LoopPace */
#endif

byte head, splits;
bit is_over;

/* Scratch, never read in another step than it was written in. */
hidden byte n, k, live, may, v, elsewhere, exit_to;

#include "loops_programs.inc"

#define is_live(s) \
  (state[s] != unmade && state[s] != withdrawn && state[s] != squashed && state[s] != over)
#define bound_of(s) (stands[s] == 0 -> WRITE : bound[stands[s]])

inline clear_frames(to) {
  to.low = 0; to.top = 0; to.pc_m = 0; to.x = 0; to.pc_f = 0; to.t = 0; to.i = 0; to.j = 0; to.mark = 0; to.inner_mark = 0;
#ifdef HALVES
  to.last = 0; to.leaves = 0; to.adds = 0;
#endif
  to.pc_g = 0
}
inline copy_frames(to, from) {
  to.low = from.low; to.top = from.top; to.pc_m = from.pc_m; to.x = from.x; to.pc_f = from.pc_f; to.t = from.t;
  to.i = from.i; to.j = from.j; to.mark = from.mark; to.inner_mark = from.inner_mark;
#ifdef HALVES
  to.last = from.last; to.leaves = from.leaves; to.adds = from.adds;
#endif
  to.pc_g = from.pc_g
}
inline drop_f(s) {
  own[s].pc_f = 0; own[s].t = 0; own[s].i = 0; own[s].j = 0; own[s].mark = 0; own[s].inner_mark = 0
#ifdef HALVES
  ; own[s].last = 0; own[s].leaves = 0; own[s].adds = 0
#endif
}

inline forget_segment(m) {
  clear_frames(kept[m]);
  parent[m] = 0; bound[m] = 0; continuing[m] = 0; loop[m] = 0; has_carried[m] = 0
}
inline vanish(s, how) {
  state[s] = how;
  mode[s] = runs;
  clear_frames(own[s]);
  stands[s] = 0; owes[s] = 0; waits[s] = 0; next[s] = 0
}
inline free_strand(s) {
  assert(!freed[s]);
  freed[s] = 1
}
inline wake(s) { state[s] = running; waits[s] = 0 }

/* may: every strand before s is bounded by read. */
inline look_before(s) {
  k = head;
  may = 1;
  do
  :: k == s -> break
  :: else -> may = may && bound_of(k) <= READ; k = next[k]
  od
}

/* Timeline::turn_to. */
inline serve() {
  k = head;
  may = 1;
  do
  :: true ->
    if
    :: state[k] == waits_turn && k == head -> wake(k)
    :: state[k] == waits_read && (may || k == head) -> wake(k)
    :: else
    fi;
    may = may && bound_of(k) <= READ;
    k = next[k];
    if :: k == 0 -> break :: else fi
  od
}

/* Holds after every step. */
inline check() {
  if
  :: is_over
  :: else ->
    k = head;
    may = 1;
    live = 0;
    do
    :: true ->
      assert(is_live(k));
      assert((k == head) == (owes[k] == 0));
      assert(stands[k] == 0 || continuing[stands[k]] == next[k]);
      assert(state[k] != waits_base || !done[waits[k]]);
      assert(state[k] != waits_value || value[waits[k]] == 0);
      assert(state[k] != waits_turn || k != head);
      assert(state[k] != waits_read || !(may || k == head));
      if
      :: own[k].low == F && own[k].top >= F && (mode[k] == runs || mode[k] == catches_now) && state[k] != unstarted ->
        assert(own[k].mark == 0 || is_in_loop(own[k].pc_f));
        assert(own[k].inner_mark == 0 || is_in_inner(own[k].pc_f));
        assert(own[k].inner_mark == 0 || own[k].inner_mark == stands[k]);
        assert(own[k].mark == 0 || own[k].mark == (own[k].inner_mark -> parent[own[k].inner_mark] : stands[k]))
      :: else
      fi;
      may = may && bound_of(k) <= READ;
      live++;
      k = next[k];
      if :: k == 0 -> break :: else fi
    od;
    for (n : 0 .. STRANDS - 1) { live = live - is_live(n) };
    assert(live == 0)
  fi
}

/* ---- The ends of strands */

/* Everything after s, up to the strand that continues segment m. */
inline squash_after(s, m) {
  live = 0;
  do
  :: next[s] == 0 || (m != 0 && continuing[m] == next[s]) -> break
  :: else ->
    k = next[s];
    next[s] = next[k];
    live++;
    if :: owes[k] != n -> forget_segment(owes[k]) :: else fi; /* the caller needs n */
    if
    :: state[k] == unstarted -> vanish(k, withdrawn)
    :: else ->
      if :: state[k] == running -> is_possible(SQUASHES_RUNNING) :: else fi;
      vanish(k, squashed)
    fi
  od
}

/* Timeline::unwind_past, and the segment that it returns, in n. */
inline unwind_past(s) {
  n = stands[s];
#ifdef SQUASHES_ALL
  v = 0;
#else
  v = parent[n];
#endif
  squash_after(s, v);
  stands[s] = parent[n]
}

inline leave_list(s) {
  if
  :: head == s -> head = next[s]
  :: else ->
    k = head;
    do
    :: next[k] == s -> break
    :: else -> assert(next[k] != 0); k = next[k]
    od;
    next[k] = next[s]
  fi
}

/* Timeline::return_past, if the next strand has begun. */
inline resolve(s, result) {
  if :: head != s -> is_possible(RESOLVES_AHEAD) :: else fi;
  n = stands[s];
  k = next[s];
  owes[k] = owes[s];
  if :: owes[k] != 0 -> continuing[owes[k]] = k :: else fi;
  done[n] = 1;
  if :: loop[n] == 0 || has_carried[n] -> value[n] = 1 + (result) :: else fi;
  leave_list(s);
  vanish(s, over); free_strand(s);
  forget_segment(n);
#ifdef WAKES_AT_BASE_ONLY
#define is_woken(k) (state[k] == waits_base)
#else
#define is_woken(k) (state[k] == waits_value || state[k] == waits_base)
#endif
  for (k : 0 .. STRANDS - 1) {
    if :: is_woken(k) && waits[k] == n -> wake(k) :: else fi
  };
  serve()
}

/* Timeline::return_past, if it has not. Its segment is in n, and the frames of that are the strand's now. */
inline withdraw(s) {
  n = stands[s];
  k = next[s];
  next[s] = next[k];
#ifndef WITHDRAWN_STARTS
  vanish(k, withdrawn);
#endif
  stands[s] = parent[n];
  copy_frames(own[s], kept[n])
}

#define waits_at_base(s) (owes[s] != 0 && stands[s] == parent[owes[s]])
inline wait_at_base(s) { state[s] = waits_base; waits[s] = owes[s] }

inline end_program(s, how) {
  assert(head == s && next[s] == 0);
  see(how);
  is_over = 1;
  vanish(s, over); free_strand(s)
}

/* The value of a call comes to the topmost frame. */
inline deliver(s, result) {
  mode[s] = runs;
  if
  :: own[s].top == M -> own[s].x = result; own[s].pc_m = M_WORK
  :: else -> own[s].t = result; own[s].pc_f = next_line(own[s].pc_f)
  fi
}

/* EndStrand. */
inline end_strand(s) {
  if
  :: waits_at_base(s) -> wait_at_base(s)
  :: !waits_at_base(s) && stands[s] == 0 -> end_program(s, END)
  :: else ->
    v = own[s].t;
    if
#ifndef RETURN_ENDS_ITERATION
    :: loop[stands[s]] != 0 -> return_past_rest(s)
    :: loop[stands[s]] == 0 && state[next[s]] == unstarted ->
#else
    :: state[next[s]] == unstarted ->
#endif
      may = own[s].t;
      withdraw(s);
      forget_segment(n);
      deliver(s, may)
    :: else -> resolve(s, v)
    fi
  fi
}

/* The copy of F returns with the value of F. */
inline return_past_rest(s) {
  may = own[s].t;
  if :: state[next[s]] != unstarted -> is_possible(RETURNS_PAST) :: else fi;
  unwind_past(s);
  copy_frames(own[s], kept[n]);
  forget_segment(n);
  drop_f(s);
  if
  :: own[s].low == M -> own[s].top = M; deliver(s, may)
  :: else -> own[s].t = may
  fi
}

/* ---- Errors */

inline raise_in_main(s) {
  own[s].top = M;
  if
  :: catches -> mode[s] = runs; own[s].x = CAUGHT; own[s].pc_m = M_WORK
  :: else -> mode[s] = raises; clear_frames(own[s])
  fi
}
/* F is the topmost frame. */
inline raise_in_f(s) {
  if
  :: op[own[s].pc_f] == try_g -> mode[s] = runs; own[s].t = CAUGHT; own[s].pc_f = next_line(own[s].pc_f)
  :: handler == B2 && is_in_inner(own[s].pc_f) -> mode[s] = catches_now
  :: handler == AFTER && is_in_loop(own[s].pc_f) && op[own[s].pc_f] != try_g -> mode[s] = catches_now
  :: else ->
    if
    :: own[s].low == F -> mode[s] = raises; clear_frames(own[s])
    :: else -> drop_f(s); raise_in_main(s)
    fi
  fi
}
inline raise_in_g(s) {
  own[s].pc_g = 0;
  own[s].top = F;
  if
  :: own[s].low == G -> mode[s] = raises; clear_frames(own[s])
  :: else -> raise_in_f(s)
  fi
}

/* Interpreter::unwind_past: an error has passed all frames of the strand. */
inline raise_past(s) {
  if
  :: waits_at_base(s) -> wait_at_base(s)
  :: !waits_at_base(s) && stands[s] == 0 -> end_program(s, UNCAUGHT)
  :: else ->
    unwind_past(s);
    copy_frames(own[s], kept[n]);
    if
#ifdef CAUGHT_IN_COPY
    :: loop[n] != 0 -> mode[s] = runs
#else
    :: loop[n] != 0 ->
      is_possible(PASSES_COPY);
      drop_f(s);
      if :: own[s].low == M -> raise_in_main(s) :: else clear_frames(own[s]) fi
#endif
    :: loop[n] == 0 && own[s].top == M -> raise_in_main(s)
    :: else -> raise_in_f(s)
    fi;
    forget_segment(n)
  fi
}

/* ---- The ends of iterations */

/* Interpreter::leave_loop; elsewhere: the strand waits. */
inline leave_loop(s) {
  assert(own[s].low == F && own[s].top == F && loop[stands[s]] != 0);
  elsewhere = 0;
  if
#ifndef LEAVES_AT_ONCE
  :: waits_at_base(s) -> is_possible(WAITS_TO_LEAVE); wait_at_base(s); elsewhere = 1
#endif
  :: else ->
    if :: head != s -> is_possible(BREAKS_AHEAD) :: else fi;
#ifdef BREAK_KEEPS_REST
    n = stands[s];
    stands[s] = parent[n];
#else
    unwind_past(s);
#endif
    if
#ifndef MARK_STAYS
    :: own[s].mark == n -> own[s].mark = 0
#endif
#ifndef INNER_MARK_STAYS
    :: own[s].inner_mark == n -> own[s].inner_mark = 0
#endif
    :: else
    fi;
    own[s].low = kept[n].low; own[s].pc_m = kept[n].pc_m; own[s].x = kept[n].x;
    forget_segment(n)
  fi
}

/* LeaveLoop, and then on at a line. */
inline leave_marked(s, line) {
  elsewhere = 0;
  do
  :: (line == AFTER && own[s].mark == 0) || (line == B2 && own[s].inner_mark == 0) || elsewhere -> break
  :: else -> leave_loop(s)
  od;
  if :: !elsewhere -> own[s].pc_f = line; own[s].j = (line == AFTER -> 0 : own[s].j) :: else fi
}

/* Interpreter::leave_loops: all loops that the handler stands outside of. */
#ifdef CATCHES_IN_LOOP
#define is_outside(s) false
#else
#define is_outside(s) (own[s].low == F && stands[s] != 0 && loop[stands[s]] != 0 && (handler == AFTER || loop[stands[s]] == INNER_STEP))
#endif
inline leave_loops(s) {
  elsewhere = 0;
  do
  :: !is_outside(s) || elsewhere -> break
  :: else -> leave_loop(s)
  od;
  if :: !elsewhere -> mode[s] = runs; own[s].pc_f = handler :: else fi
}

inline end_iteration(s) {
  elsewhere = 0;
  if
#ifndef ENDS_AT_ONCE
  :: waits_at_base(s) -> wait_at_base(s); elsewhere = 1
#endif
  :: else -> complete_if_apart(s)
  fi;
  if
  :: elsewhere
  :: else ->
    shorten(own[s].t);
    v = own[s].t;
    if
    :: state[next[s]] == unstarted ->
      is_possible(WITHDRAWS);
      withdraw(s);
#ifndef TAKES_COPY
      if :: has_carried[n] -> own[s].t = v :: else fi;
#endif
      forget_segment(n)
    :: else -> resolve(s, v)
    fi
  fi
}

#include "loops_splits.inc"
#include "loops_sums.inc"
#include "loops_steps.inc"

/* A strand may run whether or not there is a worker for it, so any number of workers is searched. */
#define may_move(s) \
  (state[s] == running || state[s] == unstarted || ((state[s] == withdrawn || state[s] == squashed) && !freed[s]))

/* The program as it is meant has run in one strand that was never split. */
inline begin_again() {
  seen = 0; is_over = 0; is_known = 1; freed[0] = 0;
  state[0] = running
}

init {
  byte self;
  atomic { choose_program(); state[0] = running };
  do
  :: atomic {
       if
       :: may_move(0) -> self = 0
       :: may_move(1) -> self = 1
#if SPLITS > 1
       :: may_move(2) -> self = 2
#endif
#if SPLITS > 2
       :: may_move(3) -> self = 3
#endif
#if SPLITS > 3
       :: may_move(4) -> self = 4
#endif
       :: else -> break
       fi;
       if
       :: state[self] == running -> step(self)
       :: d_step { state[self] == unstarted -> start(self) }
       :: d_step { state[self] == withdrawn || state[self] == squashed -> free_strand(self) }
       :: d_step { may_split_f(self) -> split_call(self, F) }
       :: d_step { may_split_g(self) -> split_call(self, G) }
       :: d_step { may_split_outer(self) -> split_iteration(self, STEP) }
       :: d_step { may_split_inner(self) -> split_iteration(self, INNER_STEP) }
       :: d_step { may_halve(self) -> split_half(self) }
       fi;
       d_step {
         self = 0;
         check();
         if :: is_over && !is_known -> begin_again() :: else fi
       }
     }
  od;
  assert(is_over);
  d_step { for (n : 0 .. splits) { assert(freed[n]) } }
}
