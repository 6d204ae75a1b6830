count = 0
bump = () -> {
    count += 1          # expect error: cell
    count
}
