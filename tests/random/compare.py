#!/usr/bin/env python3
"""Runs random programs twice: as they are compiled, and by a reference that never updates in place. Both must print the same,
and neither may crash. With --schedules, runs programs with calls that may overlap on 1, 2, 4 and 8 workers that split never, when it
pays, always and at random, beside one that never does: every byte must be the same, those of errors included. There,
aspen_schedules (schedules.cpp), beside the command that is tested, does what would take five times as long in processes.
--halves does the same with programs of loops that may be halved. --macros runs programs with macros, what `aspen expand` makes of
them, and what they stand for. --versions runs programs that add to many versions of containers, and compares what they print with what it has to be. --pace runs
ordinary programs on two workers and on one, and compares their times, too: run nothing
beside it.

Usage: tests/random/compare.py [--schedules | --halves | --macros | --versions | --pace] [--aspen FILE] [--reference COMMAND]
       [--keep FOLDER] [--random N] [--brief] FIRST COUNT

Programs FIRST … FIRST + COUNT - 1 are made from those seeds, and N more from seeds that the clock chooses and that are told when
they fail. A program that differs is made as small as it gets and written to FOLDER. The last line counts the tests.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import time

import generate
import halves
import macros
import ordinary
import overlap
import versions

SECONDS = 10
CHUNK = 20  # programs


def run(command, text, seconds=SECONDS):
    """(exit code, output, error) of the program; None if it takes too long."""
    try:
        done = subprocess.run(command + ["-"], input=text.encode(), capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout, done.stderr


def crashed(result):
    """Whether a signal ended the program: wrong even if it ends both."""
    return result[0] < 0


class Judge:
    """Runs a program in two ways, and compares the results."""

    make = staticmethod(generate.program)
    beside = ["--cautious"]  # what the reference is given, if it is no other command
    processes = os.cpu_count()
    longest_shrink = 60  # seconds

    def __init__(self, command, reference):
        self.command, self.reference = command, reference

    def run(self, command, text):
        """The place of an error may depend on whether a path is opened before or after a call, so only its kind counts."""
        result = run(command, text)
        return result and (*result[:2], result[2].split(b":")[0])

    def differs(self, text):
        ours, theirs = self.run(self.command, text), self.run(self.reference, text)
        return ours is not None and theirs is not None and (ours != theirs or crashed(ours))

    def verdict(self, seed):
        """"same", "slow", "rejected" (by the compiler) or "different"."""
        text = self.make(seed)
        ours, theirs = self.run(self.command, text), self.run(self.reference, text)
        if ours is None or theirs is None:
            return "slow"
        if ours != theirs or crashed(ours):
            return "different"
        return "rejected" if ours[0] == 2 else "same"

    def verdicts(self, seeds):
        """The verdict of each seed, and the difference."""
        return [(self.verdict(seed), "") for seed in seeds]

    def smallest(self, seed, how):
        return shrink(self.make(seed), self), how


class ScheduleJudge(Judge):
    """The same for all schedules. One that hangs differs, too: that takes so much longer than the others do."""

    make = staticmethod(overlap.program)
    beside = ["--workers", "1", "--split", "never"]
    # A difference may come and go with the timing, so this many tries look for it.
    tries = 8

    def __init__(self, command, reference):
        super().__init__(command, reference)
        self.tool = os.path.join(os.path.dirname(command[0]), "aspen_schedules")

    def verdicts(self, seeds):
        texts = [self.make(seed).encode() for seed in seeds]
        found = []
        while len(found) < len(seeds):
            rest = [b"%d %d %d\n%s" % (seed, len(text), seed + 1, text) for seed, text in zip(seeds, texts)][len(found):]
            done = subprocess.run([self.tool], input=b"".join(rest), capture_output=True)
            for line in done.stdout.decode().splitlines():
                _, verdict, *how = line.split(" ", 2)
                found.append((verdict, "".join(how)))
            if len(found) < len(seeds):
                found.append(("different", self.last_words(done, seeds[len(found)])))
        return found

    @staticmethod
    def last_words(done, seed):
        """The schedule in which the process crashed, and what it wrote in that."""
        schedule, words = done.stderr.decode(errors="replace").rpartition(f"{seed} --split")[1:]
        place = schedule.partition(" ")[2] + words[:3000] if schedule else "before the first schedule"
        return f"{place.rstrip()} (exit code {done.returncode})"

    def differs(self, text):
        theirs = run(self.reference, text)
        if theirs is None or crashed(theirs):
            return theirs is not None
        return any(run(self.odd, text, 6 * SECONDS) != theirs for _ in range(self.tries))

    def smallest(self, seed, how):
        text, schedule = self.make(seed), re.search(r"--split \S+ --workers \d+ --seed \d+", how)
        self.odd = self.command + (schedule.group().split() if schedule else [])
        if not self.differs(text):
            return text, how + " (but not when it was run again)"
        return shrink(text, self), how


class HalvesJudge(ScheduleJudge):
    make = staticmethod(halves.program)


class MacroJudge(Judge):
    """A program with macros, what `aspen expand` makes of it, and what it stands for. Messages about them show other texts."""

    make = staticmethod(macros.program)
    beside = ScheduleJudge.beside
    longest = 100_000  # of what a program stands for: uses in arguments of uses multiply

    def run(self, command, text):
        result = run(command, text)
        return result and (*result[:2], b"")

    def expansion(self, text):
        """What the expanded program does. A text that expansion refuses is one that the compiler refuses."""
        expanded = run([self.command[0], "expand"], text)
        if expanded is None or expanded[0] != 0:
            return expanded and (*expanded[:2], b"")
        return self.run(self.command, expanded[1].decode())

    def differs(self, text):
        ours, theirs = self.run(self.command, text), self.expansion(text)
        return ours is not None and theirs is not None and (ours != theirs or crashed(ours))

    def verdict(self, seed):
        text, plain = macros.programs(seed)
        if len(plain) > self.longest:
            return "slow"
        results = [self.run(self.command, text), self.expansion(text), self.run(self.command, plain)]
        if None in results:
            return "slow"
        if results[0][0] == results[1][0] == 2:
            return "rejected" if results[2][0] == 2 or b"E060" in run(self.command, text)[2] else "different"
        return "different" if len(set(results)) > 1 or crashed(results[0]) else "same"

    def smallest(self, seed, how):
        """Only the expansion of a smaller program is known."""
        text = self.make(seed)
        if self.differs(text):
            return shrink(text, self), "from its expansion"
        return text, "from what it stands for:\n" + macros.programs(seed)[1] + "\n"


class VersionsJudge(Judge):
    """What a program prints is known. It runs on one worker, and on four that split at random."""

    make = staticmethod(versions.program)
    ways = [["--workers", "1"], ["--workers", "4", "--split", "chaos"]]

    def judge(self, seed, parts):
        text, theirs = versions.text_of(seed, *parts).encode(), versions.expected(*parts)
        for way in self.ways:
            ours = run(self.command + way, text.decode())
            if ours is None:
                return "slow", ""
            if ours != (0, theirs, b""):
                return "different", f"from what it has to print, with {' '.join(way)}"
        return "same", ""

    def verdicts(self, seeds):
        return [self.judge(seed, versions.pieces(seed)) for seed in seeds]

    def smallest(self, seed, how):
        begin, middle, end = versions.pieces(seed)
        deadline, at = time.monotonic() + self.longest_shrink, 0
        while at < len(middle) and time.monotonic() < deadline:
            fewer = middle[:at] + middle[at + 1:]
            if self.judge(seed, (begin, fewer, end))[0] == "different":
                middle = fewer
            else:
                at += 1
        parts = begin, middle, end
        return versions.text_of(seed, *parts), how + "; it has to print\n" + versions.expected(*parts).decode()


class PaceJudge(Judge):
    """Two workers print what one prints, and hardly ever take longer."""

    make = staticmethod(ordinary.program)
    beside = ["--workers", "1"]
    processes = 1
    longest_shrink = 400
    most, slack = 1.3, 0.03  # times what one worker takes, and seconds
    tries = 6

    def __init__(self, command, reference):
        super().__init__(command + ["--workers", "2"], reference)

    def timed(self, command, text):
        begin = time.monotonic()
        result = self.run(command, text)
        return result, time.monotonic() - begin

    def judge(self, text):
        """The verdict, and what it says of the times. What looks slow is run again, by turns: the least times count."""
        ours, theirs = [], []
        for _ in range(self.tries):
            result, seconds = self.timed(self.command, text)
            expected, their_seconds = self.timed(self.reference, text)
            if expected is None:
                return "slow", ""
            if result is not None and (result != expected or crashed(result)):
                return "different", "in what it prints"
            ours.append(seconds)
            theirs.append(their_seconds)
            if min(ours) <= self.most * min(theirs) + self.slack:
                return ("rejected" if expected[0] == 2 else "same"), ""
        return "different", f"in its time: {min(ours):.2f} s on two workers, {min(theirs):.2f} s on one"

    def differs(self, text):
        return self.judge(text)[0] == "different"

    def verdicts(self, seeds):
        return [self.judge(self.make(seed)) for seed in seeds]


def partner(text, at):
    """The index at which the bracket that opens at `at` is closed."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i
    return at


