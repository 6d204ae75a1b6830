# statistics and histogram, percentile, moving average, linear regression
data = [2.5, 3.7, 1.2, 8.8, 5.5, 4.1, 9.9, 0.3]
print "mean {math.mean data:.3f} median {math.median data:.3f} sd {math.deviation data:.4f} var {math.variance data:.4f}"
percentile = p xs -> {
    xs = sort xs
    k = (len xs - 1) * p / 100
    lo = floor k
    hi = ceil k
    xs[lo] + (xs[hi] - xs[lo]) * (k - lo)
}
print "{percentile 90 data:.4f} {percentile 25 data:.4f}"
for lo, xs in data |> group_by (x -> floor (x / 2.5)) |> dict.sort { print "{lo * 2.5:>4.1f}-{(lo + 1) * 2.5:<5.1f}{string.repeat (len xs) "*"}" }
print (windows 3 data |> map (w -> math.round_to 2 (math.mean w)))
fit = pts -> {
    n = len pts
    sx = sum_by ((x, _) -> x) pts
    sy = sum_by ((_, y) -> y) pts
    sxy = sum_by ((x, y) -> x * y) pts
    sxx = sum_by ((x, _) -> x * x) pts
    slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
    { slope, intercept: (sy - slope * sx) / n }
}
print (fit [(1, 2), (2, 4.1), (3, 5.9), (4, 8.2)])
print (min data, max data, math.clamp 0 5 9.9, math.sign -3, math.hypot 3 4, math.degrees math.pi)
# expect: mean 4.500 median 3.900 sd 3.2012 var 10.2475
# expect: 9.1300 2.1750
# expect:  0.0-2.5  **
# expect:  2.5-5.0  ***
# expect:  5.0-7.5  *
# expect:  7.5-10.0 **
# expect: [2.47, 4.57, 5.17, 6.13, 6.5, 4.77]
# expect: { slope: 2.0400000000000005, intercept: -0.0500000000000016 }
# expect: (0.3, 9.9, 5, -1, 5.0, 180.0)
