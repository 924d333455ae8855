"""The obvious versions of what ``granularity/turns.py`` computes, the judge of it."""


def nearest_unit(parts, part):
    """The unit whose beginning is nearest; half-way between two, the earlier one."""
    at = parts.starts[part]
    return min(
        range(len(parts.unit_starts)), key=lambda unit: (abs(parts.unit_starts[unit] - at), unit)
    )


def placed_cost(problem, decision, parts, around):
    """What a boundary at a part costs, as a function, and the parts it may stand at."""
    left, unit, right = around
    own = parts.starts.tolist().index(parts.unit_starts[unit])
    first, last = (left + unit) // 2 + 1, (unit + right) // 2
    near = [
        part
        for part in range(len(parts.starts))
        if first <= nearest_unit(parts, part) <= last
        and abs(parts.seconds[part] - parts.seconds[own]) <= parts.farthest
    ]
    allowed = [own] if unit in parts.fixed or not near else near
    matrix = problem.cost.matrix()

    def at_unit(each):
        return matrix[each, left] + matrix[right, each] + decision.prices[each]

    def value(part):
        at = parts.starts[part]
        inside = [u for u in range(left + 1, right) if first - 1 <= u <= last + 1]
        below = [u for u in inside if parts.unit_starts[u] <= at] or inside[:1]
        above = [u for u in inside if parts.unit_starts[u] >= at] or inside[-1:]
        low, high = below[-1], above[0]
        width = parts.unit_starts[high] - parts.unit_starts[low]
        share = (at - parts.unit_starts[low]) / width if width > 0 else 0.0
        between = (1 - share) * at_unit(low) + share * at_unit(high)
        return between - parts.discounts[part]

    return value, allowed
