# A job runner: commands that depend on each other, two at a time. Output is read while they run; one that
# takes too long is killed, one that fails is tried again, up to its limit. Argument: a JSON file of jobs.

jobs = match args {
    [path] -> json.parse (fs.read path)
    _      -> [
        ["name": "configure", "command": ["sh", "-c", "echo looking for a compiler; echo found one"]],
        ["name": "library", "command": ["sh", "-c", "echo compiling"], "after": ["configure"]],
        ["name": "program", "command": ["sh", "-c", "echo compiling, too; echo a warning >&2"], "after": ["configure"]],
        ["name": "tests", "command": ["sh", "-c", "echo one of them fails; exit 3"], "after": ["library", "program"], "tries": 2],
        ["name": "pages", "command": ["sleep", "1000"], "after": ["configure"], "seconds": 0.1],
        ["name": "package", "command": ["true"], "after": ["tests"]],
    ]
}

# Returns its lines and its exit code. If the task is cancelled, as by task.timeout, the process is killed.
converse = command -> {
    child = process.spawn_with { output: "pipe", errors: "output", input: "null" } command[0] command[1..]
    result = try {
        lines = list.from (process.output child)
        (lines, process.wait child)
    }
    match result {
        Ok answer -> answer
        Err e -> {
            process.kill "KILL" child
            process.wait child
            error e
        }
    }
}

attempt = job tries_left -> {
    seconds = get_or "seconds" 60 job
    match try (task.timeout seconds (() -> converse job["command"])) {
        Ok (lines, 0)                  -> Done lines
        Ok _ | tries_left > 1          -> attempt job (tries_left - 1)
        Ok (lines, code)               -> Failed ("exit code {code}", lines)
        Err (Timeout _)                -> Failed ("took longer than {seconds} s", [])
        Err (IoError { message: why }) -> Failed (why, [])
        Err e                          -> error e
    }
}

# Starts all jobs, first those that wait for no other.
run_all = jobs -> {
    outcomes = [:]
    waiting = jobs
    while not (empty? waiting) {
        (ready, later) = partition (job -> all (name -> contains name outcomes) (get_or "after" [] job)) waiting
        assert (not (empty? ready))              # otherwise the remaining jobs wait for each other
        succeeded? = name -> match outcomes[name] { Done _ -> true, _ -> false }
        results = gather_limit 2 (job -> match find (name -> not (succeeded? name)) (get_or "after" [] job) {
            Some name -> Skipped name
            None      -> attempt job (get_or "tries" 1 job)
        }) ready
        for (job, outcome) in zip ready results { outcomes[job["name"]] = outcome }
        waiting = later
    }
    outcomes
}

for (name, outcome) in entries (run_all jobs) {
    print (match outcome {
        Done _          -> "{name}: done"
        Failed (why, _) -> "{name}: {why}"
        Skipped other   -> "{name}: left out, as {other} has failed"
    })
    match outcome {
        Done lines        -> each (line -> print "    {line}") lines
        Failed (_, lines) -> each (line -> print "    {line}") lines
        _                 -> ()
    }
}
# expect: configure: done
# expect:     looking for a compiler
# expect:     found one
# expect: library: done
# expect:     compiling
# expect: program: done
# expect:     compiling, too
# expect:     a warning
# expect: pages: took longer than 0.1 s
# expect: tests: exit code 3
# expect:     one of them fails
# expect: package: left out, as tests has failed
