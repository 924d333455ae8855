"""Language codes and their English names.

In:  a code as people write it (``de``, ``pt-BR``).
Out: its name, or an error that says how languages are written.

Two letters where ISO 639-1 has a code, three (ISO 639-3) for some languages that have none; what
follows a hyphen is a script or a region (BCP 47) and is not looked up.
"""

import re

from embed_kcpd.errors import OptionsError

_CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")

_NAMES = """
aa Afar|ab Abkhazian|ae Avestan|af Afrikaans|ak Akan|am Amharic|an Aragonese|ar Arabic|as Assamese
av Avaric|ay Aymara|az Azerbaijani|ba Bashkir|be Belarusian|bg Bulgarian|bi Bislama|bm Bambara
bn Bengali|bo Tibetan|br Breton|bs Bosnian|ca Catalan|ce Chechen|ch Chamorro|co Corsican|cr Cree
cs Czech|cu Church Slavonic|cv Chuvash|cy Welsh|da Danish|de German|dv Dhivehi|dz Dzongkha|ee Ewe
el Greek|en English|eo Esperanto|es Spanish|et Estonian|eu Basque|fa Persian|ff Fulah|fi Finnish
fj Fijian|fo Faroese|fr French|fy Western Frisian|ga Irish|gd Scottish Gaelic|gl Galician
gn Guarani|gu Gujarati|gv Manx|ha Hausa|he Hebrew|hi Hindi|ho Hiri Motu|hr Croatian
ht Haitian Creole|hu Hungarian|hy Armenian|hz Herero|ia Interlingua|id Indonesian|ie Interlingue
ig Igbo|ii Sichuan Yi|ik Inupiaq|io Ido|is Icelandic|it Italian|iu Inuktitut|ja Japanese
jv Javanese|ka Georgian|kg Kongo|ki Kikuyu|kj Kuanyama|kk Kazakh|kl Greenlandic|km Khmer
kn Kannada|ko Korean|kr Kanuri|ks Kashmiri|ku Kurdish|kv Komi|kw Cornish|ky Kyrgyz|la Latin
lb Luxembourgish|lg Ganda|li Limburgish|ln Lingala|lo Lao|lt Lithuanian|lu Luba-Katanga|lv Latvian
mg Malagasy|mh Marshallese|mi Maori|mk Macedonian|ml Malayalam|mn Mongolian|mr Marathi|ms Malay
mt Maltese|my Burmese|na Nauruan|nb Norwegian Bokmål|nd North Ndebele|ne Nepali|ng Ndonga|nl Dutch
nn Norwegian Nynorsk|no Norwegian|nr South Ndebele|nv Navajo|ny Chichewa|oc Occitan|oj Ojibwe
om Oromo|or Odia|os Ossetian|pa Punjabi|pi Pali|pl Polish|ps Pashto|pt Portuguese|qu Quechua
rm Romansh|rn Rundi|ro Romanian|ru Russian|rw Kinyarwanda|sa Sanskrit|sc Sardinian|sd Sindhi
se Northern Sami|sg Sango|sh Serbo-Croatian|si Sinhala|sk Slovak|sl Slovenian|sm Samoan|sn Shona
so Somali|sq Albanian|sr Serbian|ss Swati|st Southern Sotho|su Sundanese|sv Swedish|sw Swahili
ta Tamil|te Telugu|tg Tajik|th Thai|ti Tigrinya|tk Turkmen|tl Tagalog|tn Tswana|to Tongan
tr Turkish|ts Tsonga|tt Tatar|tw Twi|ty Tahitian|ug Uyghur|uk Ukrainian|ur Urdu|uz Uzbek|ve Venda
vi Vietnamese|vo Volapük|wa Walloon|wo Wolof|xh Xhosa|yi Yiddish|yo Yoruba|za Zhuang|zh Chinese
zu Zulu
ast Asturian|arz Egyptian Arabic|ary Moroccan Arabic|bar Bavarian|bho Bhojpuri|ceb Cebuano
chr Cherokee|ckb Central Kurdish|cmn Mandarin Chinese|dsb Lower Sorbian|fil Filipino|fur Friulian
gsw Swiss German|hak Hakka Chinese|haw Hawaiian|hmn Hmong|hsb Upper Sorbian|ilo Iloko|kab Kabyle
kok Konkani|lmo Lombard|lus Mizo|lzh Classical Chinese|mai Maithili|mni Manipuri|nan Min Nan Chinese
nap Neapolitan|nds Low German|pms Piedmontese|prs Dari|sah Yakut|sat Santali|scn Sicilian|sco Scots
shn Shan|szl Silesian|tyv Tuvinian|udm Udmurt|vec Venetian|war Waray|wuu Wu Chinese|yue Cantonese
"""

NAMES: dict[str, str] = {
    code: name
    for code, _, name in (entry.partition(" ") for entry in re.split(r"[|\n]", _NAMES.strip()))
}
"""English name of each language code."""

OLD_CODES = {"iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro"}
"""Codes that were withdrawn and are still written."""


def language_name(code: str) -> str:
    """English name of a language; an ``OptionsError`` for what is no language code.

    >>> language_name("pt-BR"), language_name("iw")
    ('Portuguese', 'Hebrew')
    """
    return NAMES[main_code(code)]


def main_code(code: str) -> str:
    """The language of a code without script or region, checked.

    >>> main_code("zh-Hant-TW")
    'zh'
    """
    if not isinstance(code, str):
        raise OptionsError(f"language must be a code such as 'en', got {code!r}")
    main = code.partition("-")[0]
    main = OLD_CODES.get(main, main)
    if main in NAMES and _CODE.fullmatch(code):
        return main
    raise OptionsError(f"{code!r} is not a language code; {_advice(code)}")


def _advice(code: str) -> str:
    """The code that was probably meant, or how codes are written."""
    by_name = {name.lower(): known for known, name in NAMES.items()}
    lowered = code.strip().replace("_", "-").strip("-").lower()
    meant = by_name.get(lowered)
    if meant is None and lowered.partition("-")[0] in NAMES:
        main, *rest = lowered.split("-")
        meant = "-".join([main, *(part.upper() if len(part) == 2 else part for part in rest)])
    if meant is not None:
        return f"write {meant}"
    return "write its ISO 639 code, like en, de, zh or pt-BR"
