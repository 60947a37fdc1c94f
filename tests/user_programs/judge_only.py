"""Rule on observed facts without a game."""

import carrom

rules: carrom.Ruleset = carrom.ruleset("icf")
start = carrom.Round.begin(rules)
for pocketed in ((carrom.Disc.W1,), (carrom.Disc.S,), (carrom.Disc.Q,)):
    ruling = carrom.judge(start, carrom.Outcome(pocketed=pocketed, touched=(carrom.Disc.W1,)))
    print(ruling.why, *ruling.clauses)
