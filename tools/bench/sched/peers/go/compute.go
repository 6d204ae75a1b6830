package main

import (
	"runtime"
	"sync"
	"time"
)

func subtree(out chan<- int, first, size int) {
	if size == 1 {
		out <- first
		return
	}
	below := make(chan int, 10)
	for i := 0; i < 10; i++ {
		go subtree(below, first+i*(size/10), size/10)
	}
	sum := 0
	for i := 0; i < 10; i++ {
		sum += <-below
	}
	out <- sum
}

// A tree of tasks, ten to a node, with n leaves: milliseconds for a million of them.
func skynet(n int) {
	out := make(chan int)
	start := time.Now()
	go subtree(out, 0, n)
	sum := <-out
	result("ms", float64(time.Since(start))/float64(n))
	check(sum == n*(n-1)/2)
}

func plainFib(n int) int {
	if n < 2 {
		return n
	}
	return plainFib(n-1) + plainFib(n-2)
}

func fib(n int, out chan<- int) {
	if n < 2 {
		out <- n
		return
	}
	c := make(chan int, 2)
	go fib(n-1, c)
	go fib(n-2, c)
	out <- <-c + <-c
}

// Every call is a task; both recursive calls are spawned and awaited.
func forkJoinFib(n int) {
	out := make(chan int, 1)
	start := time.Now()
	go fib(n, out)
	value := <-out
	perItem(start, 2*plainFib(n+1)-1)
	check(value == plainFib(n))
}

// Some 100 µs of computation.
func longItem(seed uint64) uint64 {
	for i := 0; i < 55000; i++ {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
	}
	return seed
}

// A task an item. Reports time × workers over the time of a plain loop: 1 is perfect.
func forLongItems(n int) {
	expected, values := make([]uint64, n), make([]uint64, n)
	start := time.Now()
	for i := range expected {
		expected[i] = longItem(uint64(i + 1))
	}
	plain := time.Since(start)
	var group sync.WaitGroup
	start = time.Now()
	group.Add(n)
	for i := range values {
		go func(i int) { values[i] = longItem(uint64(i + 1)); group.Done() }(i)
	}
	group.Wait()
	result("x", float64(time.Since(start))*float64(runtime.GOMAXPROCS(0))/float64(plain))
	for i := range values {
		check(values[i] == expected[i])
	}
}

// A nanosecond or two of computation.
func tinyItem(i int) uint32 {
	x := uint32(i) * 2654435761
	x = (x ^ x>>15) * 2246822519
	x = (x ^ x>>13) * 3266489917
	return x ^ x>>16
}

// Eight ranges a worker, as one would write it by hand.
func forTinyItems(n int) {
	values := make([]uint32, n)
	for i := range values {
		values[i] = 1 // so that no page is touched for the first time below
	}
	ranges := 8 * runtime.GOMAXPROCS(0)
	var group sync.WaitGroup
	start := time.Now()
	group.Add(ranges)
	for r := 0; r < ranges; r++ {
		go func(begin, end int) {
			for i := begin; i < end; i++ {
				values[i] += tinyItem(i)
			}
			group.Done()
		}(r*n/ranges, (r+1)*n/ranges)
	}
	group.Wait()
	perItem(start, n)
	for i, v := range values {
		check(v == 1+tinyItem(i))
	}
}
