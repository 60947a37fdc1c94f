"""What follows from what was seen: the laws of carrom, in the rule sets of the library.

`ruleset("icf")` reads a rule book. `Round.begin(...)` opens one board of play. `judge(round, outcome)` says what a
stroke leads to, `settle(round, ruling)` gives the round that follows; `expected(round)` says who may do what next and
`apply(round, action)` does what is no stroke. Laws never look at physics: they read an `Outcome`.
"""
