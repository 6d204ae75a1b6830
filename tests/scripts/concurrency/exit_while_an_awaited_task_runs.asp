# The program runs `busy` itself while it awaits it. The exit ends `busy`, and with that the program: as an exit, not
# as a task that was cancelled.
leaving = spawn {
  n = 0
  for i in 0..2_000 { n += i * i % 7 }
  exit 3
}
busy = spawn {
  n = 0
  while true { n += n * n % 7 }
  n
}
await busy
# exit: 3
