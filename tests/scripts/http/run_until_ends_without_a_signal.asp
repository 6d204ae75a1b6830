# After its program stops it, it does not listen for signals any more. A name that is no signal is refused.
server = http.listen "127.0.0.1:0"
running = spawn http.run_until ["USR1"] (_ -> "hello") server
print (http.get "http://{net.address (http.listener server)}/").status
# expect: 200
http.stop server
print (await running)
# expect: ()
print ((try (http.run_until ["SIGUSR1"] (_ -> "hello") server)) is Err (ValueError _))
# expect: true
