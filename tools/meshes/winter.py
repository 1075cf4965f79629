"""What the SPH snow examples meet: a tyre, hares of snow, a street, a truck, a shovel, a car and its wipers."""
import math

from solids import Model, arc, box, ribbon, stroke


def wheel_place(x, y, z):
    """The xy plane bent into a ring about z: x is the angle in radians from the top, y the radius."""
    return (y * math.sin(x), y * math.cos(x), z)


def disc(model, radius, z0, z1, sides=48):
    """A round slab about z."""
    ring = [(radius * math.sin(2 * math.pi * k / sides), radius * math.cos(2 * math.pi * k / sides))
            for k in range(sides)]
    points = [(x, y, z0) for x, y in ring] + [(x, y, z1) for x, y in ring]
    faces = [[k, sides + k, sides + (k + 1) % sides, (k + 1) % sides] for k in range(sides)]
    faces += [list(range(sides)), list(reversed(range(sides, 2 * sides)))]
    model.add(points, faces)


def tyre():
    """A wheel about z at the origin: 0.3 m in radius, 0.2 m wide, with two rows of slanted tread blocks and a rib."""
    model = Model("a tyre with treads")
    disc(model, 0.275, -0.1, 0.1)
    disc(model, 0.299, -0.012, 0.012)
    blocks = 30
    for k in range(blocks):
        for side in (-1, 1):
            middle = 2 * math.pi * (k + (0.5 if side > 0 else 0)) / blocks
            half, slant = 0.28 * 2 * math.pi / blocks, 0.05 * side
            angles = [middle - half, middle, middle + half]
            # Towards the edge of the tyre a block lags behind: the slant of a snow tyre's tread.
            lean = lambda x, y, z, slant=slant: wheel_place(x + slant * abs(z) / 0.1, y, z)
            z0, z1 = (0.03, 0.099) if side > 0 else (-0.099, -0.03)
            ribbon(model, [(a, 0.26) for a in angles], [(a, 0.3) for a in angles], z0, z1, lean)
    return model


def ball(model, centre, radii, rings=10, sides=16):
    """An ellipsoid of quads with round caps."""
    points = []
    for i in range(1, rings):
        a = math.pi * i / rings
        for k in range(sides):
            b = 2 * math.pi * k / sides
            points.append((centre[0] + radii[0] * math.sin(a) * math.cos(b), centre[1] + radii[1] * math.cos(a),
                           centre[2] + radii[2] * math.sin(a) * math.sin(b)))
    faces = []
    for i in range(rings - 2):
        for k in range(sides):
            n = (k + 1) % sides
            faces.append([i * sides + k, i * sides + n, (i + 1) * sides + n, (i + 1) * sides + k])
    top, bottom = len(points), len(points) + 1
    points += [(centre[0], centre[1] + radii[1], centre[2]), (centre[0], centre[1] - radii[1], centre[2])]
    last = (rings - 2) * sides
    for k in range(sides):
        n = (k + 1) % sides
        faces.append([top, n, k])
        faces.append([bottom, last + k, last + n])
    model.add(points, faces)


def hare():
    """A sitting hare, 0.11 m high, that looks to +x; it sits on y = 0."""
    model = Model("a hare")
    ball(model, (0, 0.032, 0), (0.042, 0.032, 0.03))
    ball(model, (-0.012, 0.04, 0), (0.028, 0.03, 0.026))
    ball(model, (0.03, 0.062, 0), (0.022, 0.02, 0.018))
    for side in (-1, 1):
        ball(model, (0.018, 0.088, 0.01 * side), (0.007, 0.024, 0.006))
        ball(model, (0.035, 0.01, 0.016 * side), (0.016, 0.01, 0.009))
        ball(model, (-0.012, 0.016, 0.024 * side), (0.024, 0.016, 0.012))
    ball(model, (-0.046, 0.022, 0), (0.012, 0.012, 0.011))
    return model


def house(model, x, z, width, depth, height, roof, chimney):
    """Walls, a gabled roof along x that stands over, and a chimney."""
    box(model, (x - width / 2, -0.2, z - depth / 2), (x + width / 2, height, z + depth / 2))
    eave, ridge = 0.4, height + roof
    slope = roof / (depth / 2)
    below = [(-depth / 2 - eave, height - eave * slope - 0.15), (0, ridge - 0.15),
             (depth / 2 + eave, height - eave * slope - 0.15)]
    above = [(a, y + 0.4) for a, y in below]
    # The profile lies across the house: the ribbon's x is the world's z, its z the world's x.
    ribbon(model, below, above, x - width / 2 - 0.3, x + width / 2 + 0.3, lambda a, y, b: (b, y, z - a))
    gable = [(-depth / 2 + 0.01, height - 0.05), (0, ridge - 0.06), (depth / 2 - 0.01, height - 0.05)]
    ribbon(model, [(a, height - 0.3) for a, _ in gable], gable, x - width / 2 + 0.01, x + width / 2 - 0.01,
           lambda a, y, b: (b, y, z - a))
    if chimney:
        box(model, (x + 0.2 * width, height, z - 0.5), (x + 0.2 * width + 0.8, ridge + 1.2, z + 0.3))


