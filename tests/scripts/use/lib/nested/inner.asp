use "../geometry" as g
half_area = r -> g.area r / 2
