circle_area = r -> 3 * r * r
