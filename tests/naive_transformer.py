"""BERT and MPNet word for word, one text at a time: the judge of the converted models."""

import math

import numpy as np

_erf = np.vectorize(math.erf)


def linear(x, tensors, name):
    return x @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]


def layer_norm(x, tensors, name, epsilon):
    centred = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + epsilon)
    return centred / spread * tensors[f"{name}.weight"] + tensors[f"{name}.bias"]


def gelu(x):
    return x * 0.5 * (1.0 + _erf(x / math.sqrt(2.0)))


def distance_bucket(distance, n_buckets):
    """Which learned bias two tokens share: exact when near, by logarithm when far."""
    half = n_buckets // 2
    side = half if distance > 0 else 0
    near = half // 2
    far = abs(distance)
    if far < near:
        return side + far
    steps = math.log(far / near) / math.log(128 / near) * (half - near)
    return side + min(half - 1, near + int(steps))


def attention(x, tensors, at, *, names, n_heads, bias):
    n, width = x.shape
    size = width // n_heads
    queries, keys, values = (
        linear(x, tensors, f"{at}.{name}").reshape(n, n_heads, size) for name in names
    )
    mixed = np.empty((n, n_heads, size))
    for head in range(n_heads):
        scores = queries[:, head] @ keys[:, head].T / math.sqrt(size) + bias[head]
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        mixed[:, head] = scores / scores.sum(axis=1, keepdims=True) @ values[:, head]
    return mixed.reshape(n, width)


def token_vectors(ids, tensors, architecture):
    """The last layer's vector of each token."""
    tensors = {name: np.asarray(t, dtype=np.float64) for name, t in tensors.items()}
    names, epsilon = architecture.names, architecture.layer_norm_epsilon
    n, n_heads = len(ids), architecture.n_heads
    first = architecture.first_position
    x = tensors["embeddings.word_embeddings.weight"][ids]
    x = x + tensors["embeddings.position_embeddings.weight"][first : first + n]
    bias = np.zeros((n_heads, n, n))
    if architecture.has_distance_bias:
        table = tensors["encoder.relative_attention_bias.weight"]
        for i in range(n):
            for j in range(n):
                bias[:, i, j] = table[distance_bucket(j - i, len(table))]
    elif "embeddings.token_type_embeddings.weight" in tensors:
        x = x + tensors["embeddings.token_type_embeddings.weight"][0]
    x = layer_norm(x, tensors, "embeddings.LayerNorm", epsilon)
    for index in range(architecture.n_layers):
        at = f"{names.layers}.{index}"
        mixed = attention(x, tensors, at, names=names.inputs, n_heads=n_heads, bias=bias)
        mixed = linear(mixed, tensors, f"{at}.{names.output}")
        x = layer_norm(x + mixed, tensors, f"{at}.{names.norm}", epsilon)
        wide = gelu(linear(x, tensors, f"{at}.{names.wide}"))
        narrow = linear(wide, tensors, f"{at}.{names.narrow}")
        x = layer_norm(x + narrow, tensors, f"{at}.{names.last_norm}", epsilon)
    return x


def sentence_vector(ids, tensors, architecture):
    """Mean of the last layer's token vectors, set to norm one."""
    mean = token_vectors(ids, tensors, architecture).mean(axis=0)
    return mean / np.linalg.norm(mean)
