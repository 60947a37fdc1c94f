"""The laws of carrom: from observed facts to rulings, for every rule set of the library.

`ruleset("icf")` loads a rule set. `Round.begin(...)` opens one board of play. `judge(round, outcome)` returns the
ruling on a stroke, and `settle(round, ruling)` the round after it; `expected(round)` returns who may do what next, and
`apply(round, action)` applies an action other than a stroke. Laws do not depend on physics: they read an `Outcome`.
"""
