# A bank: accounts are records, a bank is a record of accounts and a ledger, every operation gives the next bank.

new_bank = () -> { accounts: [:], ledger: [], next: 1 }

open_account = owner bank -> {
    id = bank.next
    bank.accounts[id] = { id, owner, balance: 0, frozen: false }
    bank.next += 1
    (id, bank)
}

account = id bank -> match get id bank.accounts {
    Some a -> a
    None   -> error (NoAccount id)
}

record_entry = entry bank -> {
    bank.ledger |>= push entry
    bank
}

deposit = id amount bank -> {
    if amount <= 0 { error (BadAmount amount) }
    a = account id bank
    if a.frozen { error (Frozen id) }
    bank.accounts[id].balance += amount
    record_entry (Deposit { id, amount }) bank
}

withdraw = id amount bank -> {
    if amount <= 0 { error (BadAmount amount) }
    a = account id bank
    if a.frozen { error (Frozen id) }
    if a.balance < amount { error (Insufficient { id, balance: a.balance, amount }) }
    bank.accounts[id].balance -= amount
    record_entry (Withdrawal { id, amount }) bank
}

transfer = from to amount bank -> bank |> withdraw from amount |> deposit to amount

freeze = id bank -> {
    bank.accounts[id].frozen = true
    bank
}

explain = reason -> match reason {
    NoAccount id -> "there is no account {id}"
    BadAmount n -> "{n} is not an amount"
    Frozen id -> "account {id} is frozen"
    Insufficient { id, balance, amount } -> "account {id} has {balance} but {amount} were asked for"
    other -> error other
}

# Runs an operation. If it fails, the bank stays as it was.
attempt = what operation bank -> match try operation bank {
    Ok next -> {
        print "ok:     {what}"
        next
    }
    Err reason -> {
        print "failed: {what}: {explain reason}"
        bank
    }
}

add_interest = rate bank -> {
    for id, a in bank.accounts {
        if not a.frozen { bank.accounts[id].balance += round (a.balance * rate) }
    }
    bank
}

statement = bank -> {
    for a in values bank.accounts {
        mark = if a.frozen { "*" } else { "" }
        print "{a.id:>3} {a.owner:<8}{a.balance / 100:>12,.2f}{mark}"
    }
    total = values bank.accounts |> sum_by (a -> a.balance)
    print "    {"total":<8}{total / 100:>12,.2f}"
}

bank = new_bank ()
ada, bank = open_account "Ada" bank
bob, bank = open_account "Bob" bank
cy, bank = open_account "Cy" bank
bank = bank
    |> attempt "Ada pays in" (deposit ada 1_000_00)
    |> attempt "Bob pays in" (deposit bob 250_50)
    |> attempt "Ada to Cy" (transfer ada cy 300_00)
    |> attempt "Bob to Ada" (transfer bob ada 999_00)
    |> attempt "to nowhere" (transfer ada 77 1)
    |> attempt "nothing" (deposit bob 0)
    |> freeze cy
    |> attempt "Cy to Bob" (transfer cy bob 1_00)
before = bank
bank |>= add_interest 0.02
statement bank
print "interest: {(values bank.accounts |> sum_by (a -> a.balance)) - (values before.accounts |> sum_by (a -> a.balance))}"
print "entries: {len bank.ledger}, last {last bank.ledger}"
by_kind = bank.ledger |> group_by (entry -> match entry {
    Deposit _    -> "deposits"
    Withdrawal _ -> "withdrawals"
})
for kind, es in by_kind {
    amounts = es |> map (e -> match e { Deposit { amount } or Withdrawal { amount } -> amount })
    print "{kind}: {len es}, {sum amounts / 100:.2f}"
}
# expect: ok:     Ada pays in
# expect: ok:     Bob pays in
# expect: ok:     Ada to Cy
# expect: failed: Bob to Ada: account 2 has 25050 but 99900 were asked for
# expect: failed: to nowhere: there is no account 77
# expect: failed: nothing: 0 is not an amount
# expect: failed: Cy to Bob: account 3 is frozen
# expect:   1 Ada           714.00
# expect:   2 Bob           255.51
# expect:   3 Cy            300.00*
# expect:     total       1,269.51
# expect: interest: 1901
# expect: entries: 4, last Deposit { id: 3, amount: 30000 }
# expect: deposits: 3, 1550.50
# expect: withdrawals: 1, 300.00
