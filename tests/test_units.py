"""Units tile the text, whatever the text is."""

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentencex import get_sentence_boundaries

from conftest import WordHashing
from embed_kcpd import (
    ChunkSettings,
    Lines,
    Paragraphs,
    Sentences,
    Settings,
    Turns,
    Unit,
    chunk,
    segment,
)
from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.text.long_units import byte_length, cut_points
from embed_kcpd.text.sentence_rules import mended_starts
from embed_kcpd.text.sentences import BLOCK, LONGEST_SENTENCE
from embed_kcpd.text.units import GivenUnits, check_tiling, splitter_values, unit_texts

SPLITTERS = [Sentences(), Sentences("de"), Paragraphs(), Lines(), Turns()]
A_TURN_EACH = "A: word\nB: "
"""Begins two turns, so that any text behind it can be cut into turns."""

NASTY = " \t\n\r.!?:;,\"'«»()[]-…。？！，、।؟\0\x85\xa0\u2028\u2029\u3000\u200d\u0301\ufeff"
ANY_CHARACTER = st.characters() | st.sampled_from([*NASTY, "\ud800", "\udfff"])
ANY_TEXT = st.text(ANY_CHARACTER, max_size=200) | st.lists(
    st.sampled_from(
        [
            "Dr. ",
            "A. ",
            "e.g. ",
            "\r\n",
            "\n\n",
            "Ann: ",
            "ANN：",
            "word ",
            "[1] ",
            "😀",
            "क्षि",
            "中文。",
        ]
    )
    | st.text(ANY_CHARACTER, max_size=3),
    max_size=60,
).map("".join)


def starts_of_sentencex(language, text):
    return (sentence["start_index"] for sentence in get_sentence_boundaries(language, text))


def pieces(splitter, text):
    return [text[unit.start : unit.end] for unit in splitter.split(text)]


@pytest.mark.parametrize("splitter", SPLITTERS, ids=repr)
@given(text=ANY_TEXT)
def test_units_tile_any_text(splitter, text):
    """Joined they are the text; none is empty, none is blank unless all of it is."""
    text = A_TURN_EACH + text if isinstance(splitter, Turns) else text
    units = splitter.split(text)

    assert "".join(text[unit.start : unit.end] for unit in units) == text
    assert all(left.end == right.start for left, right in pairwise(units))
    assert all(unit.start < unit.end for unit in units)
    assert all(unit_texts(text, units)) or not text.strip().strip("\ufeff") or "\ufeff" in text


@given(text=st.text(ANY_CHARACTER, max_size=300), most=st.integers(4, 40))
def test_pieces_of_a_long_unit_fit_and_tear_no_character(text, most):
    """Every piece has at most so many bytes, and at least one character."""
    edges = [0, *cut_points(text, 0, len(text), most), len(text)]

    for start, end in pairwise(edges):
        assert byte_length(text[start:end]) <= most
        assert start < end or not text


def test_a_cut_keeps_accents_and_joined_emoji_together():
    """A visible character of several code points stays whole where there is room."""
    family = "👩‍👩‍👧"
    text = "e\u0301" * 50 + family * 10
    for start, end in pairwise([0, *cut_points(text, 0, len(text), 60), len(text)]):
        assert not text[start:end].startswith(("\u0301", "\u200d"))
        assert not text[start:end].endswith("\u200d")


def test_a_long_unit_is_cut_at_the_best_place():
    """Line breaks first, then clause marks, then white space."""
    rest = "x" * 16
    assert next(cut_points("0123 567, a\nb, c" + rest, 0, 32, 16)) == 12
    assert next(cut_points("0123 567, a b cd" + rest, 0, 32, 16)) == 10
    assert next(cut_points("0123 567 9ab def" + rest, 0, 32, 16)) == 13
    assert next(cut_points("0123 5679abcdef0" + rest, 0, 32, 16)) == 16


@given(st.lists(st.text("abcé", min_size=1, max_size=9), min_size=1, max_size=60))
def test_only_a_word_longer_than_a_piece_is_cut(words):
    """Every word here has at most 18 bytes, every piece room for 40 and at least 20."""
    text = " ".join(words)
    for cut in cut_points(text, 0, len(text), 40):
        assert text[cut - 1] == " "


