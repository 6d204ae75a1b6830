# A supervisor: it runs each worker as a task, starts a failed one again, and gives up on one that fails too
# often. The other workers are not affected.
supervise = name attempts work -> {
    report = []
    for attempt in 1..=attempts {
        match try (task.timeout 5 (() -> work attempt)) {
            Ok value -> return report |> push "{name}: {value}"
            Err (Timeout _) -> report |>= push "{name}: attempt {attempt} took too long"
            Err problem -> report |>= push "{name}: attempt {attempt} failed, {problem}"
        }
    }
    report |> push "{name}: given up"
}

steady = attempt -> "42 done"
flaky = attempt -> if attempt < 3 { error "no answer" } else { "answered at last" }
broken = attempt -> error "no power"

workers = [("steady", steady), ("flaky", flaky), ("broken", broken)]
for report in workers |> gather ((name, work) -> supervise name 3 work) {
    for line in report { print line }
}
# expect: steady: 42 done
# expect: flaky: attempt 1 failed, no answer
# expect: flaky: attempt 2 failed, no answer
# expect: flaky: answered at last
# expect: broken: attempt 1 failed, no power
# expect: broken: attempt 2 failed, no power
# expect: broken: attempt 3 failed, no power
# expect: broken: given up
