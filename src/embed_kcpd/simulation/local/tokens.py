"""Text to tokens and back, with the vocabulary a model file carries.

In:  a text, or tokens.
Out: tokens, or a text.
"""

from collections.abc import Sequence

from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from embed_kcpd.simulation.local.gguf import ModelFile

_CONTROL = 3


class Vocabulary:
    """Byte-level pairs, digits one by one; control marks such as the end of a turn apart."""

    def __init__(self, file: ModelFile) -> None:
        words = file.values["tokenizer.ggml.tokens"]
        merges = [tuple(line.split(" ")) for line in file.values["tokenizer.ggml.merges"]]
        numbers = {word: number for number, word in enumerate(words)}
        kinds = file.values["tokenizer.ggml.token_type"]
        marks = [word for word, kind in zip(words, kinds, strict=True) if kind == _CONTROL]
        self._tokenizer = Tokenizer(models.BPE(vocab=numbers, merges=merges))
        self._tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(False)]
        )
        self._tokenizer.decoder = decoders.ByteLevel()
        self._tokenizer.add_special_tokens(marks)
        self.control = frozenset(numbers[mark] for mark in marks)

    def tokens(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def text(self, tokens: Sequence[int]) -> str:
        return str(self._tokenizer.decode(list(tokens)))
