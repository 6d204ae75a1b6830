#!/usr/bin/env python3
"""Runs random programs twice: as they are compiled, and by a reference that never updates in place. Both must print the same.

Usage: tests/random/compare.py [--aspen FILE] [--reference COMMAND] [--keep FOLDER] [--random N] FIRST COUNT

Programs FIRST … FIRST + COUNT - 1 are made from those seeds, and N more from seeds that the clock chooses and that are told when
they fail. A program that differs is made as small as it gets and written to FOLDER. The last line counts the tests.
"""
import argparse
import concurrent.futures
import os
import shlex
import subprocess
import sys
import time

import generate

SECONDS = 10
LONGEST_SHRINK = 120  # seconds


def run(command, text):
    """(exit code, output, errors) of the program; None if it takes too long."""
    try:
        done = subprocess.run(command + ["-"], input=text.encode(), capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout, done.stderr


class Judge:
    def __init__(self, command, reference):
        self.command, self.reference = command, reference

    def results(self, text):
        return run(self.command, text), run(self.reference, text)

    def differs(self, text):
        ours, theirs = self.results(text)
        return ours is not None and theirs is not None and ours != theirs

    def verdict(self, seed):
        """"same", "slow", "rejected" (by the compiler) or "different"."""
        ours, theirs = self.results(generate.program(seed))
        if ours is None or theirs is None:
            return "slow"
        if ours != theirs:
            return "different"
        return "rejected" if ours[0] == 2 else "same"


def balanced(lines):
    depth = 0
    for line in lines:
        for c in line:
            depth += (c in "([{") - (c in ")]}")
            if depth < 0:
                return False
    return depth == 0


def shorter(lines):
    """Every program that lacks some whole statements of this one, or the frame around some; the shortest first."""
    for size in range(len(lines), 0, -1):
        for at in range(len(lines) - size + 1):
            part = lines[at:at + size]
            if size < len(lines) and balanced(part):
                yield lines[:at] + lines[at + size:]
            if size > 2 and balanced(part[1:-1]) and balanced([part[0], part[-1]]):
                yield lines[:at] + part[1:-1] + lines[at + size:]


def shrink(text, judge):
    lines, deadline = text.splitlines(), time.monotonic() + LONGEST_SHRINK
    again = True
    while again:
        again = False
        for candidate in shorter(lines):
            if time.monotonic() > deadline:
                break
            if judge.differs("\n".join(candidate) + "\n"):
                lines, again = candidate, True
                break
    return "\n".join(lines) + "\n"


def tell(seed, judge, folder):
    os.makedirs(folder, exist_ok=True)
    small = shrink(generate.program(seed), judge)
    path = os.path.join(folder, f"{seed}.asp")
    with open(path, "w", encoding="utf-8") as file:
        file.write(small)
    print(f"seed {seed} differs; the smallest program is {path}:\n{small}", flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aspen", default="build/release/aspen run", help="the command that is tested")
    parser.add_argument("--reference", help="the command it is compared with; by default the same with --cautious")
    parser.add_argument("--keep", default="build/random", metavar="FOLDER")
    parser.add_argument("--random", type=int, default=0, metavar="N")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    return parser.parse_args()


def main():
    args = arguments()
    command = shlex.split(args.aspen)
    judge = Judge(command, shlex.split(args.reference) if args.reference else command + ["--cautious"])
    start = time.time_ns() // 1000 % 1_000_000_000
    seeds = [*range(args.first, args.first + args.count), *range(start, start + args.random)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = list(pool.map(judge.verdict, seeds))
    different = [seed for seed, verdict in zip(seeds, verdicts) if verdict == "different"]
    for seed in different[:5]:
        tell(seed, judge, args.keep)
    if different:
        print("seeds that differ:", *different)
    counts = {v: verdicts.count(v) for v in ("same", "slow", "rejected", "different")}
    print(", ".join(f"{n} {v}" for v, n in counts.items()))
    print(f"{counts['same']} passed, {counts['different']} failed, {counts['slow'] + counts['rejected']} skipped")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
