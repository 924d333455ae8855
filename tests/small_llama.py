"""A tiny model of the Llama family: written as a GGUF file, and run the slow, obvious way."""

import math
import struct

import numpy as np
from tokenizers import pre_tokenizers

MARKS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
WORDS = (*MARKS, *sorted(pre_tokenizers.ByteLevel.alphabet()))
LAYERS, HEADS, SHARED, DIM, WIDE, BASE, EPSILON = 2, 4, 2, 32, 64, 100.0, 1e-5
F32, Q4_1, Q8_0 = 0, 3, 8


def weights(seed=0):
    """Random weights under the names of the format."""
    rng = np.random.default_rng(seed)
    inner = DIM // HEADS * SHARED
    shapes = {"token_embd.weight": (len(WORDS), DIM), "output_norm.weight": (DIM,)}
    for n in range(LAYERS):
        shapes |= {
            f"blk.{n}.attn_norm.weight": (DIM,),
            f"blk.{n}.attn_q.weight": (DIM, DIM),
            f"blk.{n}.attn_k.weight": (inner, DIM),
            f"blk.{n}.attn_v.weight": (inner, DIM),
            f"blk.{n}.attn_output.weight": (DIM, DIM),
            f"blk.{n}.ffn_norm.weight": (DIM,),
            f"blk.{n}.ffn_gate.weight": (WIDE, DIM),
            f"blk.{n}.ffn_up.weight": (WIDE, DIM),
            f"blk.{n}.ffn_down.weight": (DIM, WIDE),
        }
    return {name: rng.normal(0, 0.3, shape).astype("f4") for name, shape in shapes.items()}


def packed(rows, kind):
    """Numbers as the format stores them, in blocks of 32."""
    if kind == F32:
        return rows.astype("<f4").tobytes()
    blocks = rows.reshape(-1, 32)
    if kind == Q8_0:
        scale = (np.abs(blocks).max(1) / 127).astype("<f2")
        numbers = np.round(blocks / scale[:, None].astype("f4")).clip(-127, 127).astype("i1")
        return b"".join(s.tobytes() + n.tobytes() for s, n in zip(scale, numbers, strict=True))
    least = blocks.min(1).astype("<f2")
    scale = ((blocks.max(1) - least) / 15).astype("<f2")
    steps = (blocks - least[:, None].astype("f4")) / scale[:, None].astype("f4")
    numbers = np.round(steps).clip(0, 15).astype("u1")
    halves = numbers[:, :16] | (numbers[:, 16:] << 4)
    parts = zip(scale, least, halves, strict=True)
    return b"".join(s.tobytes() + low.tobytes() + half.tobytes() for s, low, half in parts)


def gguf(tensors, kinds=None):
    """The bytes of a model file."""
    strings = list(WORDS)
    values = [
        _number("llama.block_count", LAYERS),
        _number("llama.attention.head_count", HEADS),
        _number("llama.attention.head_count_kv", SHARED),
        _text("llama.attention.layer_norm_rms_epsilon") + struct.pack("<If", 6, EPSILON),
        _text("llama.rope.freq_base") + struct.pack("<If", 6, BASE),
        _text("tokenizer.ggml.tokens") + _texts(strings),
        _text("tokenizer.ggml.merges") + _texts([]),
        _text("tokenizer.ggml.token_type")
        + struct.pack("<IIQ", 9, 5, len(strings))
        + struct.pack(f"<{len(strings)}i", *(3 if word in MARKS else 1 for word in strings)),
    ]
    table, body = b"", b""
    for name, rows in tensors.items():
        kind = (kinds or {}).get(name, F32)
        shape = rows.shape[::-1]
        table += _text(name) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
        table += struct.pack("<IQ", kind, len(body))
        data = packed(rows, kind)
        body += data + b"\0" * (-len(data) % 32)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(values)) + b"".join(values) + table
    return head + b"\0" * (-len(head) % 32) + body


def _text(text):
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _number(name, number):
    return _text(name) + struct.pack("<II", 4, number)


def _texts(texts):
    return struct.pack("<IIQ", 9, 8, len(texts)) + b"".join(_text(text) for text in texts)


def naive_scores(tensors, tokens, sees, distance=lambda i, j: i - j):
    """Scores after every token; token i attends to the tokens j with ``sees(i, j)``."""
    size = DIM // HEADS
    rows = [tensors["token_embd.weight"][token].astype("f8") for token in tokens]
    for n in range(LAYERS):
        held = {key: tensors[f"blk.{n}.{key}.weight"].astype("f8") for key in _PARTS}
        normed = [_normed(row, held["attn_norm"]) for row in rows]
        keys, values = ([held[key] @ row for row in normed] for key in ("attn_k", "attn_v"))
        for i, row in enumerate(normed):
            query, seen = held["attn_q"] @ row, [j for j in range(len(rows)) if sees(i, j)]
            heads = []
            for head in range(HEADS):
                own, shared = slice(head * size, (head + 1) * size), head * SHARED // HEADS
                part = slice(shared * size, (shared + 1) * size)
                dots = [
                    _turned(query[own], distance(i, j)) @ keys[j][part] / size**0.5 for j in seen
                ]
                shares = np.exp(np.array(dots) - max(dots))
                heads.append(
                    sum(s * values[j][part] for s, j in zip(shares, seen, strict=True))
                    / shares.sum()
                )
            rows[i] = rows[i] + held["attn_output"] @ np.concatenate(heads)
        for i, row in enumerate(rows):
            wide = _normed(row, held["ffn_norm"])
            gate, up = held["ffn_gate"] @ wide, held["ffn_up"] @ wide
            rows[i] = row + held["ffn_down"] @ (gate / (1 + np.exp(-gate)) * up)
    last = tensors["output_norm.weight"].astype("f8")
    return [tensors["token_embd.weight"] @ _normed(row, last) for row in rows]


_PARTS = ("attn_norm", "attn_q", "attn_k", "attn_v", "attn_output", "ffn_norm", "ffn_gate")
_PARTS += ("ffn_up", "ffn_down")


def _normed(row, weight):
    return row / math.sqrt((row @ row) / len(row) + EPSILON) * weight


def _turned(vector, position):
    result = vector.copy()
    for k in range(0, len(vector), 2):
        angle = position * BASE ** (-k / len(vector))
        a, b = vector[k], vector[k + 1]
        result[k] = a * math.cos(angle) - b * math.sin(angle)
        result[k + 1] = a * math.sin(angle) + b * math.cos(angle)
    return result
