total = cell 0
add = n -> cell.update (t -> t + n) total
sum = () -> cell.get total
spin = () -> loop { }
wait = () -> loop { sleep 1000 }
once = () -> "fine"
