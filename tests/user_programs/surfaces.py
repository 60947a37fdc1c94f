"""The same stroke on every surface."""

import carrom

stroke = carrom.Stroke(x=0, vx=0, vy=2_000_000)
for name, preset in carrom.SURFACES.items():
    print(name, preset.friction, carrom.simulate(carrom.Position(), stroke, surface=preset).duration)
own: carrom.Surface = carrom.surface({"friction": 0.1, "pocket": "centre"})
print(own.name)