def test_thai_vowels_stay_with_their_consonant():
    """They are letters of their own, written before or after the consonant they belong to."""
    text = "เกา" * 100
    assert all(cut % 3 == 0 for cut in cut_points(text, 0, len(text), 100))


@pytest.mark.parametrize("gap", [" ", "  ", "\n"])
def test_unpunctuated_text_is_cut_between_words(gap):
    """No block of what the sentence finder is shown leaves an edge inside a word."""
    words = [f"word{i}" for i in range(3000)]
    units = pieces(Sentences(), gap.join(words))
    assert " ".join(units).split() == words
    assert max(map(byte_length, units)) <= LONGEST_SENTENCE


@pytest.mark.parametrize("offset", range(-8, 9))
def test_a_mark_at_the_edge_of_a_block_ends_a_sentence(offset):
    """Also where the sentence it ends is longer than a block."""
    words = "word " * (BLOCK // 5 - 4)
    first = words + "x" * (BLOCK - len(words) + offset) + ". "
    assert "Then it rained." in pieces(Sentences(), first + "Then it rained.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Hill came. She sat!\r\n\r\nWhy?", ["Dr. Hill came. ", "She sat!\r\n\r\n", "Why?"]),
        ("今天很好。我们去公园！你来吗？", ["今天很好。", "我们去公园！", "你来吗？"]),
        ("今日は天気がいい。公園に行く。", ["今日は天気がいい。", "公園に行く。"]),
        ("الطقس جميل. هل تأتي؟ نعم.", ["الطقس جميل. ", "هل تأتي؟ ", "نعم."]),
        ("आज मौसम अच्छा है। हम जाएंगे।", ["आज मौसम अच्छा है। ", "हम जाएंगे।"]),
        ("Πάμε στο πάρκο; Ναι, πάμε.", ["Πάμε στο πάρκο; ", "Ναι, πάμε."]),
        ("Это проф. Иванов. Да.", ["Это проф. Иванов. ", "Да."]),
        ("오늘 날씨가 좋다. 가자!", ["오늘 날씨가 좋다. ", "가자!"]),
        ("\u3000全角。\u3000次。", ["\u3000全角。\u3000", "次。"]),
        ("他来了。2011年他走了。", ["他来了。", "2011年他走了。"]),
        ("「本当？」と聞いた。はい。", ["「本当？」と聞いた。", "はい。"]),
        ("הוא הלך הביתה. היא נשארה? כן.", ["הוא הלך הביתה. ", "היא נשארה? ", "כן."]),
        ("او رفت. چرا؟ نمی‌دانم.", ["او رفت. ", "چرا؟ ", "نمی‌دانم."]),
        ("وہ گھر گیا۔ کیوں؟ پتہ نہیں۔", ["وہ گھر گیا۔ ", "کیوں؟ ", "پتہ نہیں۔"]),
        ("ខ្ញុំទៅផ្សារ។ គាត់នៅផ្ទះ។", ["ខ្ញុំទៅផ្សារ។ ", "គាត់នៅផ្ទះ។"]),
        ("ང་འགྲོ་གི་ཡིན། ཁོང་ཡོང་གི་རེད།", ["ང་འགྲོ་གི་ཡིན། ", "ཁོང་ཡོང་གི་རེད།"]),
        ("သူသွားသည်။ ကျွန်တော်နေသည်။", ["သူသွားသည်။ ", "ကျွန်တော်နေသည်။"]),
        ("   \n ", ["   \n "]),
        ("", []),
    ],
)
def test_sentences_of_many_scripts_need_no_language(text, expected):
    """The marks of a script end its sentences."""
    assert pieces(Sentences(), text) == expected


