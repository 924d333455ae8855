"""The encoders that a server shares among its clients.

In:  the settings of the server.
Out: an encoder by its name, or for a language; each is loaded once.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from embed_kcpd.encoders import Encoder, cached
from embed_kcpd.encoders.by_language import encoder_for
from embed_kcpd.encoders.names import PRETRAINED
from embed_kcpd.errors import OptionsError
from embed_kcpd.pipeline import segment
from embed_kcpd.server.recent_vectors import RecentEncoder, RecentVectors
from embed_kcpd.server.settings import ServerSettings
from embed_kcpd.settings import Settings
from embed_kcpd.text.language import Language, detect_language, known_language

_FIRST_TEXT = "Soil holds water. Worms loosen the soil. Stars burn far away. Each star shines."

MakeEncoder = Callable[[str], Encoder]
"""The name of an encoder to the encoder."""


class SharedEncoders:
    """Encoders with one session each, which all workers use at once."""

    def __init__(self, settings: ServerSettings, make: MakeEncoder | None = None) -> None:
        self._names = settings.encoders
        self.recent = RecentVectors(settings.recent_bytes)
        made = make or (lambda name: _pretrained(name, settings))
        self._made: MakeEncoder = cache(lambda name: RecentEncoder(made(name), self.recent))

    def load(self) -> None:
        """Load the first, and all a text passes through, so that no request need wait for it."""
        segment(_FIRST_TEXT, Settings(encoder=self._made(self._names[0])))

    def named(self, name: str) -> Encoder:
        """The encoder that a client asks for."""
        if name not in self._names:
            raise OptionsError(
                f"this server has no encoder {name!r}; it has {', '.join(self._names)}"
            )
        return self._made(name)

    def for_text(self, name: str | None, text: str, language: str | None) -> Encoder:
        """The encoder asked for, else the one of the language that was named or is detected."""
        if name is not None:
            return self.named(name)
        spoken = known_language(language) if language is not None else detect_language(text)
        return self.for_language(None, spoken)

    def for_language(self, name: str | None, language: Language) -> Encoder:
        """The encoder asked for, else the usual one of a language, or the first that there is."""
        if name is not None:
            return self.named(name)
        usual = encoder_for(language).name
        return self._made(usual if usual in self._names else self._names[0])


def _pretrained(name: str, settings: ServerSettings) -> Encoder:
    encoder = replace(PRETRAINED[name], threads=settings.threads, callers=settings.workers)
    return cached(encoder) if settings.use_cache else encoder
