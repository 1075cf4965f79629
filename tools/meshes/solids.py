"""Closed solids for the example meshes: boxes, prisms and ribbons, collected into one mesh and written as OBJ.

Firn takes each closed piece of a mesh by itself and fills their union, so a model is simply a heap of overlapping
solids: no booleans are needed. Two pieces must not share an edge, or they would count as one; let them overlap.
"""
import math


class Model:
    """Points and faces in metres, y up."""

    def __init__(self, title):
        self.title = title
        self.points = []
        self.faces = []

    def add(self, points, faces):
        first = len(self.points)
        self.points += points
        self.faces += [[first + corner for corner in face] for face in faces]

    def text(self):
        lines = [f"# {self.title}; made by tools/meshes/make_meshes.py"]
        for point in self.points:
            # Adding 0 turns -0 into 0, so that every machine writes the same text.
            lines.append("v " + " ".join(f"{round(x, 5) + 0.0:.5f}" for x in point))
        for face in self.faces:
            lines.append("f " + " ".join(str(corner + 1) for corner in face))
        return "\n".join(lines) + "\n"


def box(model, low, high):
    """An axis-aligned box from corner to corner."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    ribbon(model, [(x0, y0), (x1, y0)], [(x0, y1), (x1, y1)], z0, z1)


def column(model, centre, bottom, top, radius, top_radius=None, sides=12):
    """An upright prism with a regular base; it tapers when the top's radius differs."""
    top_radius = radius if top_radius is None else top_radius
    angles = [2 * math.pi * (k + 0.5) / sides for k in range(sides)]
    points = []
    for y, r in ((bottom, radius), (top, top_radius)):
        points += [(centre[0] + r * math.cos(a), y, centre[1] + r * math.sin(a)) for a in angles]
    faces = [[k, sides + k, sides + (k + 1) % sides, (k + 1) % sides] for k in range(sides)]
    faces.append(list(range(sides)))
    faces.append([2 * sides - 1 - k for k in range(sides)])
    model.add(points, faces)


def ribbon(model, below, above, z0, z1, place=lambda x, y, z: (x, y, z)):
    """The band between two polylines of the xy plane, from z0 to z1; `place` may bend it elsewhere."""
    n = len(below)
    points = [place(x, y, z) for z in (z0, z1) for line in (below, above) for x, y in line]
    b0, a0, b1, a1 = 0, n, 2 * n, 3 * n
    faces = []
    for k in range(n - 1):
        faces.append([b0 + k, a0 + k, a0 + k + 1, b0 + k + 1])  # towards -z
        faces.append([b1 + k, b1 + k + 1, a1 + k + 1, a1 + k])  # towards +z
        faces.append([b0 + k, b0 + k + 1, b1 + k + 1, b1 + k])  # below
        faces.append([a0 + k, a1 + k, a1 + k + 1, a0 + k + 1])  # above
    faces.append([b0, b1, a1, a0])
    faces.append([b0 + n - 1, a0 + n - 1, a1 + n - 1, b1 + n - 1])
    model.add(points, faces)


def stroke(model, path, width, z0, z1, place=lambda x, y, z: (x, y, z)):
    """A ribbon of constant width along a path, with mitred corners."""
    below, above = [], []
    for k, (x, y) in enumerate(path):
        normals = []
        for a, b in ((k - 1, k), (k, k + 1)):
            if a >= 0 and b < len(path):
                dx, dy = path[b][0] - path[a][0], path[b][1] - path[a][1]
                length = math.hypot(dx, dy)
                normals.append((-dy / length, dx / length))
        nx, ny = sum(n[0] for n in normals), sum(n[1] for n in normals)
        scale = len(normals) / (nx * nx + ny * ny) * width / 2
        below.append((x - nx * scale, y - ny * scale))
        above.append((x + nx * scale, y + ny * scale))
    ribbon(model, below, above, z0, z1, place)


def arc(centre, radius_x, radius_y, first, last, pieces):
    """Points of an ellipse from one angle to another, in degrees."""
    angles = [math.radians(first + (last - first) * k / pieces) for k in range(pieces + 1)]
    return [(centre[0] + radius_x * math.cos(a), centre[1] + radius_y * math.sin(a)) for a in angles]