def test_the_language_says_what_an_abbreviation_is():
    """In German a number with a full stop is an ordinal."""
    text = "Wir gehen am 3. Mai in den Park. Gut."
    assert len(pieces(Sentences("de"), text)) == 2


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "Im 6. Jahrhundert kam er. Gut.", ["Im 6. Jahrhundert kam er. ", "Gut."]),
        ("tr", "Bu 15. yüzyılda oldu. Evet.", ["Bu 15. yüzyılda oldu. ", "Evet."]),
        ("pl", "W latach 90. dwa albumy. Tak.", ["W latach 90. dwa albumy. ", "Tak."]),
        ("fr", "En 49 av. J.-C. il partit. Oui.", ["En 49 av. J.-C. il partit. ", "Oui."]),
        ("pt", "No ano 49 a.C. ele foi. Sim.", ["No ano 49 a.C. ele foi. ", "Sim."]),
        ("fi", "Hän lähti. ”Miksi?” Niin.", ["Hän lähti. ", "”Miksi?” ", "Niin."]),
        ("fr", "M. Roux vint. Cf. l'art. 12 ici.", ["M. Roux vint. ", "Cf. l'art. 12 ici."]),
        ("it", "L'art. 3, c. 2, vale. Sì.", ["L'art. 3, c. 2, vale. ", "Sì."]),
        ("pl", "To klasztor św. Piotra. Art. 5 ust. 2.", None),
        ("pt", "Moro na Av. Central, n. 5. Sim.", ["Moro na Av. Central, n. 5. ", "Sim."]),
        ("ru", "Это ст. 5 п. 2 закона. Да.", ["Это ст. 5 п. 2 закона. ", "Да."]),
        ("el", "Ισχύει η παρ. 2 εδώ. Ναι.", ["Ισχύει η παρ. 2 εδώ. ", "Ναι."]),
        ("tr", "Bu M.Ö. 300 yılında oldu. Evet.", ["Bu M.Ö. 300 yılında oldu. ", "Evet."]),
        ("vi", "TP. Huế rất đẹp. Vâng.", ["TP. Huế rất đẹp. ", "Vâng."]),
        ("hi", "डॉ. शर्मा आए। रु. 50 दिए।", ["डॉ. शर्मा आए। ", "रु. 50 दिए।"]),
        ("ar", "وصل د. محمد أمس. نعم.", ["وصل د. محمد أمس. ", "نعم."]),
        ("sr", "Rođen je 12. 5. 1945. godine. Da.", ["Rođen je 12. 5. 1945. godine. ", "Da."]),
        ("nl", "Mevr. De Vries ging. Ja.", ["Mevr. De Vries ging. ", "Ja."]),
        ("pl", "To klasztor s\u0301w. Piotra. Tak.", ["To klasztor s\u0301w. Piotra. ", "Tak."]),
        ("he", 'ארה"ב ניצחה. אח"כ הלכנו.', ['ארה"ב ניצחה. ', 'אח"כ הלכנו.']),
        ("th", "ดร. สมชายมา พ.ศ. 2567 เวลา 10.30 น. ดี", ["ดร. สมชายมา พ.ศ. 2567 เวลา 10.30 น. ดี"]),
        ("hi", "10 कि.मी. दूर। ठीक।", ["10 कि.मी. दूर। ", "ठीक।"]),
        ("fa", "ا. رضایی آمد. بله.", ["ا. رضایی آمد. ", "بله."]),
        ("zh", "他来了。Mr. Smith也来了。", ["他来了。", "Mr. Smith也来了。"]),
        ("ru", "Mr. Smith тут. Да.", ["Mr. Smith тут. ", "Да."]),
        ("ko", "2024. 5. 3. 오후에 만났다. 좋다.", ["2024. 5. 3. 오후에 만났다. ", "좋다."]),
    ],
)
def test_full_stops_that_end_no_sentence(language, text, expected):
    """Ordinals, abbreviations, dates, and a quotation mark that opens the next sentence."""
    expected = expected or [text[: text.index("Art")], text[text.index("Art") :]]
    assert pieces(Sentences(language), text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("pl", "Wyszedł. „Dokąd?” zapytała.", ["Wyszedł. ", "„Dokąd?” zapytała."]),
        ("hu", "Elment. „Hová?” – kérdezte.", ["Elment. ", "„Hová?” – kérdezte."]),
        ("ru", "Ушёл. «Куда?» — спросила она.", ["Ушёл. ", "«Куда?» — спросила она."]),
        ("es", "Salió. —¿Dónde? —preguntó ella.", ["Salió. ", "—¿Dónde? —preguntó ella."]),
        ("ru", "Он ушёл.\n— Куда?\n— Домой.", ["Он ушёл.\n", "— Куда?\n", "— Домой."]),
        ("nl", "Hij kwam. 's Avonds ging hij. Ja.", ["Hij kwam. ", "'s Avonds ging hij. ", "Ja."]),
        ("en", "It was late. 'Tis so. Yes.", ["It was late. ", "'Tis so. ", "Yes."]),
        ("en", "He left. “I go. It was so", ["He left. ", "“I go. ", "It was so"]),
        ("en", "He left. (I go. It was so", ["He left. ", "(I go. ", "It was so"]),
        ("fr", "Il part. « Je sais. Elle aussi", ["Il part. ", "« Je sais. ", "Elle aussi"]),
    ],
)
def test_a_sentence_begins_with_the_mark_that_opens_it(language, text, expected):
    """It stood at the end of the sentence before; and who spoke belongs to what was said."""
    assert pieces(Sentences(language), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "(2) The buyer pays. |See the rule. |It holds.",
        "12. The court sits. |It rains.\n\n|13. Costs follow. |They are high.",
        "Intro.\n|12. The court sits. |It rains.\n|13. Costs follow. |They are high.",
        "Here. |(1) It sits. |It rains. |(a) Costs follow. |They rise. |(i) They go. |So it is.",
        "A. The court sits. |It rains.",
        "iv. The court sits. |It rains.",
    ],
)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_paragraphs_that_are_counted_are_split_into_sentences(language, text):
    """Their numbers were units of their own, or all their sentences were one."""
    assert pieces(Sentences(language), text.replace("|", "")) == text.split("|")


