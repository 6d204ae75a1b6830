use "./geometry"
double_area = r -> 2 * geometry.area r
