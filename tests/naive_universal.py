"""The multilingual network word for word, one text and one token at a time."""

import math

import numpy as np

WINDOWS = {2: 0, 3: 1, 5: 2}


def normalised(row, factor, offset, epsilon):
    centred = row - row.mean()
    return centred / math.sqrt((centred**2).mean() + epsilon) * factor + offset


def convolved(rows, window, weight, bias):
    """Each row plus what a window around it gives; outside the text there is nothing."""
    before, width = WINDOWS[window], rows.shape[1]
    out = []
    for token in range(len(rows)):
        value = bias.copy()
        for slot in range(window):
            place = token - before + slot
            if 0 <= place < len(rows):
                value += rows[place] @ weight[slot * width : (slot + 1) * width]
        out.append(rows[token] + np.maximum(value, 0))
    return np.array(out)


def sentence_vector(ids, table, layers):
    weights = {name: np.asarray(value, dtype=np.float64) for name, value in layers.items()}
    n_groups, epsilon = len(weights["scale"]), float(weights["eps"])
    rows = np.array(
        [table[i] * weights["scale"][i % n_groups] + weights["lo"][i % n_groups] for i in ids]
    )
    inner = rows @ weights["inner_proj"] + weights["inner_proj_b"]
    inner = np.array(
        [normalised(r, weights["inner_ln_g"], weights["inner_ln_b"], epsilon) for r in inner]
    )
    parts = [rows]
    for part, window in zip(np.split(inner, 3, axis=1), WINDOWS, strict=True):
        for layer in (1, 2):
            weight, bias = weights[f"w{layer}_{window}"], weights[f"b{layer}_{window}"]
            part = convolved(part, window, weight, bias)  # noqa: PLW2901
        parts.append(part)
    joined = np.concatenate(parts, axis=1)
    total = sum(
        normalised(row, weights["ln_g"], weights["ln_b"], epsilon) @ weights["cnn_W"]
        + weights["cnn_b"]
        for row in joined
    ) / math.sqrt(len(ids))
    hidden = np.maximum(total @ weights["d0"], 0)
    middle = np.maximum(total @ weights["p1"] + hidden @ weights["d1"], 0)
    hidden = np.maximum(middle @ weights["d2"], 0)
    final = np.tanh(middle @ weights["p3"] + hidden @ weights["d3"])
    return final / (np.linalg.norm(final) or 1.0)
