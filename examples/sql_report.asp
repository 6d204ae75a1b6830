#!/usr/bin/env aspen
# Queries a database of orders in memory, and prints the result as a table.

orders = [
    { customer: "Ada", city: "Bern", product: "tea", amount: 3, price: 4.5 },
    { customer: "Ben", city: "Basel", product: "coffee", amount: 1, price: 9.9 },
    { customer: "Cleo", city: "Bern", product: "cocoa", amount: 12, price: 3.25 },
    { customer: "Ada", city: "Bern", product: "coffee", amount: 2, price: 9.9 },
    { customer: "Ben", city: "Basel", product: "tea", amount: None, price: 4.5 },
    { customer: "Dora", city: "Chur", product: "tea", amount: 20, price: 4.5 },
]

db = sqlite.open ":memory:"
sqlite.exec "create table orders (customer text, city text, product text, amount integer, price real)" () db
orders |> each (order -> sqlite.exec "insert into orders values (:customer, :city, :product, :amount, :price)" order db)

# An order without an amount is for one piece.
sqlite.exec "update orders set amount = 1 where amount is null" () db

report = """
    select city, count(*) as orders, sum(amount) as units, sum(amount * price) as value
    from orders where amount >= :least group by city order by value desc
    """
cities = sqlite.query report { least: 1 } db
total = cities |> map (row -> row.value) |> sum

line = city orders units value share -> print "{city:<8}{orders:>7}{units:>7}{value:>10}{share:>8}"
rule = string.repeat 40 "-"

line "city" "orders" "units" "value" "share"
print rule
for { city, orders, units, value } in cities {
    line city orders units "{value:,.2f}" "{value / total:.1%}"
}
print rule
line "total" (len orders) (cities |> map (row -> row.units) |> sum) "{total:,.2f}" "100.0%"

# A sale that cannot be paid is undone, whichever statement fails.
sold = try sqlite.transaction (db -> {
    sqlite.exec "update orders set amount = amount + 5 where customer = ?" ["Dora"] db
    Some { spent } = sqlite.query_one "select sum(amount * price) as spent from orders where customer = 'Dora'" () db
    if spent > 100 { error "Dora has spent {spent:.2f}, which is too much" }
}) db
print (match sold { Ok _ -> "sold", Err why -> why })
for { customer, amount } in sqlite.rows "select customer, amount from orders where amount > 10 order by amount" () db {
    print "{customer} has ordered {amount}"
}

# expect: city     orders  units     value   share
# expect: ----------------------------------------
# expect: Chur          1     20     90.00   50.9%
# expect: Bern          3     17     72.30   40.9%
# expect: Basel         2      2     14.40    8.1%
# expect: ----------------------------------------
# expect: total         6     39    176.70  100.0%
# expect: Dora has spent 112.50, which is too much
# expect: Cleo has ordered 12
# expect: Dora has ordered 20
