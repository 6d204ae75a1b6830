# Rules that people other than the program's authors change: a discount for each order.
use "../lib/rates"

discount = order -> match order.customer {
    "staff" -> 0.5
    name | shop.is_member name -> rates.member + bonus order
    _ -> bonus order
}

bonus = order -> if order.total >= 100 { rates.large_order } else { 0.0 }

price = customer total -> total * (1 - discount { customer, total })
