"""Box2D (pybox2d) playing the benchmark's strokes: in centimetres, with Coulomb friction applied every step.

Box2D takes the larger of two restitutions, so a frame cannot be less elastic than the discs; every disc therefore has
two fixtures, one that meets discs and one that meets the frame. Its speed threshold (1 unit/s) makes contacts below
1 cm/s inelastic, whatever the step.
"""

import Box2D
import numpy as np
from bench.physics.jobs import DECELERATION, E_DISC, E_FRAME, HALF, POCKET, POCKET_RADIUS, Array, masses, radii

NAME = f"Box2D {Box2D.__version__}"
RATES = (240, 1000, 4000)
CM = 100.0
LONGEST = 12.0
_DISC, _RIM, _FRAME = 1, 2, 4


def _world(start: Array, sizes: Array, weights: Array) -> tuple["Box2D.b2World", list["Box2D.b2Body"]]:
    world = Box2D.b2World(gravity=(0, 0), doSleep=False)
    edge = HALF * CM + 2.0
    for x, y, wide, high in ((0, edge, edge + 2, 2), (0, -edge, edge + 2, 2), (edge, 0, 2, edge), (-edge, 0, 2, edge)):
        rail = Box2D.b2PolygonShape(box=(wide, high, (x, y), 0))
        rail.radius = 0.0
        world.CreateStaticBody().CreateFixture(
            shape=rail, friction=0.0, restitution=E_FRAME, categoryBits=_FRAME, maskBits=_RIM
        )
    bodies = []
    for (x, y, vx, vy), size, weight in zip(start, sizes, weights, strict=True):
        body = world.CreateDynamicBody(position=(x * CM, y * CM), linearVelocity=(vx * CM, vy * CM))
        circle = Box2D.b2CircleShape(radius=size * CM)
        density = weight / (np.pi * (size * CM) ** 2)
        body.CreateFixture(
            shape=circle, density=density, friction=0.0, restitution=E_DISC, categoryBits=_DISC, maskBits=_DISC
        )
        body.CreateFixture(shape=circle, density=0.0, friction=0.0, restitution=0.0, categoryBits=_RIM, maskBits=_FRAME)
        bodies.append(body)
    return world, bodies


def play(start: Array, hz: int, discs: tuple[Array, Array] | None = None) -> Array:
    """Play one stroke; arguments and result as in `pymunk_peer.play`."""
    sizes, weights = discs or (radii(len(start)), masses(len(start)))
    world, bodies = _world(start, sizes, weights)
    dt = 1.0 / hz
    brake = DECELERATION * CM * dt
    pocket, mouth = POCKET * CM, (POCKET_RADIUS * CM) ** 2
    near = pocket - POCKET_RADIUS * CM
    lying = set(range(len(bodies)))
    for _ in range(int(LONGEST * hz)):
        world.Step(dt, 8, 3)
        moving = False
        fallen = []
        for k in lying:
            body = bodies[k]
            x, y = body.position
            if abs(x) > near and abs(y) > near and (abs(x) - pocket) ** 2 + (abs(y) - pocket) ** 2 < mouth:
                fallen.append(k)
                continue
            vx, vy = body.linearVelocity
            speed = (vx * vx + vy * vy) ** 0.5
            if speed > brake:
                keep = (speed - brake) / speed
                body.linearVelocity = (vx * keep, vy * keep)
                moving = True
            elif speed > 0.0:
                body.linearVelocity = (0.0, 0.0)
        for k in fallen:
            lying.remove(k)
            world.DestroyBody(bodies[k])
        if not moving:
            break
    rest = np.full((len(bodies), 2), np.nan)
    for k in lying:
        rest[k] = bodies[k].position[0] / CM, bodies[k].position[1] / CM
    return rest