def statements(text):
    """(begin, end) of each statement, the longest first: a line, and those that its brackets reach."""
    found, begin = [], 0
    while begin < len(text):
        end, i = text.find("\n", begin), begin
        while i < end:
            if text[i] in "([{":
                i = partner(text, i)
                end = max(end, text.find("\n", i))
            elif text[i] in ")]}":
                break
            i += 1
        if i >= end:
            found.append((begin, end + 1))
        begin = text.find("\n", begin) + 1
    return sorted(found, key=lambda piece: piece[0] - piece[1])


def shorter(text):
    """The program without one of its statements, without the frame around some, with less in a bracket."""
    for begin, end in statements(text):
        yield text[:begin] + text[end:]
        first, last = text.find("\n", begin), text.rfind("\n", begin, end - 1)
        if first < last:
            yield text[:begin] + text[first + 1:last + 1] + text[end:]
    brackets = [(i, partner(text, i)) for i, c in enumerate(text) if c in "(["]
    for begin, end in sorted(brackets, key=lambda piece: piece[0] - piece[1]):
        for simple in ("0", "[0]", '""', "()"):
            if len(simple) <= end - begin:
                yield text[:begin] + simple + text[end + 1:]
        yield text[:begin] + text[begin + 1:end] + text[end + 1:]


