// The rows of tools/bench/sched in Go. Usage: bench ROW WORKERS SIZE; prints `RESULT metric value` lines.
package main

import (
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"syscall"
	"time"
)

var rows = map[string]func(n int){
	"spawn-join":    spawnJoin,
	"spawn-batch":   spawnBatch,
	"spawn-million": spawnAll,
	"chained":       chained,
	"many-local":    manyLocal,
	"yield":         yieldMany,
	"pingpong":      pingPong,
	"ring":          ring,
	"mpsc":          manyProducers,
	"skynet":        skynet,
	"fib":           forkJoinFib,
	"for-100us":     forLongItems,
	"for-tiny":      forTinyItems,
	"sleepers":      sleepers,
	"delay":         readyDelay,
	"delay-sending": readyDelaySending,
	"idle":          idle,
	"timers":        timers,
}

func result(metric string, value float64) { fmt.Printf("RESULT %s %f\n", metric, value) }

func check(ok bool) {
	if !ok {
		panic("wrong result")
	}
}

// perItem reports the nanoseconds since start for each of n items.
func perItem(start time.Time, n int) { result("ns", float64(time.Since(start))/float64(n)) }

func percentiles(late []float64) {
	sort.Float64s(late)
	at := func(p int) float64 { return late[(len(late)-1)*p/100] / 1e3 }
	result("p50_us", at(50))
	result("p99_us", at(99))
	result("max_us", at(100))
}

func processorTime() time.Duration {
	var u syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &u) == nil)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func main() {
	workers, _ := strconv.Atoi(os.Args[2])
	size, _ := strconv.Atoi(os.Args[3])
	runtime.GOMAXPROCS(workers)
	rows[os.Args[1]](size)
}
