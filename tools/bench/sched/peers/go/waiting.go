package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// statusKiB reads a field of /proc/self/status.
func statusKiB(field string) int {
	f, err := os.Open("/proc/self/status")
	check(err == nil)
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if value := 0; strings.HasPrefix(lines.Text(), field+":") {
			fmt.Sscanf(lines.Text()[len(field)+1:], "%d", &value)
			return value
		}
	}
	panic(field)
}

// n tasks sleep a second each: the time beyond that second, for each. Memory is the growth of the resident set over the most that slept at once.
func sleepers(n int) {
	var asleep, most, woken int64
	var group sync.WaitGroup
	group.Add(n)
	before := statusKiB("VmRSS")
	start := time.Now()
	for i := 0; i < n; i++ {
		go func() {
			if now := atomic.AddInt64(&asleep, 1); now > atomic.LoadInt64(&most) {
				atomic.StoreInt64(&most, now)
			}
			time.Sleep(time.Second)
			atomic.AddInt64(&asleep, -1)
			atomic.AddInt64(&woken, 1)
			group.Done()
		}()
	}
	group.Wait()
	result("ns", float64(time.Since(start)-time.Second)/float64(n))
	result("bytes", float64(statusKiB("VmHWM")-before)*1024/float64(most))
	check(woken == int64(n))
}

func spin(d time.Duration) {
	for start := time.Now(); time.Since(start) < d; {
	}
}

// A busy task readies another while the other worker has had two milliseconds to fall asleep: how long until it runs?
func readyDelay(n int) { measureDelay(n, spin) }

func readyDelaySending(n int) {
	messages := make(chan int, 1)
	measureDelay(n, func(d time.Duration) {
		for end := time.Now().Add(d); time.Now().Before(end); <-messages {
			messages <- 1
		}
	})
}

func measureDelay(n int, stayBusy func(time.Duration)) {
	late := make([]float64, n)
	ran := make(chan bool, 1)
	for i := range late {
		spin(2 * time.Millisecond)
		ready := time.Now()
		go func() { late[i] = float64(time.Since(ready)); ran <- true }()
		stayBusy(500 * time.Microsecond)
		check(<-ran)
	}
	percentiles(late)
}

// Processor time of a process with 10,000 parked tasks over n milliseconds.
func idle(n int) {
	const tasks = 10000
	c := make(chan int)
	var group sync.WaitGroup
	group.Add(tasks)
	for i := 0; i < tasks; i++ {
		go func() { check(<-c == 7); group.Done() }()
	}
	time.Sleep(100 * time.Millisecond)
	before, start := processorTime(), time.Now()
	time.Sleep(time.Duration(n) * time.Millisecond)
	result("ms_per_s", float64((processorTime()-before).Microseconds())/1e3/time.Since(start).Seconds())
	for i := 0; i < tasks; i++ {
		c <- 7
	}
	group.Wait()
}

// 1,000 tasks wake at every millisecond, a microsecond apart, n times: how late?
func timers(n int) {
	const tasks = 1000
	late := make([]float64, tasks*n)
	var group sync.WaitGroup
	group.Add(tasks)
	runtime.GC()
	start := time.Now().Add(20 * time.Millisecond)
	for t := 0; t < tasks; t++ {
		go func(t int) {
			for i := 0; i < n; i++ {
				due := start.Add(time.Duration(i)*time.Millisecond + time.Duration(t)*time.Microsecond)
				time.Sleep(time.Until(due))
				late[t*n+i] = float64(time.Since(due))
			}
			group.Done()
		}(t)
	}
	group.Wait()
	for _, l := range late {
		check(l >= 0)
	}
	percentiles(late)
}
