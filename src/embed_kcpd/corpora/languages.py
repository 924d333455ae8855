"""Documents of a corpus in languages that their encoder does not know.

In:  the encoder of a plan, and how many documents there are in each language.
Out: ``language_note(...)``: one line that counts them and names a better encoder, or None.

Workers say nothing on the terminal, so this is said once, after the run.
"""

from collections.abc import Mapping

from embed_kcpd.encoders import AnyEncoder, as_encoder
from embed_kcpd.encoders.by_language import (
    BETTER_ENCODER,
    MULTILINGUAL_ENCODER,
    EncoderByLanguage,
    encoder_for,
    is_known_to,
)
from embed_kcpd.encoders.names import pretrained_name
from embed_kcpd.result.explanation import counted
from embed_kcpd.text.language import SEVERAL, Language
from embed_kcpd.text.language_names import language_name


def language_note(
    encoder: AnyEncoder | EncoderByLanguage | None, documents: Mapping[str, int]
) -> str | None:
    """What to tell people; None where every language is known, or nothing of the encoder.

    >>> language_note(None, {"en": 70, "de": 20})
    >>> language_note(None, {"en": 70, "fi": 3}).partition(", ")[0]
    '3 documents are in languages that their encoder does not know (Finnish: 3)'
    """
    reading = _names_by_language(encoder, documents)
    unknown = [code for code, name in reading.items() if not is_known_to(name, code)]
    if not unknown:
        return None
    is_enough = all(is_known_to(MULTILINGUAL_ENCODER, code) for code in unknown)
    better = MULTILINGUAL_ENCODER if is_enough else BETTER_ENCODER
    unknown.sort(key=lambda code: (-documents[code], code))
    counts = ", ".join(f"{_name(code)}: {documents[code]:,}" for code in unknown)
    n_unknown = sum(documents[code] for code in unknown)
    return (
        f"{counted(n_unknown, 'document')} {'is' if n_unknown == 1 else 'are'} in languages that "
        f"their encoder does not know ({counts}), so boundaries may be missing or wrong; "
        f"do them again in another folder with --encoder {better}"
    )


def _names_by_language(
    encoder: AnyEncoder | EncoderByLanguage | None, documents: Mapping[str, int]
) -> dict[str, str]:
    """The built-in encoder that reads each language; none where another one was chosen."""
    if encoder is None or isinstance(encoder, EncoderByLanguage):
        return {code: encoder_for(Language(code, "", 1.0)).name for code in documents}
    name = pretrained_name(as_encoder(encoder))
    return {} if name is None else dict.fromkeys(documents, name)


def _name(code: str) -> str:
    return "several languages" if code == SEVERAL else language_name(code)
