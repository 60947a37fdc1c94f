"""Compare rule sets by their parameters."""

import carrom

for name in carrom.RULESETS:
    rules = carrom.ruleset(name)
    print(name, rules.parameters.players, rules.parameters.target_points, rules.has("queen"))
