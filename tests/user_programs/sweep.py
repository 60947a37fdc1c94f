"""The widest error that still pockets a piece."""

import carrom

lone = carrom.Position.of({carrom.Disc.W1: carrom.Point(x=0, y=250_000)})
falls: list[float] = []
for step in range(-20, 21):
    stroke = carrom.Stroke.aimed(x=0, degrees=step / 4, metres_per_second=3)
    if carrom.Disc.W1 in carrom.simulate(lone, stroke).outcome.pocketed:
        falls.append(step / 4)
print(falls)
