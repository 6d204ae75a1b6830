# Calls, each of which yields a future.
fib = n -> if n < 2 { n } else { fib (n - 1) + fib (n - 2) }
calls = n -> if n < 2 { 1 } else { 1 + calls (n - 1) + calls (n - 2) }
n = int args[0]
count = calls n
begin = time.monotonic ()
value = fib n
seconds = time.monotonic () - begin
if value < 1 { error "a wrong number" }
print "RESULT ns {seconds * 1e9 / count}"
