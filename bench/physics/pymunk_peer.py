"""pymunk playing the benchmark's strokes: Chipmunk's bodies and contacts, with Coulomb friction applied every step.

Lengths are in millimetres, so that Chipmunk's tolerances are small. Its restitution is the product of two elasticities,
which allows a frame that is less elastic than the discs. Contacts have no friction here, so that the model is that of
constant deceleration and errors come from the step size alone.
"""

import math

import numpy as np
import pymunk
from bench.physics.jobs import DECELERATION, E_DISC, E_FRAME, HALF, POCKET, POCKET_RADIUS, Array, masses, radii

NAME = f"pymunk {pymunk.version}"
RATES = (240, 1000, 4000)
MM = 1000.0
LONGEST = 12.0


def _space(start: Array, sizes: Array, weights: Array) -> tuple[pymunk.Space, list[pymunk.Body]]:
    space = pymunk.Space()
    space.iterations = 10
    dull = math.sqrt(E_DISC)
    side, edge = HALF * MM, HALF * MM + 20.0
    for ends in (((-side, -edge), (side, -edge)), ((edge, -side), (edge, side))):
        for sign in (1, -1):
            a, b = ((sign * x, sign * y) for x, y in ends)
            rail = pymunk.Segment(space.static_body, a, b, 20.0)
            rail.elasticity, rail.friction = E_FRAME / dull, 0.0
            space.add(rail)
    bodies = []
    for (x, y, vx, vy), size, weight in zip(start, sizes, weights, strict=True):
        body = pymunk.Body(weight, pymunk.moment_for_circle(weight, 0, size * MM))
        body.position, body.velocity = (x * MM, y * MM), (vx * MM, vy * MM)
        disc = pymunk.Circle(body, size * MM)
        disc.elasticity, disc.friction = dull, 0.0
        space.add(body, disc)
        bodies.append(body)
    return space, bodies


def play(start: Array, hz: int, discs: tuple[Array, Array] | None = None) -> Array:
    """Play one stroke; `start` has rows (x, y, vx, vy) in SI units, the striker first.

    `discs` are (radii, masses), by default those of a striker and pieces. Returns the final positions, n × 2 in metres,
    NaN for a pocketed disc.
    """
    sizes, weights = discs or (radii(len(start)), masses(len(start)))
    space, bodies = _space(start, sizes, weights)
    dt = 1.0 / hz
    brake = DECELERATION * MM * dt
    pocket, mouth = POCKET * MM, (POCKET_RADIUS * MM) ** 2
    near = pocket - POCKET_RADIUS * MM
    lying = set(range(len(bodies)))
    for _ in range(int(LONGEST * hz)):
        space.step(dt)
        moving = False
        fallen = []
        for k in lying:
            body = bodies[k]
            at = body.position
            if abs(at.x) > near and abs(at.y) > near and (abs(at.x) - pocket) ** 2 + (abs(at.y) - pocket) ** 2 < mouth:
                fallen.append(k)
                continue
            velocity = body.velocity
            speed = velocity.length
            if speed > brake:
                body.velocity = velocity * ((speed - brake) / speed)
                moving = True
            elif speed > 0.0:
                body.velocity = (0.0, 0.0)
        for k in fallen:
            lying.remove(k)
            space.remove(bodies[k], *bodies[k].shapes)
        if not moving:
            break
    rest = np.full((len(bodies), 2), np.nan)
    for k in lying:
        rest[k] = bodies[k].position.x / MM, bodies[k].position.y / MM
    return rest
