pi = 3
area = r -> pi * r * r
_secret = 42
reveal = () -> _secret
