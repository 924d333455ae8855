"""Names by which the columns of a table of posts are known, in several languages.

In:  the names of columns, or the keys of an object.
Out: which of them is meant, whatever its case and whether words are joined by ``-`` or ``_``.
"""

from collections.abc import Sequence

TEXT_NAMES: tuple[str, ...] = (
    *("full_text", "text", "content", "body", "message", "post", "tweet", "statement", "comment"),
    *("inhalt", "nachricht", "beitrag", "texte", "contenu", "texto", "contenido", "mensaje"),
    *("testo", "contenuto", "messaggio"),
    *("description", "summary", "headline", "title", "sentence", "selftext"),
)
TIME_NAMES: tuple[str, ...] = (
    *("created_at", "date", "datetime", "timestamp", "time", "published_at", "published"),
    *("publishedat", "pubdate", "date_published", "created", "created_utc", "createdat"),
    *("datum", "zeitstempel", "fecha", "horodatage"),
    *("posted_at", "sent_at", "ts", "day", "month", "year", "when", "updated_at"),
)
CLOCK_NAMES = ("time", "clock", "uhrzeit", "zeit", "heure", "hora", "ora", "tijd")
"""Columns with the time of day, beside one with the day; looked for in tables alone."""

AUTHOR_NAMES: tuple[str, ...] = (
    *("author", "username", "screen_name", "user", "speaker", "sender", "from", "handle"),
    *("autor", "auteur", "autore", "verfasser", "absender"),
)
NAME_NAMES = ("id", "id_str", "tweet_id", "status_id", "message_id", "guid", "post_id")
"""The best first, in small letters and with ``_``.  No words that are common in headings, such as
"Zeit" or "data": a text that begins with "Text, Data" is no table."""


def known_column(keys: Sequence[str], names: Sequence[str]) -> str | None:
    """The key that has the first of these names, or ``None``.

    >>> known_column(["Id", "Created-At"], TIME_NAMES)
    'Created-At'
    """
    plain = {key.strip().lower().replace(" ", "_").replace("-", "_"): key for key in keys}
    return next((plain[name] for name in names if name in plain), None)


def looks_like_posts(keys: Sequence[str]) -> bool:
    """Whether these columns have names that a stream of posts has."""
    return all(known_column(keys, names) is not None for names in (TEXT_NAMES, TIME_NAMES))
