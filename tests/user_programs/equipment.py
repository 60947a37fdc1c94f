"""Measures of the boards."""

import carrom

for name, board in carrom.EQUIPMENT.items():
    equipment: carrom.Equipment = board
    print(name, equipment.surface, equipment.radius(carrom.Disc.Q))
