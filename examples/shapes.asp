# A program of two files: the functions of lib/geometry.asp are fields of `geometry`.
use "./lib/geometry"

shapes = [Circle 1.0, Rectangle (3, 4), Triangle (3, 4, 5)]

for shape in shapes {
    bigger = geometry.scale 2 shape
    print "{shape} has area {geometry.area shape:.2f}, and {geometry.area bigger:.2f} twice as large"
}
# expect: Circle 1.0 has area 3.14, and 12.57 twice as large
# expect: Rectangle (3, 4) has area 12.00, and 48.00 twice as large
# expect: Triangle (3, 4, 5) has area 6.00, and 24.00 twice as large

if (try geometry.area Blob) is Err message { print message }    # expect: Blob is not a shape
