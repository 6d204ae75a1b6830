// What --stats and --trace say of a run.
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/tools/cli_testing.h"

namespace aspen {
namespace {

TEST_F(Cli, CopiesAreCountedByLine) {
  write("a.asp",
        "xs = list (0..100)\nkept = []\nfor i in 0..10 {\n  kept |>= push xs\n  xs[0] = i\n}\n"
        "ys = push 1 xs\nr = { a: 1, b: 2 }\nq = r\nq.a = 2\nt = update \"k\" (v -> push 1 v) [\"k\": xs]\n"
        "print (len kept + len xs + len ys + r.a + q.a + len t[\"k\"])\n");
  expect_part("$ASPEN --stats a.asp 2>&1 >/dev/null", 0, "  a.asp:5  10 copies, 8000 bytes\n");
  expect_part("$ASPEN --stats a.asp 2>&1 >/dev/null", 0, "  a.asp:7  1 copy, 800 bytes\n");
  expect_part("$ASPEN --stats a.asp 2>&1 >/dev/null", 0, "  a.asp:10  1 copy, 16 bytes\n");
  expect_part("$ASPEN --stats a.asp 2>&1 >/dev/null", 0, "  a.asp:11  1 copy, 800 bytes\n");
  write("b.asp", "xs = [1, 2]\nfor i in 0..10 { xs[0] += i }\nprint xs\n");
  expect("$ASPEN --stats b.asp 2>&1 >/dev/null | grep -c copied", 1, "0\n");
  write("c.asp", "f = n -> { t = \"\"; for i in 0..n { t += \"{i}\" }; t }\nprint (f 10)\n");
  expect("$ASPEN --stats c.asp 2>&1 >/dev/null | grep -c copied", 1, "0\n");
}

#ifndef ASPEN_STRESS_FRAMES  // which shares what lives in a frame now and then
TEST_F(Cli, TextThatGrowsIsNotCopied) {
  const std::string ways[] = {
      "s = \"\"\nfor i in 0..5000 { s = \"{s}{i},\" }\nprint (len s)",
      "f = n -> { s = \"\"; i = 0; while i < n { s = \"{s}{i},\"; i += 1 }; s }\nprint (len (f 5000))",
      "print (len (fold \"\" (s i -> \"{s}{i},\") (0..5000)))",
      "f = s i -> if i == 5000 { s } else { f \"{s}{i},\" (i + 1) }\nprint (len (f \"\" 0))",
      "f = n -> { r = { t: \"\" }; for i in 0..n { r.t = r.t + \"{i},\" }; r.t }\nprint (len (f 5000))",
      "r = { t: \"\", k: 0 }\nfor i in 0..5000 { r = { ..r, t: r.t + string i + \",\" } }\nprint (len r.t)",
      "r = { t: \"\", k: 0 }\nfor i in 0..5000 { r = { ..r, t: \"{r.t}{i},\", k: i } }\nprint (len r.t)",
      "d = [\"a\": \"\"]\nfor i in 0..5000 { d[\"a\"] = d[\"a\"] + show i + \",\" }\nprint (len d[\"a\"])",
      "xs = [(0, \"\")]\nfor i in 0..5000 { xs[0].1 = \"{xs[0].1}{i},\" }\nprint (len xs[0].1)",
      "print (len (fold \"\" (s i -> s + string i + \",\") (0..5000)))",
      "print (len (fold \"\" (s i -> s + show i + \",\") (0..5000)))",
      "print (len (fold \"\" (s t -> s + t + \",\") (map string (0..5000))))",
      "print (len (fold \"\" (s i -> s + \"{i},abc\"[..len \"{i},\"]) (0..5000)))",
      "f = s i -> if i == 5000 { s } else { f (s + (i |> string) + \",\") (i + 1) }\nprint (len (f \"\" 0))",
      "add = acc i -> { (s, k) = acc; (s + string i + \",\", k + 1) }\nprint (len (fold (\"\", 0) add "
      "(0..5000)).0)",
  };
  for (const std::string& way : ways) {
    SCOPED_TRACE(way);
    write("a.asp", way + "\n");
    // 10 million bytes by copying.
    expect(
        "$ASPEN --stats a.asp 2>&1 | awk '/^23890/ { ok = 1 } /^allocated/ { n = $2; unit = $3 } "
        "END { print ok, n < 4.5 && unit == \"MiB\" }'",
        0, "1 1\n");
  }
  // Shared text is copied, and that is counted.
  write("b.asp", "s = string.repeat 300 \"a\"\nkept = [s]\ns = \"{s}b\"\nprint (len s + len kept)\n");
  expect_part("$ASPEN --stats b.asp 2>&1 >/dev/null", 0, "  b.asp:3  1 copy, 300 bytes\n");
}
#endif

#ifndef ASPEN_STRESS_FRAMES
TEST_F(Cli, ArmsThatPutAPartBackCopyNothing) {
  const std::string begin = "st = { mode: Run (list (0..1000)), n: 0 }\n";
  const std::string ways[] = {
      begin +
          "for i in 0..100 { match st.mode { Run xs -> { st.mode = Run (push i xs); st.n += 1 }, _ -> () } }",
      begin + "for i in 0..100 { match st.mode { Run xs -> { xs[i] = 1; st.mode = Run xs }, _ -> () } }",
      begin +
          "for i in 0..100 { match st.mode { Run xs | len xs > 1050 -> { xs[0] = 1; st.mode = Run xs }\n"
          "Run xs | i >= 0 -> { xs |>= push i; st.mode = Run xs } } }",
      begin + "for i in 0..100 { if st.mode is Run xs { xs[i] = 1; st.mode = Run xs } }",
      begin + "for i in 0..100 { if st.mode is Run xs and len xs > 9 { xs[i] = 1; st.mode = Run xs } }",
      "d = [1: (0, list (0..1000)), 0: (1, list (0..1000))]\n"
      "for i in 0..100 { k = i % 2; match d[k] { (n, xs) | xs[0] == n -> d[k] = (n, push i xs), (n, xs) -> "
      "d[k] = "
      "(n + 1, push 0 xs) } }",
      "q = { job: { step: Load { lines: list (0..1000), at: 0 } } }\n"
      "for i in 0..100 { match q.job.step { Load { lines, at } | at < 200 -> q.job.step = Load { lines: push "
      "at lines, "
      "at: at + 1 }, _ -> () } }",
      "step = v i -> match v { Run xs | i % 2 == 0 -> Run (push i xs), Run xs -> { xs[0] = i; Run xs } }\n"
      "v = Run (list (0..1000))\nfor i in 0..100 { v = step v i }",
      "keep = xs n -> match xs { [x, ..rest] | x % 2 == 0 -> keep rest (n + x), [_, ..rest] -> keep rest n, "
      "[] -> n }\n"
      "print (keep (list (0..1000)) 0)",
      "drop = v -> match (pop v) { (x, xs) | x > 900 -> drop xs, (_, xs) -> { xs[0] = 1; xs } }\n"
      "print (len (drop (list (0..1000))))",
      "q = { jobs: list (0..1000) }\n"
      "while q.jobs is [x, ..rest] and x < 900 and len q.jobs > 5 { q.jobs = push (1000 + x) rest }",
      "xs = list (0..1000)\nwhile xs is [x, ..rest] and x < 900 { xs = push (1000 + x) rest }",
  };
  for (const std::string& way : ways) {
    SCOPED_TRACE(way);
    write("a.asp", way + "\n");
    expect("$ASPEN --stats a.asp 2>&1 >/dev/null | grep -c copied", 1, "0\n");
  }
  // What is needed elsewhere is copied, once.
  write("b.asp", begin +
                     "old = st.mode\nfor i in 0..9 { match st.mode { Run xs | i > 0 -> st.mode = Run (push i "
                     "xs), _ -> () } }\nprint old");
  expect_part("$ASPEN --stats b.asp 2>&1 >/dev/null", 0, "  b.asp:3  1 copy, 8000 bytes\n");
}
#endif

#ifndef ASPEN_STRESS_FRAMES
TEST_F(Cli, FunctionsThatBuildAStateFromPartsOfAnotherCopyNothing) {
  const std::string put = "put = i g -> { g[i] = 1; g }\n";
  const std::string run =
      "st = { grid: list (0..1000), n: 0 }\nfor i in 0..100 { st = step i st }\nprint st.n\n";
  const std::string ways[] = {
      put + "step = i st -> { n: st.n + 1, grid: put i st.grid }\n" + run,
      put + "step = i st -> { n = st.n; { grid: put i st.grid, n } }\n" + run,
      "step = i st -> { n = st.n + 1; g = st.grid; g[i] = 1; { grid: g, n } }\n" + run,
      "step = i st -> { n = st.n + 1; { grid: insert 0 i st.grid, n } }\n" + run,
      put + "grid_of = i st -> put i st.grid\nstep = i st -> { n = st.n + 1; { grid: grid_of i st, n } }\n" +
          run,
      put + "make = n grid -> { n, grid }\nstep = i st -> make (st.n + 1) (put i st.grid)\n" + run,
      // Other fields are read while the part is taken.
      put + "step = i st -> { grid: put i st.grid, n: st.n + 1 }\n" + run,
      "step = i st -> { g = st.grid; g[i] = 1; { ..st, grid: g, n: st.n + 1 } }\n" + run,
      "step = i st -> { g = st.grid; g[i] = 1; print st.n; st.n += 1; st.grid = g; st }\n" + run,
      put + "make = grid n -> { n, grid }\nstep = i st -> make (put i st.grid) (st.n + 1)\n" + run,
      put +
          "step = i st -> { n: st.n + 1, grid: put i st.grid }\n"
          "print (fold (st i -> step i st) { grid: list (0..1000), n: 0 } (0..100)).n\n",
      put +
          "step = i st -> { n: st.n + 1, grid: put i st.grid }\n"
          "w = { a: [{ grid: list (0..1000), n: 0 }] }\nfor i in 0..100 { w.a[0] = step i w.a[0] }\n",
  };
  // A call that is split shares what it is given.
  for (const std::string& way : ways) {
    SCOPED_TRACE(way);
    write("a.asp", way);
    expect("$ASPEN --split never --stats a.asp 2>&1 >/dev/null | grep -c copied", 1, "0\n");
  }
  // Statements that read the part that they replace, or what holds it.
  const std::string begin =
      "none = []\nst = { ids: [\"a\": []], out: \"\", xs: list (0..1000), ys: list (0..1000), k: 0 }\n";
  const std::string statements[] = {
      "st.ids[\"{i}\"] = len st.ids",
      "st.xs[i] = len st.xs + st.xs[i + 1]",
      "st.xs[i] = (xs k -> xs[k]) st.xs (i + 1)",
      "st.out += \"{st.k} {len st.out}\"",
      "st.out += string st.k + \",\"",
      "st.xs[i] = sum st.xs[i..i + 3]",
      "st.xs[i + 32] = max st.xs[i..i + 32]; recent = st.xs[i..i + 8]; st.xs[i + 1] = len recent",
      "st.k, st.xs = pop st.xs\nst.xs[0] = i",
      "xs = get_or \"a\" none st.ids\nxs |>= push i\nst.ids[\"a\"] = xs",
      "st.xs = st.xs[..-1]\nst.xs |>= push i",
      "st.xs = st.xs[1..]\nst.xs |>= push i",
      "xs = st.xs\nys = st.ys\nxs[i] = 1\nys[i] = 2\nst.xs = xs\nst.ys = ys",
      "if contains i st.xs { xs = st.xs\nst.xs = (j ys -> { ys[j] = 1; ys }) i xs }",
  };
  for (const std::string& statement : statements) {
    SCOPED_TRACE(statement);
    write("a.asp", begin + "for i in 0..100 { " + statement + " }\n");
    expect("$ASPEN --split never --stats a.asp 2>&1 >/dev/null | grep -c copied", 1, "0\n");
  }
  // A caller that needs its value afterwards lends it. So the function copies the part that it changes, and
  // the other parts stay the caller's own.
  const std::string tried =
      put + "tried = i st -> len (put i st.grid)\nst = { grid: list (0..10), log: list (0..1000) }\n";
  for (const std::string loop : {"for i in 0..9 { n = tried i st\nst.log[i] = n }\nprint st.log[0]\n",
                                 "for i in 0..9 { g = tried\nn = g i st\nst.log[i] = n }\nprint st.log[0]\n",
                                 "sts = [st]\nfor i in 0..9 { n = fold 0 (k s -> k + tried i s) "
                                 "sts\nsts[0].log[i] = n }\nprint sts[0].log[0]\n",
                                 "sts = [st]\nfor i in 0..9 { n = 0\nfor s in sts { n += tried i s }\n"
                                 "sts[0].log[i] = n }\nprint sts[0].log[0]\n"}) {
    SCOPED_TRACE(loop);
    write("b.asp", tried + loop);
    expect_part("$ASPEN --split never --stats b.asp 2>&1 >/dev/null", 0, "  b.asp:1  9 copies, 720 bytes\n");
    expect("$ASPEN --split never --stats b.asp 2>&1 >/dev/null | grep -c 'b.asp:[^1]'", 1, "0\n");
  }
}
#endif

TEST_F(Cli, ChangesOfCellsCopyNothing) {
  const std::string program =
      "c = cell (list (0..1000))\n"
      "for i in 0..100 { cell.change (xs -> { xs[i] = 0; xs }) c }\n"
      "for i in 0..100 { xs = cell.take c; xs[i] = 1; cell.put xs c }\n"
      "cell.change (push 5) c\n"
      "d = cell [:]\n"
      "for i in 0..100 { cell.change (m -> { m[i] = 0; m }) d }\n"
      "print (len (cell.get c) + len (cell.get d))\n";
  write("a.asp", program);
  expect("$ASPEN --stats a.asp 2>&1 >/dev/null | grep -c copied", 1, "0\n");
  // What `get` has given away is copied once, by the next change.
  write("b.asp",
        program +
            "ys = cell.get c\nfor i in 0..9 { cell.change (xs -> { xs[i] = 7; xs }) c }\nprint (len ys)\n");
  expect_part("$ASPEN --stats b.asp 2>&1 >/dev/null", 0, "  b.asp:9  1 copy, 8008 bytes\n");
}

// Each version of a list, dict or set has one value more, and all are kept or looked at. Then there is a copy
// only where there is no more room, and now and then where a version is continued twice: in 20,000 steps, of
// 64 elements for each at most.
TEST_F(Cli, NewVersionsOfWhatIsSharedAreNotCopied) {
  const std::string ways[] = {
      "cell.change (push i) c; n += len (cell.get c)",
      "cell.change (xs -> xs + [i]) c; n += len (cell.get c)",
      "cell.update (xs -> list.append xs [i, 5]) c; n += len (cell.get c)",
      "cell.change (xs -> push 2 (push 1 xs)) c; n += len (cell.get c)",
      "cell.change (m -> insert i 1 m) d; n += len (cell.get d)",
      "cell.change (m -> { m[i] = [i]; m }) d; if get i (cell.get d) is Some v { n += len v }",
      "cell.update (s -> set.add (i // 2) s) s; n += len (cell.get s)",
      "xs |>= push i; all |>= push xs; n += len all",
      "m[i] = i; all |>= push m; n += len all",
      "xs = xs + [i]; all |>= push xs; n += len all",
      "old = r; r.xs |>= push i; n += len old.xs",
      "old = r; r = { ..r, xs: push i r.xs }; n += len old.xs",
      "old = r; r.inner.xs |>= push i; n += len old.inner.xs",
      "all |>= push r; r.xs = r.xs + [i]; n += len all",
      "match try add i r { Ok t -> r = t, Err _ -> () }; n += len r.xs",
  };
  for (const std::string& way : ways) {
    SCOPED_TRACE(way);
    write("a.asp",
          "c = cell []\nd = cell [:]\ns = cell (set [])\nxs = []\nm = [:]\nall = []\nn = 0\n"
          "r = { xs: [], inner: { xs: [] } }\n"
          "add = i r -> { if i % 3 == 0 { error i }; r.xs |>= push i; r }\nfor i in "
          "0..20_000 { " +
              way + " }\nprint (n > 0)\n");
    expect(
        "$ASPEN --stats --workers 1 a.asp 2>&1 | awk '/^true/ { ok = 1 } /^bytes copied/ { n = $(NF) } "
        "END { print ok, n < 20000 * 64 * 8 }'",
        0, "1 1\n");
  }
}

// An old version does not keep alive what a newer one had, which is dropped. Each program would need some
// hundred MB.
TEST_F(Cli, DroppedVersionsAreFreed) {
  const std::string programs[] = {
      "make = n -> map (i -> repeat 1000 (n + i)) (list (0..40))\ncur = make 0\nkept = cur\n"
      "for n in 0..2000 { next = make n; pair = push next cur; assert (len pair == 41); cur = next }\n",
      "grow = n -> { w = dict (map (i -> (i, n)) (0..40)); w[\"data\"] = repeat 20_000 n; w }\n"
      "kept = grow 0\nworld = kept\n"
      "for n in 1..1500 { fresh = grow n; both = insert \"next\" fresh world; assert (len both == 42); world "
      "= fresh }\n",
      "kept = map (i -> list (0..40 + i % 2)) (0..1000)\nn = 0\n"
      "for row in kept { n += len (push (repeat 20_000 1) row) + len (row + [repeat 10_000 2]) }\nassert (n "
      "> 0)\n",
      "kept = map (i -> dict (map (k -> (k, k)) (0..40))) (0..500)\nn = 0\n"
      "for d in kept { n += len (insert \"big\" (repeat 20_000 1) d) }\nassert (n > 0)\n",
      "kept = []\nfor i in 0..40 { kept |>= push i }\nbase = kept\n"
      "for i in 0..5000 { xs = base; for j in 0..5 { xs |>= push (repeat 2000 j) }; assert (len xs == 45) "
      "}\n",
  };
  for (const std::string& program : programs) {
    SCOPED_TRACE(program);
    write("a.asp", program + "print (len kept > 0)\n");
    expect("$ASPEN --max-heap 48M --workers 1 a.asp", 0, "true\n");
    expect("$ASPEN --max-heap 64M --workers 4 --split chaos a.asp", 0, "true\n");
  }
}

// Neither room for more nor a reserve is needed where the old memory suffices, or just suffices for a copy.
TEST_F(Cli, AdditionsNeedNoMoreMemoryThanACopy) {
  write("a.asp",
        "xs = []\nfor i in 0..1_000_000 { xs |>= push i }\nkept = xs\nxs |>= push 1\n"
        "print \"{len xs} {len kept}\"\n");
  expect("$ASPEN --max-heap 17M --workers 1 a.asp", 0, "1000001 1000000\n");
  write("b.asp", "xs = list (0..4_000_000)\nys = xs + [1]\nprint \"{len xs} {len ys}\"\n");
  expect("$ASPEN --max-heap 66M --workers 1 b.asp", 0, "4000000 4000001\n");
}

// Ways to read a part, to change it and to put it back; each moves the part.
TEST_F(Cli, PartsThatAreReplacedAreNotCopied) {
  const std::string ways[] = {
      "zs = q.xs; zs[i] = 1; q.xs = zs",
      "zs = q.xs; q.xs = (); zs[i] = 1; q.xs = zs",
      "zs, q.xs = q.xs, (); zs[i] = 1; q.xs = zs",
      "zs = q.xs; if i % 7 == 0 { zs[i] = 2 } else { zs[0] = i }; for k in 0..3 { zs[k] = k }; q.xs = zs",
      "zs = put q.xs i; if i > 50 { zs[0] = i }; q.xs = zs",
      "row = q.m[i % 3]; row[0] = i; q.m[i % 3] = row",
      "j = i % 3; row = q.m[j]; row[0] = i; q.m[j] = row",
      "m = q.m; row = m[i % len m]; row[0] = len m; m[i % len m] = row; q.m = m",
      "j = i % 3; ys = q.rs[j].ys; ys[0] = i; q.rs[j].ys = ys",
      "r = q.rs[0]; r.ys[i] = 1; q.rs[0] = r",
      "v = q.d[\"a\"]; v[i] = 1; q.d[\"a\"] = v",
      "v = q.t.0; v[i] = 1; q.t.0 = v",
      "s = q.text; s += \"x\"; q.text = s",
      "{ xs, n } = q; xs[i] = n; q.xs = xs",
      "{ xs } = q; q.xs = (); xs[i] = 1; q.xs = xs",
      "xs = q.xs; xs[i] = 1; q = { ..q, xs }",
      "zs = q.xs; zs[i] = 1; if i % 2 == 0 { q.xs = zs; continue }; q.xs = push i zs",
      "zs = q.xs; zs[i] = 1; match i % 3 { 0 -> { q.xs = zs }\n _ -> { zs[0] = 1; q.xs = zs } }",
      "zs = q.xs; zs[i] = 1; (try { error i }); q.xs = zs",
      "a = q.rs[0]; q.rs[0].k += a.j; q.rs[0].ys[i] = a.j; q.rs[1].k = a.j",
      "a = q.rs[i % 3]; b = q.rs[0]; q.rs[i % 3].k += b.j; q.rs[0].k += a.j",
      "a = q.rs[0]; q.rs[0].p.x += a.p.y; q.rs[0].k += a.p.y",
      "p = q.rs[0].p; q.rs[0].ys[i] += p.x; q.rs[0].ys[0] = p.y; q.rs[0].p.x = i",
      "for x in q.few { q.xs[x] = i; q.rs[x].k += x }; q.few[0] = 1",
      "q.d[\"a\"] = push i (get_or \"a\" [] q.d)",
      "k = i % 2; q.d[k] = get_or k [] q.d + [i]",
      "k = \"a\"; xs = get_or k [] q.d; xs[i] = 1; q.d[k] = xs",
      "p = { k: i % 2 }; q.d[p.k] = push i (get_or p.k [] q.d)",
      "q.d[(i % 2, 1)] = (get_or (i % 2, 1) [] q.d) + [i]",
      "q.d[\"k{i % 2}\"] = q.d |> get_or \"k{i % 2}\" [] |> push i",
      "q.d[i % 3] = q.d |> get_or (i % 3) [] |> push i",
      "if get \"a\" q.d is Some xs { q.d[\"a\"] = push i xs } else { q.d[\"a\"] = [] }",
      "match get \"a\" q.d { Some xs -> { xs[i] = 1; q.d[\"a\"] = xs }, None -> () }",
      "q.d[i % 2] = match get (i % 2) q.d { None -> { k: 0, ys: [] }, Some r -> { ..r, k: i, ys: push i r.ys "
      "} }",
      "a = q.rs[0]; ys = q.rs[0].ys; ys[0] = a.j; q.rs[0].ys = ys; q.rs[0].ys = put q.rs[0].ys a.j",
  };
  for (const std::string& way : ways) {
    write("a.asp",
          "put = xs i -> { xs[i] = 1; xs }\n"
          "run = q n -> {\n  for i in 0..n { " +
              way +
              " }\n  q\n}\nlong = () -> list (0..1000)\n"
              "body = () -> { ys: long (), k: 0, j: 7, p: { x: 1, y: 2 } }\n"
              "q = { xs: long (), n: 0, m: [long (), long (), long ()], rs: [body (), body (), body ()], "
              "few: [0, 1], d: [\"a\": long ()], t: (long (), 1), text: string.repeat 1000 \"a\" }\n"
              "q = run q 100\nprint (len q.xs)\n");
    expect_part("$ASPEN --split never a.asp", 0, "0\n");
#ifndef ASPEN_STRESS_FRAMES  // which shares what lives in a frame now and then
    expect("$ASPEN --split never --stats a.asp 2>&1 >/dev/null | grep copied", 1, "");
#endif
  }
}

// The loop takes no step, so no strand that began one has to be squashed.
TEST_F(Cli, CodeOnItsWayOutOfALoopBeginsNoFurtherStep) {
  write("a.asp",
        "slow = n -> if n < 2 { n } else { slow (n - 1) + slow (n - 2) }\n"
        "f = n -> {\n  k = 0\n  loop {\n"
        "    if n > 0 { a = slow 7; b = a + slow 5; print b; break }\n"
        "    k += slow 3\n  }\n  k\n}\nprint (f 1)\n");
  for (const char* seed : {"1", "2", "3", "4"}) {
    const std::string schedule = "--workers 1 --split chaos --seed " + std::string(seed);
    expect("$ASPEN --trace t.json " + schedule + " a.asp >/dev/null && grep -c '\"squash\"' t.json", 1,
           "0\n");
  }
}

TEST_F(Cli, StatisticsSayWhyAProgramRanOnOneThread) {
  write("loop.asp", "s = 0\nfor i in 0..3000000 { s = (s * 7 + i) % 1009 }\nprint s\n");
  expect_part("$ASPEN --stats loop.asp 2>&1 >/dev/null", 0,
              "The program ran on one thread. No call can overlap");
  write("sum.asp", "s = 0\nfor i in 0..3000000 { s += i * i % 7 }\nprint s\n");
  expect("$ASPEN --stats sum.asp 2>&1 >/dev/null | grep 'on one thread'", 1, "");
  expect_part("$ASPEN --stats --workers 1 sum.asp 2>&1 >/dev/null", 0, "All work ran on one worker.\n");
}

// Each program is long enough for an idle worker to ask the other one for work a few times.
TEST_F(CliByChance, StatisticsSayWhyAProgramWasNotFaster) {
  const std::string two = "$ASPEN --stats --workers 2 ", errors = " 2>&1 >/dev/null";
  write("loop.asp", "s = 0\nfor i in 0..3000000 { s = (s * 7 + i) % 1009 }\nprint s\n");
  expect_part_once(two + "loop.asp" + errors, "% of the time. No call can overlap");
  write("writes.asp",
        "work = n -> {\n  for i in 0..n { i * i }\n  print n\n  n\n}\n"
        "go = n -> {\n  a = work n\n  b = work 1\n  a + b\n}\n"
        "again = n -> if n > 0 { go 500000; again (n - 1) }\nagain 20\n");
  expect_part_once(two + "writes.asp" + errors, "The calls that could have overlapped");
  expect_part_once(two + "writes.asp" + errors, "mostly at writes.asp:7.");
  write("waits.asp",
        "work = n -> {\n  s = 0\n  for i in 0..n { s = (s * 7 + i) % 1009 }\n  s\n}\n"
        "step = n -> work n\n"
        "go = n -> {\n  a = (step n) + 0\n  a\n}\n"
        "a = go 4000000\nprint \"started\"\nprint (go 1)\nprint a\n");
  expect_part_once(two + "waits.asp" + errors,
                   "strands waited for their turn, mostly for `print` at waits.asp:12.");
  // A worker that is refused asks seldom: of its few requests most must come while an `add` is pending.
  write("fine.asp",
        "add = a b -> a + b\ngo = n -> {\n  a = add n 1\n  b = add n 2\n  c = add n 3\n  d = add n 4\n"
        "  e = add n 5\n  f = add n 6\n  a + b + c + d + e + f\n}\n"
        "s = 0\nfor i in 0..3000000 { s = (s + go i) % 1009 }\n");
  expect_part_once(two + "fine.asp" + errors, "The calls and iterations that could overlap end too soon");
  write("short.asp", "f = x -> x + 1\nt = 0\nfor i in 0..6000000 {\n  t = (t + f i) % 1009\n}\n");
  expect_part_once(two + "short.asp" + errors, "end too soon to be worth a split, mostly at short.asp:4.");
  write("chain.asp",
        "work = n -> {\n  t = n\n  for i in 0..20000 { t = (t * 7 + i) % 1009 }\n  t\n}\n"
        "state = 1\nfor i in 0..300 {\n  state = work state\n}\nprint state\n");
  expect_part_once(two + "chain.asp" + errors,
                   "Iterations of a loop cannot overlap, mostly at chain.asp:8: each needs `state` of the");
  expect_part_once(two + "--split never fine.asp" + errors, "because of --split=never");
}

TEST_F(CliByChance, StatisticsNameWhatTasksWaitFor) {
  const std::string two = "$ASPEN --stats --workers 2 ", errors = " 2>&1 >/dev/null";
  const std::string work = "work = n -> {\n  s = 0\n  for i in 0..n { s += i % 7 }\n  s\n}\n";
  write("cell.asp", work +
                        "c = cell 0\ngather (_ -> for _ in 0..20 {\n"
                        "  cell.update (n -> n + work 20000) c\n}) (0..8)\n");
  expect_part_once(two + "cell.asp" + errors, "Contention: tasks waited for a cell, ");
  expect_part_once(two + "cell.asp" + errors, " ms in all, mostly at cell.asp:8. ");
  write("semaphore.asp", work +
                             "s = semaphore 1\ngather (_ -> for _ in 0..20 {\n"
                             "  semaphore.with s (() -> work 20000)\n}) (0..8)\n");
  expect_part_once(two + "semaphore.asp" + errors, "Contention: tasks waited for a semaphore, ");
  expect_part_once(two + "semaphore.asp" + errors, " ms in all, mostly at semaphore.asp:8. ");
  write("channel.asp",
        work +
            "fill = n ch -> if n > 0 { send ch (work 20000); fill (n - 1) ch } else { close ch }\n"
            "ch = channel 4\nspawn { fill 100 ch }\nfor v in ch {\n  v\n}\n");
  expect_part_once(two + "channel.asp" + errors, "Contention: tasks waited for a channel, ");
  expect_part_once(two + "channel.asp" + errors, " ms in all, mostly at channel.asp:9. ");
  write("outside.asp", "ch = channel 0\nspawn { sleep 0.3; send ch 1 }\nprint (recv ch)\n");
  EXPECT_EQ(shell(two + "outside.asp" + errors).text.find("Contention"), std::string::npos);
  expect_part_once(two + "outside.asp" + errors, "busy, by the wall clock ");
  write("sleeps.asp",
        "work = n -> {\n  if n > 0 { work (n - 1) }\n  n\n}\na = work 9\nb = work 9\nsleep 0.3\nprint (a + "
        "b)\n");
  expect_part(two + "sleeps.asp" + errors, 0, "the program waited for operations outside of it.");
}

// Also copies in calls that have been split off: their callers are not on the same stack.
TEST_F(Cli, CopiesAreCountedOnAllWorkers) {
  write(
      "a.asp",
      "grow = xs n -> {\n  ys = xs\n  if n > 0 { a = grow ys (n - 1); b = grow ys (n - 1); len a + len b }\n"
      "  ys[0] = n\n  ys\n}\nprint (len (grow (list (0..100)) 5))\n");
  for (const char* schedule : {"--workers 1 --split never", "--workers 4 --split always"}) {
    expect_part("$ASPEN --stats " + std::string(schedule) + " a.asp 2>&1 >/dev/null", 0,
                "  a.asp:4  63 copies, 50400 bytes\n");
  }
}

// A program reads the trace, which must be JSON. One worker that splits everywhere gives known counts.
constexpr const char* kReadTrace = R"(
events = (json.parse (fs.read args[0]))["traceEvents"]
those = test -> filter test events
named = name phase -> those (e -> e["name"] == name and e["ph"] == phase)
count = name phase -> len (named name phase)
print "{count "split" "i"} splits, {count "squash" "i"} squashed, {count "print" "i"} effects"
print (map (e -> e["args"]["at"]) (named "print" "i"))
# Workers' rows in process 1, one for each strand in process 2.
rows = process -> those (e -> e["name"] == "thread_name" and e["pid"] == process) |> map (e -> e["args"]["name"])
print (rows 1)
print (rows 2)
# Collections lie within what they interrupt.
slices = process ->
  those (e -> e["ph"] == "X" and e["pid"] == process and e["name"] != "asleep" and e["name"] != "collection")
print (len (slices 1) == len (slices 2))
# Each arrow has both ends, the second where a slice begins.
arrows = phase -> named "wake" phase |> map (e -> e["id"])
print (arrows "s" == arrows "f", len (arrows "s") > 0)
begins = map (e -> e["ts"]) (slices 1)
print (those (e -> e["ph"] == "f" and find (t -> t == e["ts"]) begins == None))
# One worker does one thing after the other.
spans = slices 1 |> map (e -> (e["ts"], e["ts"] + e["dur"])) |> sort
print (map (i -> spans[i].1 <= spans[i + 1].0 + 0.001) (list (0..len spans - 1)) |> all (ok -> ok))
print (last (slices 1))["args"]["then"]
)";

TEST_F(Cli, TracesAreJsonThatSaysWhatHappened) {
  write("read.asp", kReadTrace);
  write("a.asp",
        "fib = n -> if n < 2 { n } else { (fib (n - 1)) + (fib (n - 2)) }\n"
        "go = n -> { a = fib n; b = fib n; a + b }\n"
        "print (go 5)\nprint (go 4)\n");
  expect("$ASPEN --trace t.json --workers 1 --split always --seed 1 a.asp && $ASPEN read.asp t.json", 0,
         "10\n6\n24 splits, 0 squashed, 2 effects\n"
         "[\"the program (a.asp:3)\", \"the program (a.asp:4)\"]\n"
         "[\"worker 0\", \"other threads\"]\n[\"strand 1: the program\"]\n"
         "true\n(true, true)\n[]\ntrue\nend\n");
}

TEST_F(Cli, TracesOfProgramsThatFailAreWhole) {
  write("read.asp", kReadTrace);
  write("fails.asp",
        "part = n -> { if n == 3 { error \"no\" }; n }\n"
        "go = n -> { a = part n; b = part 1; a + b }\n"
        "print (go 2)\nprint (go 3)\n");
  write("exits.asp", "part = n -> n\ngo = n -> { a = part n; b = part 1; a + b }\nprint (go 2)\nexit 4\n");
  expect("$ASPEN --trace t.json --workers 1 --split always fails.asp 2>/dev/null; $ASPEN read.asp t.json", 0,
         "3\n2 splits, 1 squashed, 1 effects\n[\"the program (fails.asp:3)\"]\n"
         "[\"worker 0\", \"other threads\"]\n[\"strand 1: the program\"]\n"
         "true\n(true, true)\n[]\ntrue\nend\n");
  expect("$ASPEN --trace t.json --workers 1 --split always exits.asp; $ASPEN read.asp t.json", 0,
         "3\n1 splits, 0 squashed, 1 effects\n[\"the program (exits.asp:3)\"]\n"
         "[\"worker 0\", \"other threads\"]\n[\"strand 1: the program\"]\n"
         "true\n(true, true)\n[]\ntrue\nend\n");
  // On several workers, only that the trace is complete is known.
  expect_part("$ASPEN --trace t.json --workers 4 --split chaos fails.asp 2>/dev/null; $ASPEN read.asp t.json",
              0, "(true, true)\n[]\n");
}

TEST_F(Cli, TracesThatCannotBeWrittenAreTold) {
  write("a.asp", "print 1\n");
  expect("$ASPEN --trace nowhere/t.json a.asp 2>&1", 2,
         "aspen: cannot write nowhere/t.json: No such file or directory\n");
  expect("$ASPEN --trace /dev/full a.asp 2>&1", 1,
         "1\naspen: cannot write /dev/full: No space left on device\n");
  expect("$ASPEN --trace t.json --fuel 100 a.asp 2>&1", 2,
         "aspen: --trace shows workers, of which --fuel uses none\n");
}

}  // namespace
}  // namespace aspen
