"""The loops of tools/bench/split as Python has them: loops.py PROGRAM WORKERS. With more than one worker, the loop is divided by
hand among the processes of a pool, and the parts are joined in order."""
import multiprocessing
import sys


def work(n, steps):
    t = n
    for i in range(steps):
        t = (t * 7 + i) % 1009
    return t


def collatz(n):
    k = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        k += 1
    return k


def loop(part):
    total = 0
    for x in part:
        total += work(x, 30000)
    return total


def loop_20us(part):
    total = 0
    for x in part:
        total += work(x, 600)
    return total


def loop_sum(part):
    total = 0
    for i in part:
        total += i * i % 7
    return total


def loop_floats(part):
    area, n = 0.0, 20_000_000
    for i in part:
        x = (i + 0.5) / n
        area += 4.0 / (1.0 + x * x)
    return area / n


def loop_best(part):
    best, where = 0, 0
    for i in part:
        if i and (k := collatz(i)) > best:
            best, where = k, i
    return best, -where


PROGRAMS = {
    "loop": (loop, 500, sum),
    "loop_20us": (loop_20us, 25_000, sum),
    "loop_sum": (loop_sum, 30_000_000, sum),
    "loop_floats": (loop_floats, 20_000_000, sum),
    "loop_best": (loop_best, 200_000, lambda parts: tuple(abs(v) for v in reversed(max(parts)))),
}


def main():
    body, n, join = PROGRAMS[sys.argv[1]]
    workers = int(sys.argv[2])
    if workers == 1:
        print(join([body(range(n))]))
        return
    chunks = 16 * workers
    with multiprocessing.Pool(workers) as pool:
        print(join(pool.map(body, [range(n * c // chunks, n * (c + 1) // chunks) for c in range(chunks)], chunksize=1)))


if __name__ == "__main__":
    main()