def street():
    """Ten houses along a street on the x axis, 12 m from wall to wall, kerbs and lamps; 80 m long."""
    model = Model("a street")
    for k in range(5):
        x = -32 + 16 * k
        for side in (-1, 1):
            n = 2 * k + (side > 0)
            house(model, x, side * (10.5 + n % 2), 11 + n % 3, 9, 4.5 + 0.7 * (n % 4), 2.5 + 0.3 * (n % 3), n % 2)
    for side in (-1, 1):
        box(model, (-40, -0.2, side * 5.1 - 1), (40, 0.12, side * 5.1 + 1))
        for k in range(5):
            x = -36 + 18 * k
            box(model, (x - 0.12, 0, side * 4.4 - 0.12), (x + 0.12, 4.2, side * 4.4 + 0.12))
            box(model, (x - 0.3, 4.1, side * 4.2 - 0.5), (x + 0.3, 4.4, side * 4.2 + 0.5))
    return model


def truck():
    """A truck that drives to +x: bed, cab, bonnet and wheels; 5 m long, 2 m wide; the front is at x = 0."""
    model = Model("a truck")
    box(model, (-5, 0.75, -1), (-0.1, 1.15, 1))
    box(model, (-4.95, 1.1, -1.05), (-2.2, 2, 1.05))
    box(model, (-2, 1.1, -0.99), (-0.9, 2.6, 0.99))
    box(model, (-1, 1.1, -0.95), (-0.05, 1.75, 0.95))
    for x in (-4.1, -3.1, -0.9):
        for side in (-1, 1):
            wheel = Model("")
            disc(wheel, 0.48, 0.75, 1.06, 24)
            model.add([(a + x, b + 0.48, c * side) for a, b, c in wheel.points],
                      [list(reversed(f)) if side < 0 else f for f in wheel.faces])
    return model


def mouldboard():
    """A truck's plough, 3 m wide and 1 m high, that pushes towards +x; its edge is near y = 0, 0.24 m thick."""
    model = Model("a truck's plough")
    stroke(model, [(0.35 * (y - 0.45) ** 2, y) for y in (0.12 + 0.09 * k for k in range(10))], 0.24, -1.5, 1.5)
    return model


def shovel():
    """A snow shovel pushed towards +x: a scoop 2.4 m wide and 1 m deep with side walls, and a shaft that leans back."""
    model = Model("a snow shovel")
    scoop = [(0.9, 0.12), (0.3, 0.13)] + arc((0.3, 0.6), 0.5, 0.47, 270, 175, 7)[1:]
    stroke(model, scoop, 0.2, -1.2, 1.2)
    for side in (-1, 1):
        stroke(model, [(x - 0.001, y + 0.04) for x, y in scoop], 0.22, 1.15 * side - 0.08, 1.15 * side + 0.08)
    stroke(model, [(-0.1, 0.45), (-2.6, 2.4)], 0.18, -0.09, 0.09)
    stroke(model, [(-2.55, 2.36), (-2.75, 2.52)], 0.2, -0.4, 0.4)
    return model


def car():
    """A car that faces -x, into the wind: 4.2 m long, 1.7 m wide, 1.45 m high; its middle is at x = 0."""
    model = Model("a car")
    # Lower body: from the bumper over the bonnet to the boot.
    top = [(-2.1, 0.62), (-1.95, 0.78), (-0.95, 0.92), (1.5, 0.95), (2, 0.9), (2.1, 0.72)]
    ribbon(model, [(x, 0.25) for x, _ in top], top, -0.85, 0.85)
    # Cabin: windscreen from (-1, 0.9) to (-0.3, 1.42), roof, rear window. It narrows towards the roof.
    cabin = [(-1.02, 0.91), (-0.3, 1.42), (0.75, 1.45), (1.45, 0.94)]
    narrow = lambda x, y, z: (x, y, z * (1 - 0.25 * max(0, y - 0.9)))
    ribbon(model, [(x, 0.85) for x, _ in cabin], cabin, -0.78, 0.78, narrow)
    for x in (-1.3, 1.3):
        for side in (-1, 1):
            wheel = Model("")
            disc(wheel, 0.31, 0.66, 0.87, 24)
            model.add([(a + x, b + 0.31, c * side) for a, b, c in wheel.points],
                      [list(reversed(f)) if side < 0 else f for f in wheel.faces])
    for side in (-1, 1):
        box(model, (-0.85, 0.95, 0.84 * side - 0.08), (-0.72, 1.08, 0.84 * side + 0.08))
    return model


def wiper():
    """A wiper: 0.6 m from its pivot at the origin along +z, in the plane y = 0; 4 cm by 4 cm."""
    model = Model("a wiper")
    box(model, (-0.02, -0.02, -0.03), (0.02, 0.02, 0.6))
    return model
