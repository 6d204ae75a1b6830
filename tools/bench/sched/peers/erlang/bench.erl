%% The rows of tools/bench/sched that Erlang has. Usage: erl +S WORKERS:WORKERS … -run bench main ROW SIZE;
%% prints `RESULT metric value` lines.
-module(bench).
-export([main/1]).

main([Row, Size]) ->
    %% Off-heap messages, as one would choose for a process that collects a million of them.
    spawn_opt(fun() -> run(Row, list_to_integer(Size)) end, [{message_queue_data, off_heap}]),
    timer:sleep(infinity).

run(Row, Size) ->
    try row(list_to_atom(Row), Size) of
        _ -> halt(0)
    catch
        Class:Reason:Stack ->
            io:format(standard_error, "~p ~p ~p~n", [Class, Reason, Stack]),
            halt(1)
    end.

result(Metric, Value) -> io:format("RESULT ~s ~f~n", [Metric, Value / 1]).

now_ns() -> erlang:monotonic_time(nanosecond).

per_item(Start, N) -> result("ns", (now_ns() - Start) / N).

%% The sum of N messages that are numbers.
collect(0, Sum) -> Sum;
collect(N, Sum) -> receive X -> collect(N - 1, Sum + X) end.

times(0, _) -> ok;
times(N, F) -> F(), times(N - 1, F).

spawn_group(N) ->
    Me = self(),
    times(N, fun() -> spawn(fun() -> Me ! 1 end) end),
    N = collect(N, 0).

row('spawn-join', N) ->
    Start = now_ns(),
    times(N, fun() -> spawn_group(1) end),
    per_item(Start, N);
row('spawn-batch', N) ->
    Start = now_ns(),
    times(N div 1000, fun() -> spawn_group(1000) end),
    per_item(Start, N);
row('spawn-million', N) ->
    Start = now_ns(),
    spawn_group(N),
    per_item(Start, N);
row(chained, N) ->
    Me = self(),
    Start = now_ns(),
    spawn(fun() -> link_to(N, Me) end),
    1 = collect(1, 0),
    per_item(Start, N);
row(yield, N) ->
    Me = self(),
    Start = now_ns(),
    times(200, fun() -> spawn(fun() -> times(N div 200, fun erlang:yield/0), Me ! 1 end) end),
    200 = collect(200, 0),
    per_item(Start, N);
row(pingpong, N) ->
    Pong = spawn(fun pong/0),
    Start = now_ns(),
    N = ping(Pong, N, 0),
    per_item(Start, N);
row(ring, N) ->
    Me = self(),
    First = spawn(fun() -> receive {next, Next} -> node_of(Next, Me) end end),
    Add = fun(_, Next) -> spawn(fun() -> node_of(Next, Me) end) end,
    First ! {next, lists:foldl(Add, First, lists:seq(1, 502))},
    Start = now_ns(),
    First ! N,
    1 = collect(1, 0),
    per_item(Start, N);
row(mpsc, N) ->
    Me = self(), Each = N div 8,
    Start = now_ns(),
    times(8, fun() -> spawn(fun() -> times(Each, fun() -> Me ! 1 end) end) end),
    Sum = collect(8 * Each, 0),
    per_item(Start, 8 * Each),
    Sum = 8 * Each;
row(skynet, N) ->
    Me = self(),
    Start = now_ns(),
    spawn(fun() -> subtree(0, N, Me) end),
    Sum = collect(1, 0),
    result("ms", (now_ns() - Start) / N),
    Sum = N * (N - 1) div 2;
row(fib, N) ->
    Me = self(), Value = plain_fib(N), Calls = 2 * plain_fib(N + 1) - 1,
    Start = now_ns(),
    spawn(fun() -> fib(N, Me) end),
    Value = collect(1, 0),
    per_item(Start, Calls);
