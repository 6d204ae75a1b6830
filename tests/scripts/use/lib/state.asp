items = [1, 2]
get_items = () -> items
