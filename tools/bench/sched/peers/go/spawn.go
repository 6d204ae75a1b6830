package main

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

const batch = 1000

// One empty task at a time, its value awaited before the next is spawned.
func spawnJoin(n int) {
	done := make(chan int, 1)
	sum := 0
	start := time.Now()
	for i := 0; i < n; i++ {
		go func() { done <- 1 }()
		sum += <-done
	}
	perItem(start, n)
	check(sum == n)
}

// n tasks alive at once, each leaving a value, all awaited.
func spawnGroup(values []int) {
	var group sync.WaitGroup
	group.Add(len(values))
	for i := range values {
		go func(i int) { values[i]++; group.Done() }(i)
	}
	group.Wait()
}

func spawnBatch(n int) {
	values := make([]int, batch)
	start := time.Now()
	for i := 0; i < n/batch; i++ {
		spawnGroup(values)
	}
	perItem(start, n/batch*batch)
	for _, v := range values {
		check(v == n/batch)
	}
}

func spawnAll(n int) {
	values := make([]int, n)
	start := time.Now()
	spawnGroup(values)
	perItem(start, n)
	for _, v := range values {
		check(v == 1)
	}
}

func link(n int, done chan<- int) {
	if n == 0 {
		done <- 1
		return
	}
	go link(n-1, done)
}

// Each task spawns the next and ends; the last one tells.
func chained(n int) {
	done := make(chan int)
	start := time.Now()
	go link(n, done)
	check(<-done == 1)
	perItem(start, n)
}

// 10,000 tasks spawned by a task, none awaited; the last one to run tells.
func manyLocal(n int) {
	const burst = 10000
	done := make(chan bool, 1)
	start := time.Now()
	for i := 0; i < n/burst; i++ {
		left := int64(burst)
		for j := 0; j < burst; j++ {
			go func() {
				if atomic.AddInt64(&left, -1) == 0 {
					done <- true
				}
			}()
		}
		check(<-done)
	}
	perItem(start, n/burst*burst)
}

// 200 tasks that give way to each other n/200 times each.
func yieldMany(n int) {
	const tasks = 200
	counts := make([]int, tasks)
	var group sync.WaitGroup
	group.Add(tasks)
	start := time.Now()
	for i := range counts {
		go func(i int) {
			for j := 0; j < n/tasks; j++ {
				runtime.Gosched()
				counts[i]++
			}
			group.Done()
		}(i)
	}
	group.Wait()
	perItem(start, n/tasks*tasks)
	for _, c := range counts {
		check(c == n/tasks)
	}
}
