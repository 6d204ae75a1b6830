#!/usr/bin/env aspen
# A sales report from a CSV file with the columns region, product, units and price:
#     aspen run examples/csv_report.asp sales.csv

sample = """
    region,product,units,price
    North,apple juice,120,2.5
    South,"cider, dry",80,4.75
    North,"cider, dry",40,4.75
    West,apple juice,200,2.4
    South,apple juice,60,2.5
    West,vinegar,15,3.0
    """

rows_of = text -> {
    [header, ..rows] = csv.parse text
    rows |> map (row -> dict (zip header row))
}

sales = rows_of (if empty? args { sample } else { fs.read args[0] })
    |> map (row -> {
        region: row["region"],
        units: int row["units"],
        value: int row["units"] * float row["price"],
    })

line = region units value share -> print "{region:<8}{units:>7}{value:>11}{share:>8}"
total = sales |> map (sale -> sale.value) |> sum

line "region" "units" "value" "share"
print (string.repeat 34 "-")
for region, group in group_by (sale -> sale.region) sales {
    units = group |> map (sale -> sale.units) |> sum
    value = group |> map (sale -> sale.value) |> sum
    line region units "{value:,.2f}" "{value / total:.1%}"
}
print (string.repeat 34 "-")
line "total" (sales |> map (sale -> sale.units) |> sum) "{total:,.2f}" "100.0%"

# expect: region    units      value   share
# expect: ----------------------------------
# expect: North       160     490.00   31.7%
# expect: South       140     530.00   34.3%
# expect: West        215     525.00   34.0%
# expect: ----------------------------------
# expect: total       515   1,545.00  100.0%