def shrink(text, judge):
    deadline, again = time.monotonic() + judge.longest_shrink, True
    while again:
        again = False
        for candidate in shorter(text):
            if time.monotonic() > deadline:
                return text
            if judge.differs(candidate):
                text, again = candidate, True
                break
    return text


def tell(seed, how, judge, folder):
    os.makedirs(folder, exist_ok=True)
    small, how = judge.smallest(seed, how)
    path = os.path.join(folder, f"{seed}.asp")
    with open(path, "w", encoding="utf-8") as file:
        file.write(small)
    print(f"seed {seed} differs {how}; the smallest program is {path}:\n{small}", flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aspen", default="build/release/aspen run", help="the command that is tested")
    judge = parser.add_mutually_exclusive_group()
    judge.add_argument("--schedules", dest="judge", action="store_const", const=ScheduleJudge, default=Judge,
                       help="compare schedules of programs with calls that may overlap")
    judge.add_argument("--halves", dest="judge", action="store_const", const=HalvesJudge,
                       help="compare schedules of programs with loops that may be halved")
    judge.add_argument("--macros", dest="judge", action="store_const", const=MacroJudge,
                       help="compare programs with macros, their expansion and what they stand for")
    judge.add_argument("--versions", dest="judge", action="store_const", const=VersionsJudge,
                       help="compare programs that keep many versions of containers with what they have to print")
    judge.add_argument("--pace", dest="judge", action="store_const", const=PaceJudge,
                       help="compare the times of ordinary programs on two workers and on one")
    parser.add_argument("--reference", help="the command it is compared with; by default the same with --cautious, or on one worker, which "
                        "never splits")
    parser.add_argument("--keep", default="build/random", metavar="FOLDER")
    parser.add_argument("--random", type=int, default=0, metavar="N")
    parser.add_argument("--brief", action="store_true", help="only count programs that differ, in one process; none is made small")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    return parser.parse_args()


def main():
    args = arguments()
    command = shlex.split(args.aspen)
    reference = shlex.split(args.reference) if args.reference else command + args.judge.beside
    judge = args.judge(command, reference)
    start = time.time_ns() // 1000 % 1_000_000_000
    if args.random:
        print(f"random seeds: {start} and the {args.random - 1} after it")
    seeds = [*range(args.first, args.first + args.count), *range(start, start + args.random)]
    chunks = [seeds[i:i + CHUNK] for i in range(0, len(seeds), CHUNK)]
    if args.brief:
        differ = [seed for seed in seeds for verdict, _ in judge.verdicts([seed]) if verdict == "different"]
        print(f"{len(seeds) - len(differ)} passed, {len(differ)} failed, 0 skipped")
        return 1 if differ else 0
    with concurrent.futures.ProcessPoolExecutor(judge.processes) as pool:
        verdicts = [verdict for chunk in pool.map(judge.verdicts, chunks) for verdict in chunk]
    different = [(seed, how) for seed, (verdict, how) in zip(seeds, verdicts) if verdict == "different"]
    for seed, how in different[:5]:
        tell(seed, how, judge, args.keep)
    if different:
        print("seeds that differ:", *(seed for seed, _ in different))
    counts = collections.Counter(verdict for verdict, _ in verdicts)
    print(", ".join(f"{n} {v}" for v, n in counts.items()))
    skipped = len(seeds) - counts["same"] - counts["different"]
    print(f"{counts['same']} passed, {counts['different']} failed, {skipped} skipped")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
