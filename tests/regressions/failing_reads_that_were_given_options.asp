# A native that had waited and failed was run again, as if it had refused its arguments, for ever.
listener = net.listen "127.0.0.1:0"
base = "http://{net.address listener}"
problem = f -> match try (f ()) {
    Err (Timeout _) -> "too late"
    other -> other
}
print (problem (() -> [http.get_with { timeout: 0.05 } base, http.get_with { timeout: 0.05 } base]))
# expect: too late
print (problem (() -> map (path -> http.get_with { timeout: 0.05 } "{base}/{path}") ["a", "b", "c"]))
# expect: too late
# The listener is used to the end: else the collector may close it before.
net.close listener
