"""A picture of a stroke."""

import carrom

start = carrom.rack(angle=270, seed=1)
stroke = carrom.Stroke.aimed(x=60_000, degrees=-1, metres_per_second=9)
played: carrom.Played = carrom.simulate(start, stroke, trajectory=True)
svg: str = carrom.stroke_picture(start, stroke, played, carrom.Seat.SOUTH, labels=True)
assert svg.startswith("<svg")
assert carrom.picture(start).startswith("<svg")
print(len(svg))
