"""The slow, obvious versions of what a slider needs: every step of the whole path, and its text."""


def every_level(result, whole_path):
    """Boundaries by number of segments: the whole path, and the result's own over it."""
    steps = {step.n_segments: step.segmentation.boundaries for step in whole_path.steps}
    return {**steps, len(result.boundaries) + 1: result.boundaries}


def applied(values):
    """The boundaries of each level, by adding and removing one start after the other."""
    current, levels = [], []
    for level in values["levels"]:
        for start in level["remove"]:
            current.remove(start)
        for start in level["add"]:
            assert start not in current
            current.append(start)
        levels.append(tuple(sorted(current)))
    return levels


def utf16_length(text):
    """Code units of a text, one character after the other."""
    return sum(2 if ord(character) > 0xFFFF else 1 for character in text)
