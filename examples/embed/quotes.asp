# The cheapest offer of all shops. The questions are in flight together: `map` waits for no answer before it
# asks the next shop.
cheapest = item -> {
    offers = map (shop -> { price: market.ask shop item, shop: shop }) (market.shops ())
    best = min_by (offer -> offer.price) offers
    "{best.shop} for {best.price:.2f}"
}
