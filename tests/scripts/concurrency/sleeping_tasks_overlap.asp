# A task that sleeps holds no worker: all of them begin before any has slept.
begun = channel 0
sleepers = map (_ -> { spawn { send begun (); sleep 1000 } }) (0..20)
for _ in sleepers { recv begun }
print (map task.done? sleepers |> unique)           # expect: [false]
each task.cancel sleepers
