# Shapes and their areas. Names that begin with _ are visible in this file only.

_square = x -> x * x

area = shape -> match shape {
    Circle radius -> math.pi * _square radius
    Rectangle (width, height) -> width * height
    Triangle (a, b, c) -> {
        half = (a + b + c) / 2
        sqrt (half * (half - a) * (half - b) * (half - c))
    }
    _ -> error "{shape} is not a shape"
}

scale = factor shape -> match shape {
    Circle radius -> Circle (factor * radius)
    Rectangle (width, height) -> Rectangle (factor * width, factor * height)
    Triangle (a, b, c) -> Triangle (factor * a, factor * b, factor * c)
}