def test_many_numbers_in_a_row_are_split_in_time_that_grows_with_them():
    started = time.process_time()
    for text in ("1. " * 30_000, "(1) " * 30_000, "a) x. " * 20_000):
        assert "".join(pieces(Sentences("de"), text)) == text
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Er ging nach Hause. |2011 wurde er Minister."),
        ("fi", "Hän lähti kotiin. |1200-luvulla oli sota."),
        ("cs", "Vrátil se domova. |2011 byl dobrý rok."),
        ("de", "Das Haus, gegr. 1890 in Bonn, steht. |Gut."),
        ("de", "Es ist vermutl. 1890 erbaut. |Gut."),
        ("de", "Er ist am 3. Mai geb. 1950 war gut."),
    ],
)
def test_a_sentence_may_begin_with_a_year(language, text):
    """But not behind an abbreviation."""
    assert pieces(Sentences(language), text.replace("|", "")) == text.split("|")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pl", "W 1955 r. Mishima zaczął. |Już w maju 1956 r. Meyer pisał."),
        ("pl", "Zmarł w 1970 r. |Był pisarzem. |Urodził się w XIX w. |Pisał."),
        ("pl", "W XIX w. Rosja walczyła. |Na początku ub. r. Sejm uchwalił."),
        ("pl", "Tak. |Dnia 12 maja 1945 r. Niemcy się poddały. |1 maja 49 r. p.n.e. Cezar wszedł."),
        ("pl", "W latach 1914–1918 r. Europa walczyła. |Pokój trwał do 1939 r. |Potem wojna."),
        ("pl", "W Warszawie mieszkał do 1939 r. |Potem wyjechał."),
        ("ru", "В 49 г. до н. э. Цезарь перешёл реку. |Он умер в 44 г. до н. э. |Рим ждал."),
    ],
)
def test_a_date_that_begins_a_sentence_is_no_sentence(language, text):
    """But the same date ends a sentence that says something."""
    assert pieces(Sentences(language), text.replace("|", "")) == text.split("|")