row('for-100us', N) ->
    %% Fewer steps than in C++, so that an item takes some 100 µs here, too.
    Me = self(), Steps = 13000, Expected = long_item(1, Steps),
    Plain = now_ns(),
    times(N, fun() -> Expected = long_item(1, Steps) end),
    Start = now_ns(),
    times(N, fun() -> spawn(fun() -> Me ! long_item(1, Steps) end) end),
    Sum = collect(N, 0),
    Sum = N * Expected,
    result("x", (now_ns() - Start) * erlang:system_info(schedulers) / (Start - Plain));
row(sleepers, N) ->
    Me = self(), Before = status_kib("VmRSS"),
    Start = now_ns(),
    times(N, fun() -> spawn(fun() -> sleeper(Me) end) end),
    %% A sleeper tells when it falls asleep (1) and when it wakes (0); the most between the two is what memory is shared by.
    Most = most_asleep(2 * N, 0, 0),
    result("ns", (now_ns() - Start - 1000000000) / N),
    result("bytes", (status_kib("VmHWM") - Before) * 1024 / Most);
row(idle, Ms) ->
    Me = self(), N = 10000,
    Tasks = [spawn(fun() -> receive 7 -> Me ! 1 end end) || _ <- lists:seq(1, N)],
    timer:sleep(100),
    Before = processor_ticks(),
    timer:sleep(Ms),
    result("ms_per_s", (processor_ticks() - Before) * 10 / (Ms / 1000)),
    lists:foreach(fun(Task) -> Task ! 7 end, Tasks),
    N = collect(N, 0).

link_to(0, Last) -> Last ! 1;
link_to(N, Last) -> spawn(fun() -> link_to(N - 1, Last) end).

pong() -> receive {From, V} -> From ! V + 1, pong() end.

ping(_, 0, V) -> V;
ping(Pong, N, V) -> Pong ! {self(), V}, receive W -> ping(Pong, N - 1, W) end.

node_of(Next, Main) ->
    receive
        0 -> Main ! 1;
        V -> Next ! V - 1, node_of(Next, Main)
    end.

subtree(First, 1, Parent) -> Parent ! First;
subtree(First, Size, Parent) ->
    Me = self(), Part = Size div 10,
    [spawn(fun() -> subtree(First + I * Part, Part, Me) end) || I <- lists:seq(0, 9)],
    Parent ! collect(10, 0).

plain_fib(N) when N < 2 -> N;
plain_fib(N) -> plain_fib(N - 1) + plain_fib(N - 2).

fib(N, Parent) when N < 2 -> Parent ! N;
fib(N, Parent) ->
    Me = self(),
    spawn(fun() -> fib(N - 1, Me) end),
    spawn(fun() -> fib(N - 2, Me) end),
    Parent ! collect(2, 0).

long_item(Seed, 0) -> Seed;
long_item(Seed, Steps) -> long_item((Seed * 16807) rem 2147483647, Steps - 1).

sleeper(Parent) ->
    Parent ! 1,
    receive after 1000 -> Parent ! 0 end.

most_asleep(0, _, Most) -> Most;
most_asleep(Left, Asleep, Most) ->
    receive
        1 -> most_asleep(Left - 1, Asleep + 1, max(Most, Asleep + 1));
        0 -> most_asleep(Left - 1, Asleep - 1, Most)
    end.

status_kib(Field) ->
    {ok, Text} = file:read_file("/proc/self/status"),
    {match, [Value]} = re:run(Text, Field ++ ":\\s*(\\d+)", [{capture, all_but_first, list}]),
    list_to_integer(Value).

%% User and system time of the process, in hundredths of a second: the 14th and 15th field, the 2nd being in brackets.
processor_ticks() ->
    {ok, Text} = file:read_file("/proc/self/stat"),
    [_, Rest] = string:split(Text, ") "),
    Fields = string:lexemes(Rest, " "),
    binary_to_integer(lists:nth(12, Fields)) + binary_to_integer(lists:nth(13, Fields)).
