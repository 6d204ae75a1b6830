# faults: clone clone3 vfork wait4 waitid pidfd_open read write poll dup2 execve socketpair
done = process.run "echo" ["hello"]
print done.out
child = process.spawn "cat" []
print (process.wait child)
