// The loops of tools/bench/split as Go has them: loops PROGRAM WORKERS. With more than one worker, the loop is divided by
// hand: each goroutine takes the next chunk of the range, and the parts are joined in the order of the chunks.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
)

// Calls part for consecutive chunks of 0..n, and returns what it gave, in order.
func divide[T any](n, workers int, part func(from, to int) T) []T {
	chunks := 1
	if workers > 1 {
		chunks = 16 * workers
	}
	parts := make([]T, chunks)
	var next int64 = -1
	var group sync.WaitGroup
	for w := 0; w < workers; w++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for c := int(atomic.AddInt64(&next, 1)); c < chunks; c = int(atomic.AddInt64(&next, 1)) {
				parts[c] = part(n*c/chunks, n*(c+1)/chunks)
			}
		}()
	}
	group.Wait()
	return parts
}

func sum[T int | float64](n, workers int, term func(i int) T) T {
	var total T
	for _, part := range divide(n, workers, func(from, to int) T {
		var t T
		for i := from; i < to; i++ {
			t += term(i)
		}
		return t
	}) {
		total += part
	}
	return total
}

func work(n, steps int) int {
	t := n
	for i := 0; i < steps; i++ {
		t = (t*7 + i) % 1009
	}
	return t
}

func collatz(n int) int {
	k := 0
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		k++
	}
	return k
}

type best struct{ steps, where int }

func longest(n, workers int) best {
	found := best{}
	for _, b := range divide(n-1, workers, func(from, to int) best {
		b := best{}
		for i := from + 1; i < to+1; i++ {
			if k := collatz(i); k > b.steps {
				b = best{k, i}
			}
		}
		return b
	}) {
		if b.steps > found.steps {
			found = b
		}
	}
	return found
}

func main() {
	workers, _ := strconv.Atoi(os.Args[2])
	runtime.GOMAXPROCS(workers)
	switch os.Args[1] {
	case "loop":
		fmt.Println(sum(500, workers, func(x int) int { return work(x, 30000) }))
	case "loop_20us":
		fmt.Println(sum(25000, workers, func(x int) int { return work(x, 600) }))
	case "loop_sum":
		fmt.Println(sum(30_000_000, workers, func(i int) int { return i * i % 7 }))
	case "loop_floats":
		n := 20_000_000
		area := sum(n, workers, func(i int) float64 {
			x := (float64(i) + 0.5) / float64(n)
			return 4 / (1 + x*x)
		})
		fmt.Println(area / float64(n))
	case "loop_best":
		b := longest(200_000, workers)
		fmt.Printf("(%d, %d)\n", b.where, b.steps)
	}
}
