# The program's own task waited for its turn before it ended the others, which spawned more tasks meanwhile.
f = depth i -> {
  if depth == 8 and i == 5 { exit 3 }
  spawn f (depth + 1) (2 * i)
  spawn f (depth + 1) (2 * i + 1)
}
f 0 0
# exit: 3
