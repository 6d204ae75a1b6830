// The rows of tools/bench/io in Go: main http|echo PORT, main files FOLDER, main ticks MILLISECONDS.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serveHttp(port string) {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "hello, world\n")
	})
	fail(http.ListenAndServe("127.0.0.1:"+port, nil))
}

func echo(c net.Conn) {
	defer c.Close()
	buffer := make([]byte, 4096)
	for {
		n, err := c.Read(buffer)
		if err != nil {
			return
		}
		if _, err := c.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func serveEcho(port string) {
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	fail(err)
	for {
		c, err := listener.Accept()
		fail(err)
		go echo(c)
	}
}

// A goroutine for each file, as `map` would have it; no more than 64 in the system at once, as many threads as
// Aspen has for that.
func readFiles(folder string) {
	entries, err := os.ReadDir(folder)
	fail(err)
	begin := time.Now()
	sizes := make([]int, len(entries))
	places := make(chan struct{}, 64)
	var all sync.WaitGroup
	for i, entry := range entries {
		all.Add(1)
		go func(i int, name string) {
			defer all.Done()
			places <- struct{}{}
			content, err := os.ReadFile(filepath.Join(folder, name))
			<-places
			fail(err)
			sizes[i] = len(content)
		}(i, entry.Name())
	}
	all.Wait()
	sum := 0
	for _, size := range sizes {
		sum += size
	}
	fmt.Printf("RESULT ms %g\nRESULT bytes %d\n", float64(time.Since(begin).Microseconds())/1000, sum)
}

// A thousand goroutines with a ticker each. A Ticker drops the ticks that nobody takes in time.
func hearTicks(milliseconds int) {
	var heard atomic.Int64
	var all sync.WaitGroup
	begin := time.Now()
	end := begin.Add(time.Duration(milliseconds) * time.Millisecond)
	for i := 0; i < 1000; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			ticker := time.NewTicker(time.Millisecond)
			defer ticker.Stop()
			for tick := range ticker.C {
				heard.Add(1)
				if !tick.Before(end) {
					return
				}
			}
		}()
	}
	all.Wait()
	fmt.Printf("RESULT ms %f\nRESULT ticks %d\n", float64(time.Since(begin).Nanoseconds())/1e6, heard.Load())
}

func main() {
	switch os.Args[1] {
	case "http":
		serveHttp(os.Args[2])
	case "echo":
		serveEcho(os.Args[2])
	case "files":
		readFiles(os.Args[2])
	case "ticks":
		milliseconds, err := strconv.Atoi(os.Args[2])
		fail(err)
		hearTicks(milliseconds)
	}
}
