# The cheapest offer of all shops. The questions are in flight together: `map` asks the next shop before the
# answers of the earlier ones have come.
cheapest = item -> {
    offers = map (shop -> { price: market.ask shop item, shop: shop }) (market.shops ())
    best = min_by (offer -> offer.price) offers
    "{best.shop} for {best.price:.2f}"
}
