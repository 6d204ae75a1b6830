package main

import "time"

func pingPong(n int) {
	there, back := make(chan int), make(chan int)
	go func() {
		for v := range there {
			back <- v + 1
		}
	}()
	v := 0
	start := time.Now()
	for i := 0; i < n; i++ {
		there <- v
		v = <-back
	}
	perItem(start, n)
	check(v == n)
}

func node(in <-chan int, out chan<- int, done chan<- int) {
	for {
		v := <-in
		if v == 0 {
			done <- 1
			return
		}
		out <- v - 1
	}
}

// 503 tasks in a ring hand a number on, which counts down from n.
func ring(n int) {
	done := make(chan int)
	first := make(chan int)
	in := first
	for i := 0; i < 502; i++ {
		out := make(chan int)
		go node(in, out, done)
		in = out
	}
	go node(in, first, done)
	start := time.Now()
	first <- n
	check(<-done == 1)
	perItem(start, n)
}

// Eight producers, one consumer, one channel of 128.
func manyProducers(n int) {
	const producers = 8
	each := n / producers
	c := make(chan int, 128)
	start := time.Now()
	for i := 0; i < producers; i++ {
		go func() {
			for j := 0; j < each; j++ {
				c <- j
			}
		}()
	}
	sum := 0
	for i := 0; i < producers*each; i++ {
		sum += <-c
	}
	perItem(start, producers*each)
	check(sum == producers*each*(each-1)/2)
}
