number? = v -> match v {
    n: Int or n: Float -> true      # expect error: unexpected keyword `or`
    _                  -> false
}
