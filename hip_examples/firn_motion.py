"""Motions of colliders as keys of a Transform SOP: x -> R (x - pivot) + pivot + t, as core/colliders/Motion.h has it."""
import math


def matrix_of(degrees):
    """Rotation about x, then y, then z."""
    (sx, cx), (sy, cy), (sz, cz) = ((math.sin(math.radians(a)), math.cos(math.radians(a))) for a in degrees)
    return [[cy * cz, sx * sy * cz - cx * sz, cx * sy * cz + sx * sz],
            [cy * sz, sx * sy * sz + cx * cz, cx * sy * sz - sx * cz],
            [-sy, sx * cy, cx * cy]]


def degrees_of(m):
    """The angles about x, then y, then z whose matrix this is."""
    y = math.asin(max(-1.0, min(1.0, -m[2][0])))
    if abs(m[2][0]) < 1 - 1e-12:
        return tuple(map(math.degrees, (math.atan2(m[2][1], m[2][2]), y, math.atan2(m[1][0], m[0][0]))))
    return math.degrees(math.atan2(-m[1][2], m[1][1])), math.degrees(y), 0.0


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def transposed(m):
    return [list(row) for row in zip(*m)]


def about(axis_times_angle):
    """The rotation about a vector by its length in radians."""
    angle = math.sqrt(sum(x * x for x in axis_times_angle))
    if angle == 0:
        return [[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]]
    x, y, z = (a / angle for a in axis_times_angle)
    c, s = math.cos(angle), math.sin(angle)
    d = 1 - c
    return [[c + x * x * d, x * y * d - z * s, x * z * d + y * s],
            [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
            [z * x * d - y * s, z * y * d + x * s, c + z * z * d]]


def vector_of(m):
    """The vector about which, and by whose length, the matrix turns; the short way."""
    cosine = max(-1.0, min(1.0, (m[0][0] + m[1][1] + m[2][2] - 1) / 2))
    angle = math.acos(cosine)
    if angle < 1e-12:
        return (0.0, 0.0, 0.0)
    axis = (m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1])
    length = math.sqrt(sum(a * a for a in axis))
    if length < 1e-9:  # half a turn: the axis is the column of (m + 1) / 2 that is longest
        columns = transposed([[(m[i][j] + (i == j)) / 2 for j in range(3)] for i in range(3)])
        axis = max(columns, key=lambda c: sum(a * a for a in c))
        length = math.sqrt(sum(a * a for a in axis))
    return tuple(a / length * angle for a in axis)


def near(angles, before):
    """The same rotation with angles that do not jump by whole turns."""
    return tuple(a + 360 * round((b - a) / 360) for a, b in zip(angles, before))


def one_axis(*rotations):
    """Whether all are about one and the same coordinate axis: then angles may be interpolated as they are."""
    return sum(any(rotation[k] for rotation in rotations) for k in range(3)) <= 1


def steady_keys(velocity, spin, end, step):
    """(time, t, r) of a steady motion from 0 to `end`."""
    def key(time, r):
        return time, tuple(time * v for v in velocity), r
    if one_axis(spin):
        return [key(time, tuple(math.degrees(time * w) for w in spin)) for time in (0.0, end)]
    keys = [key(0.0, (0.0, 0.0, 0.0))]
    for number in range(1, math.ceil(end / step - 1e-9) + 1):
        angles = degrees_of(about(tuple(number * step * w for w in spin)))
        keys.append(key(number * step, near(angles, keys[-1][2])))
    return keys


def keyed_keys(keys, step):
    """(time, t, r) of a keyed motion. Between keys that turn about several axes there is one more per frame: the body
    turns about one axis, which angles that are interpolated one by one would not do."""
    given = [(float(k["time"]), tuple(map(float, k.get("translate", (0, 0, 0)))),
              tuple(map(float, k.get("rotate", (0, 0, 0))))) for k in keys]
    out = given[:1]
    for (t0, x0, r0), (t1, x1, r1) in zip(given, given[1:]):
        if not one_axis(r0, r1):
            r1 = degrees_of(matrix_of(r1))  # as the angles between are written
            first = matrix_of(r0)
            turn = vector_of(product(matrix_of(r1), transposed(first)))
            count = math.ceil((t1 - t0) / step - 1e-9)
            for number in range(1, count):
                s = number / count
                m = product(about(tuple(s * w for w in turn)), first)
                out.append((t0 + s * (t1 - t0), tuple(a + s * (b - a) for a, b in zip(x0, x1)),
                            near(degrees_of(m), out[-1][2])))
        out.append((t1, x1, near(r1, out[-1][2])))
    return out