def in_english(text, starts):
    """What is mended in every language: marks that open a sentence, and numbers before one."""
    mended = []
    for start in starts:
        opening = re.search(r"\s([\"'“”„‚‘’«»‹›(\[{]|[«‹]\s)$", text[:start])
        place = start - len(opening[1]) if opening else start
        marker = r"\s*(\d{1,3}|[^\W\d_]|[ivxlc]{1,5}|[IVXLC]{1,5})[.)][^\S\n]+"
        before = text[mended[-1] : place] if mended else ""
        if not re.fullmatch(marker, before) or len(before) > 12:
            mended.append(place)
    return sorted(set(mended))


@given(st.text(st.characters(max_codepoint=0x24F) | st.sampled_from([*". "]), max_size=300))
def test_english_is_mended_by_the_rules_of_all_languages_alone(text):
    """The rules for other languages never move a boundary of an English text."""
    raw = [*starts_of_sentencex("en", text)]
    assert [*mended_starts(text, raw, "en")] == in_english(text, raw)


def test_letters_of_two_or_three_bytes_get_as_much_room():
    """Four hundred letters are one unit and 1,400 three, in Russian and Hindi as in English."""
    for word in ("слово ", "शब्द ", "كلمة ", "word "):
        assert len(pieces(Sentences(), word * (400 // len(word)))) == 1
        assert len(pieces(Sentences(), word * (1_400 // len(word)))) == 3


def test_phrases_of_thai_are_parted_at_spaces():
    """But not before a connective, nor beside a number."""
    first, second = "วันนี้อากาศดีมากเราจึงออกไปเดินเล่น ", "ร้านอาหารแห่งนี้เปิดมานานกว่าสิบปีแล้ว "
    assert pieces(Sentences(), first + second + first) == [first, second, first]
    assert pieces(Sentences(), first + "และ" + second) == [first + "และ" + second]
    assert pieces(Sentences(), first + "2015 " + second) == [first + "2015 " + second]


def test_thai_without_full_stops_is_cut_at_spaces():
    """A script without sentence marks still gives units an encoder can read."""
    text = "วันนี้อากาศดีมาก เราไปเดินเล่นที่สวนสาธารณะ " * 40
    units = pieces(Sentences(), text)
    assert all(byte_length(unit) <= LONGEST_SENTENCE for unit in units)
    assert all(unit.endswith(" ") for unit in units)


@given(st.lists(st.sampled_from(["Short one. ", "A rather longer one of words. ", "Who? "])))
def test_blocks_leave_no_trace(sentences):
    """A sentence that two blocks share is found once and whole."""
    text = "".join(sentences) * (2 + BLOCK // 200)
    assert pieces(Sentences(), text) == sentences * (2 + BLOCK // 200)


def test_what_troubles_the_sentence_finder_is_kept_from_it():
    """sentencex 1.0 panics on wide white space after an initial, and needs square time for
    quotations that never close; both reach it as something harmless."""
    assert pieces(Sentences(), "J.\u2028K. \u2028x") == ["J.\u2028K. \u2028x"]
    started = time.process_time()
    assert "".join(pieces(Sentences(), "«" * 100_000)) == "«" * 100_000
    assert time.process_time() - started < 5  # 8 s in one block, 0.3 s in blocks


@pytest.mark.parametrize("splitter", SPLITTERS, ids=repr)
@pytest.mark.parametrize(
    "text", ["word " * 200_000, "x" * 1_000_000, " " * 1_000_000, "a\n" * 100_000, "中" * 300_000]
)
def test_a_megabyte_of_anything_takes_seconds(splitter, text):
    """One line without punctuation, one letter, blanks, very many tiny lines."""
    text = A_TURN_EACH + text if isinstance(splitter, Turns) else text
    started = time.process_time()
    check_tiling(text, splitter.split(text))
    assert time.process_time() - started < 10


def test_a_paragraph_ends_at_a_blank_line():
    """Windows line endings and blanks on the blank line included."""
    assert pieces(Paragraphs(), "\n\none\r\nstill\r\n \t\r\ntwo\n\n\nthree") == [
        "\n\none\r\nstill\r\n \t\r\n",
        "two\n\n\n",
        "three",
    ]


def test_a_turn_is_a_name_with_what_follows():
    """Continuation lines, time stamps, emphasis and wide colons; no addresses, no clock."""
    text = (
        "A talk in the garden\n"
        "ANNA: Hello.\nAnd welcome: to all\n"
        "[00:01:02] Ben O'Neil: See http://example.org\n at 10:30\n"
        "**Carla:** Yes.\n"
        "安娜：你好\n"
    )
    assert [piece.split("\n")[0] for piece in pieces(Turns(), text)] == [
        "A talk in the garden",
        "ANNA: Hello.",
        "And welcome: to all",
        "[00:01:02] Ben O'Neil: See http://example.org",
        "**Carla:** Yes.",
        "安娜：你好",
    ]


@pytest.mark.parametrize("name", ["सीता", "राम कुमार", "กี้", "தமிழ்", "Zoe\u0308", "مُحَمَّد"])
def test_a_name_may_hold_vowel_signs(name):
    """Vowel signs and accents are no ``\\w``, and Hindi had no turns at all."""
    text = f"Ben: Hello.\n{name}: Yes.\n"
    assert pieces(Turns(), text) == ["Ben: Hello.\n", f"{name}: Yes.\n"]


@pytest.mark.parametrize("text", ["Prose without a name. " * 9, "ANNA: " + "word " * 3000])
def test_a_text_without_turns_is_an_error(text):
    """Pieces of ten thousand bytes are no turns, and boundaries between them mean nothing."""
    with pytest.raises(InputError, match="has no turns"):
        Turns().split(text)


def test_a_single_short_turn_is_a_unit():
    """A dialogue in which nobody answered, and an empty text, are no mistakes."""
    assert pieces(Turns(), "ANNA: Is it open?") == ["ANNA: Is it open?"]
    assert pieces(Turns(), "") == []
    assert pieces(Turns(), " \n") == [" \n"]


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        ("German", "write de"),
        ("xx", "write its ISO 639 code"),
        ("deu", "write its ISO 639 code"),
        ("pt_br", "write pt-BR"),
        ("", "write its ISO 639 code"),
    ],
)
def test_a_language_that_is_none_is_an_error(code, advice):
    """A word or two letters that mean nothing are a mistake, not a language without rules."""
    with pytest.raises(OptionsError, match=f"{code!r} is not a language code; {advice}"):
        Sentences(code)


def test_a_region_does_not_change_the_rules():
    """Austrian sentences end as German ones do."""
    text = "Wir gehen am 3. Mai in den Park. Gut."
    assert pieces(Sentences("de-AT"), text) == pieces(Sentences("de"), text)


def test_given_units_must_tile():
    """A gap would lose text."""
    assert GivenUnits((Unit(0, 2), Unit(2, 3))).split("abc")
    with pytest.raises(InputError, match="without gaps"):
        GivenUnits((Unit(0, 1), Unit(2, 3))).split("abc")


def test_a_splitter_describes_itself_in_plain_values():
    """Name and settings, for the provenance of a result."""
    assert splitter_values(Sentences("de")) == {"name": "sentences", "language": "de"}
    assert splitter_values(GivenUnits((Unit(0, 1),))) == {"name": "given"}


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ([Unit(0, 4), Unit(5, 9)], "unit 1 is 5 to 9, those before it end at 4"),
        ([Unit(0, 5), Unit(3, 9)], "unit 1 is 3 to 9, those before it end at 5"),
        ([Unit(0, 5)], "the units end at character 5 of 9"),
        (["One.", "Two."], r"unit 0 must be Unit\(start, end\), got 'One.'"),
        ([Unit(0, 4.0), Unit(4.0, 9)], "unit 0 must have an int as start and as end"),
    ],
)
def test_own_units_that_do_not_tile_the_text_are_refused(units, message):
    """Segments and chunks, joined, were not the text, and nobody said so."""

    class Own:
        def split(self, text):
            return units

    with pytest.raises(InputError, match=message):
        segment("One. Two.", Settings(unit=Own(), encoder=WordHashing()))
    with pytest.raises(InputError, match=message):
        chunk("One. Two.", settings=ChunkSettings(unit=Own(), encoder=WordHashing()))
