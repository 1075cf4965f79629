"""A word of block letters, each a few strokes in a cell 0.7 wide and 1 high, standing on y = 0."""
from solids import Model, arc, stroke

WEIGHT = 0.2  # a stroke's width; its middle keeps half of that from the cell's edge
LOW, HIGH, LEFT, RIGHT = 0.1, 0.9, 0.1, 0.6
MIDDLE = (LEFT + RIGHT) / 2

UPPER_BOWL = [(LEFT, HIGH), (0.38, HIGH)] + arc((0.38, 0.69), 0.21, 0.21, 70, -70, 7) + [(0.38, 0.48), (LEFT, 0.48)]
LETTERS = {
    "S": [arc((MIDDLE, 0.7), 0.24, 0.2, 20, 250, 12) + arc((MIDDLE, 0.3), 0.24, 0.2, 70, -160, 12)],
    "I": [[(MIDDLE, 0), (MIDDLE, 1)]],
    "G": [arc((0.37, 0.5), 0.27, 0.4, 45, 335, 16), [(0.36, 0.42), (0.68, 0.42)], [(0.58, 0.18), (0.58, 0.45)]],
    "R": [[(LEFT, 0), (LEFT, 1)], UPPER_BOWL, [(0.34, 0.5), (0.6, 0)]],
    "A": [[(0.08, 0), (MIDDLE - 0.01, 0.9), (MIDDLE + 0.01, 0.9), (0.62, 0)], [(0.18, 0.3), (0.52, 0.3)]],
    "P": [[(LEFT, 0), (LEFT, 1)], UPPER_BOWL],
    "H": [[(LEFT, 0), (LEFT, 1)], [(RIGHT, 0), (RIGHT, 1)], [(LEFT, 0.5), (RIGHT, 0.5)]],
}
ADVANCE = {"I": 0.45}


def word(text, height, depth):
    """The word, centred on x and z."""
    model = Model(f"the word {text}")
    total = sum(ADVANCE.get(letter, 0.85) for letter in text) - 0.15
    x0 = -total / 2
    for letter in text:
        # A narrow letter stands in the middle of its narrow cell.
        shift = x0 - (0.7 - 0.3) / 2 if letter == "I" else x0
        for k, path in enumerate(LETTERS[letter]):
            # Strokes differ a little in depth, so that no two share a point.
            half = depth / 2 - 0.0005 * k
            moved = [((x + shift) * height, y * height) for x, y in path]
            stroke(model, moved, WEIGHT * height, -half, half)
        x0 += ADVANCE.get(letter, 0.85)
    return model
