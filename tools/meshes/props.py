"""The castle, and the tools and feet that snow meets."""
from solids import Model, box, column, ribbon, stroke


def castle():
    """Four round towers, walls with battlements and a gate, and a square keep; 1.2 m wide, 0.8 m high."""
    model = Model("a castle")
    half, wall, height = 0.42, 0.05, 0.28
    for sx in (-1, 1):
        for sz in (-1, 1):
            tower = (sx * half, sz * half)
            column(model, tower, -0.001, 0.42, 0.13, 0.12)
            column(model, tower, 0.39, 0.48, 0.15)
            column(model, tower, 0.475, 0.64, 0.15, 0.02)
    for side in range(4):
        for low, high in wall_parts(half, wall, height, gate=side == 0):
            box(model, *turned(low, high, side))
    box(model, (-0.17, -0.002, -0.17), (0.17, 0.56, 0.17))
    box(model, (-0.2, 0.5, -0.2), (0.2, 0.6, 0.2))
    for x in (-0.16, 0, 0.16):
        for z in (-0.16, 0, 0.16):
            if x or z:
                box(model, (x - 0.04, 0.59, z - 0.04), (x + 0.04, 0.66, z + 0.04))
    column(model, (0, 0), 0.58, 0.8, 0.1, 0.03)
    return model


def wall_parts(half, wall, height, gate):
    """Boxes of the wall that faces +x, merlons included."""
    parts = [((half - wall, -0.003, -half), (half + wall, height, half))]
    if gate:
        low, high = parts.pop()
        parts += [(low, (high[0], height, -0.1)), ((low[0], low[1], 0.1), high)]
        parts.append(((half - wall - 0.002, 0.2, -0.12), (half + wall + 0.002, height - 0.001, 0.12)))
    for k in range(-2, 3):
        z = 0.115 * k
        parts.append(((half - wall + 0.001, height - 0.02, z - 0.035), (half + wall - 0.001, height + 0.07, z + 0.035)))
    return parts


def turned(low, high, quarter_turns):
    """A box turned about y by quarters."""
    for _ in range(quarter_turns):
        low, high = (-high[2], low[1], low[0]), (-low[2], high[1], high[0])
    return low, high


def plough_blade():
    """A curved mouldboard 0.9 m wide and 0.45 m high that pushes towards +x; its edge is near y = 0, 8 cm thick."""
    model = Model("a snowplough's blade")
    stroke(model, [(0.9 * (y - 0.2) ** 2, y) for y in (0.035 + 0.03 * k for k in range(14))], 0.08, -0.45, 0.45)
    return model


def boot():
    """A boot that points to +x: the sole is 0.28 m long at y = 0, the heel is near the origin."""
    model = Model("a boot")
    outline = [(-0.07, 0.025), (-0.055, 0.042), (-0.02, 0.046), (0.05, 0.042), (0.1, 0.05), (0.15, 0.053),
               (0.185, 0.045), (0.205, 0.028), (0.21, 0.01)]
    sole(model, outline, 0, 0.06, 1)
    sole(model, outline, 0.05, 0.1, 0.9)
    column(model, (-0.005, 0), 0.055, 0.45, 0.055, 0.065)
    return model


def sole(model, outline, bottom, top, width):
    """A slab with the outline of a foot, given as half widths along the foot."""
    # The ribbon's xy plane becomes the ground: its y is across the foot, its z is height.
    ribbon(model, [(x * width, -w * width) for x, w in outline], [(x * width, w * width) for x, w in outline],
           bottom, top, lambda x, y, z: (x, z, -y))


def pick():
    """An ice axe held at the origin: 0.7 m of shaft along +x, the pick curves down (-y) at its end."""
    model = Model("an ice axe")
    stroke(model, [(-0.05, 0), (0.7, 0)], 0.04, -0.02, 0.02)
    # The pick: a bent spike that narrows to its tip.
    spike = [(0.7 - 0.1 * t * t, 0.03 - 0.4 * t, 0.035 * (1 - 0.8 * t)) for t in (k / 10 for k in range(11))]
    ribbon(model, [(x - half, y) for x, y, half in spike], [(x + half, y) for x, y, half in spike], -0.045, 0.045)
    # The adze on the other side: a broad flat blade.
    ribbon(model, [(0.72, 0.01), (0.68, 0.16)], [(0.67, 0.01), (0.65, 0.16)], -0.06, 0.06)
    return model


def wedge():
    """A ridge along z, 0.4 m wide and 0.25 m high, with its edge up."""
    model = Model("a wedge")
    half = 0.2
    points = [(-half, 0, -0.5), (half, 0, -0.5), (0, 0.25, -0.5), (-half, 0, 0.5), (half, 0, 0.5), (0, 0.25, 0.5)]
    model.add(points, [[0, 2, 1], [3, 4, 5], [0, 1, 4, 3], [1, 2, 5, 4], [2, 0, 3, 5]])
    return model
