use "./noisy"
twice = noisy.value * 2
