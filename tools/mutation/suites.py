"""The tests that faults have to fail: scripts in several schedules, tests of GoogleTest programs, host programs, and random
programs.

A test has a name, which says how to run it: `tests/scripts/x.asp 4-chaos`, `aspen_vm_tests Heap.Collects`, `tests/embed/x.cpp host`,
`random 0-9` (the programs of these seeds as they are and cautiously), `schedules 0-4` (in all schedules), `halves 0-9` (likewise,
loops that are halved), `versions 0-9` (programs that keep many versions of containers).
"""
import os
import pathlib
import signal
import subprocess
import time

SCHEDULES = {"plain": [], "1-always": ["--workers=1", "--split=always"], "4-chaos": ["--workers=4", "--split=chaos", "--seed=7"]}
# Scripts are assumed to reach the same faults in a schedule as in the other one, which has the record.
SAME_REACH = {"1-always": "4-chaos"}
FOLDERS = ["tests/scripts", "tests/regressions"]
PROGRAMS = [f"aspen_{layer}_tests" for layer in ("vm", "frontend", "run", "stdlib", "tools", "sched")]
HOSTS = ["blocking_calls", "futures", "limits", "object_memory", "output", "programs_of_others", "run_again", "second_thread"]  # of tests/embed
RANDOM = {"random": (10, 100), "schedules": (5, 25), "halves": (10, 100), "versions": (10, 100)}  # programs of a test, and of all tests
# Each takes long, whatever the fault is, and finds what others find as well.
SLOW = ["deep_chain", "stack_overflow", "early_exit", "Futures.", "Ahead.", "ByChance."]
# A test that takes so much longer than it took without a fault hangs.
FACTOR, SECONDS = 10, 15


class Outcome:
    """`kind`: passed, wrong, crash or hang; `test`: the one that was not passed."""

    def __init__(self, kind, test="", text=""):
        self.kind, self.test, self.text = kind, test, text


def scripts(root):
    for folder in FOLDERS:
        for path in sorted(pathlib.Path(root, folder).rglob("*.asp")):
            name = str(path.relative_to(root))
            if "/lib/" not in name and not any(word in name for word in SLOW):
                yield name


def google_tests(built, program):
    done = subprocess.run([built / program, "--gtest_list_tests"], capture_output=True, text=True, check=True)
    suite = ""
    for line in done.stdout.splitlines():
        name = line.split("#")[0].strip()
        if line.startswith(" "):
            yield suite + name
        elif line and not line.startswith("Running"):
            suite = name


def names(root, built):
    found = [f"{script} {schedule}" for script in scripts(root) for schedule in SCHEDULES]
    for program in PROGRAMS:
        if (built / program).exists():
            found += [f"{program} {test}" for test in google_tests(built, program) if not any(word in test for word in SLOW)]
    found += [f"tests/embed/{host}.cpp host" for host in HOSTS if (built / "embed/tests" / host).exists()]
    for how, (each, count) in RANDOM.items():
        found += [f"{how} {first}-{first + each - 1}" for first in range(0, count, each)]
    return found


def kind_of(test):
    """Tests of one kind may run in one process."""
    subject, choice = test.split(" ", 1)
    return choice if subject.endswith(".asp") else test if subject in RANDOM else subject


def recorded_run_of(test):
    """The run of the same script that tells which faults the test reaches."""
    subject, schedule = test.split(" ", 1)
    return test if not subject.endswith(".asp") else f"{subject} {SAME_REACH.get(schedule, schedule)}"


def environment(mutant, reached=None):
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("ASPEN_", "GTEST_"))}
    clean["ASPEN_MUTANT"] = str(mutant)
    if reached:
        clean["ASPEN_MUTANT_REACHED"] = str(reached)
    return clean


def command(built, tests):
    subject, choice = tests[0].split(" ", 1)
    if subject in RANDOM:
        first, last = map(int, choice.split("-"))
        # The runs that programs are compared with have no fault.
        reference = f"env -u ASPEN_MUTANT {built / 'aspen'} run --cautious"
        how = ["--reference", reference] if subject == "random" else [f"--{subject}"]
        return ["tests/random/compare.py", "--aspen", f"{built / 'aspen'} run", *how, "--brief", str(first), str(last - first + 1)]
    if choice == "host":
        source = pathlib.Path(subject)
        script = source.with_suffix(".asp")
        return [built / "embed/tests" / source.stem, *([script] if script.exists() else [])]
    if not subject.endswith(".asp"):
        return [built / subject, "--gtest_brief=1", "--gtest_fail_fast", "--gtest_filter=" + ":".join(t.split(" ", 1)[1] for t in tests)]
    options = [f"--with={option}" for option in SCHEDULES[choice]]
    return [built / "aspen", "test", "--jobs", "1", "--seconds", str(SECONDS), *options, *(t.split(" ", 1)[0] for t in tests)]


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def is_failure(line):
    return line.startswith("FAILED ") or line.startswith("[  FAILED  ]")


def judge(tests, code, text, timed_out):
    """Reads the outcome from the output of a run."""
    lines = text.splitlines()
    at = next((i for i, line in enumerate(lines) if line.startswith("FAILED ")), None)
    if at is not None:
        script = lines[at].split(" ", 1)[1]
        test = next((t for t in tests if t.startswith(script + " ")), script)
        said = "\n".join(lines[at + 1:at + 12])
        kind = "hang" if "ran out of time" in said else "crash" if "killed by a signal" in said else "wrong"
        return Outcome(kind, test, said)
    failed = next((line.split("]")[1].split(",")[0].split("(")[0].strip() for line in lines if line.startswith("[  FAILED  ]")), None)
    if timed_out:
        return Outcome("hang", failed or tests[0], "")
    if failed is not None:
        return Outcome("wrong", f"{tests[0].split()[0]} {failed}", text[-600:])
    if code < 0:
        return Outcome("crash", tests[0], f"signal {-code}\n{text[-600:]}")
    if code != 0:
        return Outcome("wrong", tests[0], f"exit code {code}\n{text[-600:]}")
    return Outcome("passed")


def run(root, built, tests, mutant, seconds, reached=None):
    """Runs tests of one kind in a process of their own, up to the first that is not passed."""
    process = subprocess.Popen(command(built, tests), cwd=root, env=environment(mutant, reached), stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    os.set_blocking(process.stdout.fileno(), False)
    deadline, text, timed_out, last = time.monotonic() + seconds, b"", False, None
    while True:
        code = process.poll()
        chunk = process.stdout.read() or b""
        text += chunk
        if code is not None:
            break
        if last is None and b"FAILED " in text:
            last = time.monotonic() + 0.2  # it goes on to say why
        if time.monotonic() > (last or deadline):
            timed_out = last is None
            end(process)
            text += process.stdout.read() or b""
            break
        time.sleep(0.005)
    process.stdout.close()
    end(process)
    return judge(tests, process.returncode, text.decode(errors="replace"), timed_out)
