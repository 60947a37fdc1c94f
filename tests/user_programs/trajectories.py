"""Energy over time, in seconds and joules."""

import carrom

played = carrom.simulate(carrom.rack(), carrom.Stroke(x=0, vx=0, vy=3_000_000), trajectory=True)
motion = played.trajectory
assert motion is not None
steps = [motion.end * part / 4 for part in range(5)]
print([round(motion.energy(time), 3) for time in steps], motion.fallen)
state = motion.state(carrom.Disc.S, motion.end / 2)
print(state is None or state.x)
