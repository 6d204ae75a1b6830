# Names that cannot be listened for are refused before anything is changed, with the name in question.
told = f -> match try (f ()) {
    Err (ValueError e) -> print e.message
    Err (TypeError e) -> print e.message
    Err (IoError e) -> print e.code
    other -> print other
}
told (() -> signals.listen ["TERM", "KILL"])
# expect: signals.listen: names has "KILL", which no program can listen for
told (() -> signals.listen ["STOP"])
# expect: signals.listen: names has "STOP", which no program can listen for
told (() -> signals.listen ["SEGV"])
# expect: signals.listen: names has "SEGV", which no program can listen for
told (() -> signals.listen ["SIGTERM"])
# expect: signals.listen: names has "SIGTERM", which is no signal; did you mean "TERM"?
told (() -> signals.listen ["nonsense"])
# expect: signals.listen: names has "nonsense", which is no signal
told (() -> signals.listen [""])
# expect: signals.listen: names has "", which is no signal
told (() -> signals.listen [])
# expect: signals.listen: names is empty
told (() -> signals.listen [15])
# expect: signals.listen: names must be strings, not 15, an Int
told (() -> signals.send "int" process.pid)
# expect: signals.send: name is "int", which is no signal; did you mean "INT"?
told (() -> signals.send "TERM" 0)
# expect: signals.send: pid is not the number of a process
told (() -> signals.send "TERM" (-1))
# expect: signals.send: pid is not the number of a process
told (() -> signals.send "CONT" 4194305)
# expect: ESRCH
told (() -> signals.next 5)
# expect: signals.next: listener must be what signals.listen gives, not 5, an Int
