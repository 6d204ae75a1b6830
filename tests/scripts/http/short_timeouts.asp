# A time-out of less than a millisecond is one: the server never answers.
listener = net.listen "127.0.0.1:0"
print ((try (http.get_with { timeout: 0.0001 } "http://{net.address listener}/")) is Err (Timeout _ or IoError _))
# expect: true
