"""Titles are short, telling, whole and always the same."""

import re
import time
import tracemalloc
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_titles
from embed_kcpd import SegmentCount, Settings
from embed_kcpd.annotations.titles import name_segments, phrases, scores, titles
from embed_kcpd.annotations.titles import stop_words as lists_of_words
from embed_kcpd.annotations.titles.announcements import announced
from embed_kcpd.annotations.titles.naming import (
    KEYWORDS,
    LONGEST_TITLE,
)
from embed_kcpd.annotations.titles.occurrences import occurrences, read_units
from embed_kcpd.annotations.titles.scores import (
    WEIGHTS,
    central_scores,
    contrasted_middles,
    word_scores,
)
from embed_kcpd.annotations.titles.stop_words import stop_words
from embed_kcpd.readers import read_source, segment_document
from embed_kcpd.readers.source import Source

GARDEN = ["The soil is rich.", "The worms love the soil.", "Soil needs compost."]
MARKET = ["The market fell.", "Traders fear the market.", "The market closed."]
TIDES = ["Tides turn.", "The moon pulls.", "Water rises."]

odd_texts = st.lists(
    st.one_of(
        st.sampled_from(
            ["the", "and", "of", "Anna", "Vienna", "garden", ".", ", ", ":", "# ", "\n"]
        ),
        st.text(max_size=5),
        st.sampled_from(["土壤很肥沃", "อากาศดีมาก", "\ud800", "👩‍🌾", "e\u0301", " ", "'s"]),
    ),
    max_size=12,
).map("".join)


def test_a_title_holds_what_only_its_segment_says():
    """Words that every segment has tell nothing."""
    made = titles([GARDEN, MARKET])
    assert made[0].casefold().startswith("soil")
    assert made[1].casefold().startswith("market")
    assert "The" not in made[0]


def test_keywords_are_a_list_beside_the_title():
    first, second = name_segments([GARDEN, MARKET])
    assert first.keywords[0].casefold() == "soil"
    assert "worms" in " ".join(first.keywords)
    assert 2 <= len(second.keywords) <= KEYWORDS
    assert not set(first.keywords) & set(second.keywords)


def test_syllables_of_vietnamese_make_no_titles_of_their_own():
    """Spaces stand inside words too: "viện" of "thư viện", "thể" of "có thể" became titles."""
    library = ["Thư viện mở cửa.", "Sinh viên có thể mượn sách.", "Thư viện thành phố yên tĩnh."]
    doctors = ["Bác sĩ khám bệnh nhân.", "Bệnh nhân có thể chờ.", "Muối có hại.", "Muối ít thôi."]
    first, second = name_segments([library, doctors], language="vi")
    assert first.text.startswith("Thư viện")
    assert second.text.casefold().startswith("bệnh nhân")
    assert "Muối" in second.keywords  # a syllable that stands alone is a word
    phrases_of_both = " | ".join((*first.keywords, *second.keywords, first.text, second.text))
    assert not re.search(r"(^|\| )(viện|thư|thể|bệnh|nhân|phố)( \||$)", phrases_of_both.casefold())


def test_words_of_vietnamese_continue_no_others():
    """It has no endings: "bánh" is no form of "bán"."""
    counted = occurrences(
        read_units(["Bán bánh.", "Thu thuế."], stop_words("vi"), frozenset()), [2]
    )
    assert set(counted.units) == {"bán", "bánh", "thu", "thuế"}


def test_names_are_kept_whole():
    """Neither "Vienna" nor "of Vienna": the name as the text writes it."""
    other = ["Bread needs time.", "The dough rests.", "Bread is baked at dawn."]
    held = [
        "She studied at the University of Vienna for years.",
        "The University of Vienna opened a new hall.",
        "Students like the University of Vienna.",
    ]
    [title, _] = name_segments([held, other])
    assert title.keywords[0] == "University of Vienna"
    assert not any(words in ("Vienna", "University") for words in title.keywords)


def test_possessives_and_contractions_leave_no_broken_words():
    said = ["It doesn't matter what Anna's sister didn't bake.", "Anna's sister isn't here."]
    made = name_segments([said, MARKET], language="en")[0]
    assert "Anna's sister" in made.keywords
    assert not any(re.search(r"['’]s?$|n't|\b(?:doesn|didn|isn)\b", k) for k in made.keywords)


def test_speakers_are_no_topic():
    """Neither where they speak nor where they are spoken to."""
    said = ["BEN: The bread is warm, Anna.", "ANNA: Ben bakes bread.", "BEN: Bread, Anna!"]
    asked = ["ANNA: And the market?", "BEN: The market fell, Anna.", "ANNA: Poor market, Ben."]
    for title in name_segments([said, asked]):
        assert title.keywords
        assert not {"ben", "anna"} & set(" ".join(title.keywords).casefold().split())


def test_given_speakers_are_no_topic():
    said = ["Then Murch explained the mempool.", "Murch likes the mempool."]
    [title, _] = name_segments([said, MARKET], speakers=["Mark Murch"])
    assert "Murch" not in " ".join(title.keywords)
    assert title.text.startswith("mempool")


def test_stop_words_follow_the_language():
    """With the English list, "nicht" and "auch" would be titles of this text."""
    garden = ["Der Garten ist nicht auch groß.", "Nicht auch der Garten!", "Auch nicht Erde."]
    market = ["Die Börse fiel.", "Die Börse stieg.", "Händler an der Börse."]
    [garden_title, market_title] = name_segments([garden, market], language="de")
    assert garden_title.text.startswith("Garten")
    assert market_title.text.startswith("Börse")
    assert not {"nicht", "auch", "Nicht"} & set(" ".join(garden_title.keywords).split())
    assert "nicht" in " ".join(name_segments([garden, market], language="en")[0].keywords)


def test_the_first_message_of_a_chat_is_no_heading(encoder):
    """It was the title of many a conversation, since few messages end with a full stop."""
    messages = ["Has anybody watered", "The soil is dry", "Dry soil kills the beans", "soil"]
    lines = [f"2025-11-24 09:{n:02} {'AB'[n % 2]}: {text}" for n, text in enumerate(messages)]
    chat = read_source(Source("a.txt", "\n".join(lines).encode()))

    result = segment_document(chat, Settings(encoder=encoder, granularity=SegmentCount(1)))

    assert "watered" not in result.segments[0].title
    assert "soil" in result.segments[0].title.lower()
    assert name_segments([messages])[0].text == "Has anybody watered"


def test_a_heading_of_the_text_is_the_title():
    units = ["## Soil and compost\n", *GARDEN]
    assert titles([units, MARKET])[0] == "Soil and compost"
    assert titles([["Yes.", *GARDEN], MARKET])[0] != "Yes"


def test_scripts_without_spaces_get_titles_of_repeated_characters():
    """No dictionary is needed to see what a Chinese passage keeps saying."""
    made = titles([["土壤很肥沃。", "蚯蚓喜欢土壤。"], ["股票下跌了。", "卖掉股票吧。"]])
    assert made[0].startswith("土壤")
    assert made[1].startswith("股票")


def test_words_of_chinese_are_whole():
    """A part of a longer word was a title, and the commonest nouns were none: characters with
    which they begin are in the list of stop words."""
    moon = ["月球绕着地球转。", "我们看月球。", "月球的背面。"]
    paris = ["他去了阿尔巴尼亚。", "在阿尔巴尼亚吃饭。", "阿尔巴尼亚很远。"]
    [first, second] = name_segments([moon, paris], language="zh")
    assert first.text.startswith("月球")
    assert second.text == "阿尔巴尼亚"
    assert second.keywords == ("阿尔巴尼亚",)


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_an_apostrophe_makes_no_content_of_a_stop_word(apostrophe):
    """Texts with typographic apostrophes had titles such as "don’t, It’s late"."""
    units = ["We don't know.", "They're here, they don't stop.", "It's what we're doing."]
    late = [unit.replace("'", apostrophe) for unit in units]
    [title, _] = name_segments([[*late, "The tide is in."], MARKET], language="en")
    assert title.text == "tide"


@pytest.mark.parametrize(
    ("language", "units", "expected"),
    [
        ("fr", ["C’est l’Albanie.", "Il s’est dit d’Albanie.", "Qu'il l'a vu."], ("Albanie",)),
        ("it", ["L'arte dell'Italia c'è.", "C’è l’arte dell’Italia."], ("arte dell'Italia",)),
        ("tr", ["Doss'un evi.", "Doss'a bak.", "Doss geldi."], ("Doss",)),
    ],
)
def test_articles_and_endings_at_an_apostrophe_are_no_part_of_a_title(language, units, expected):
    keywords = name_segments([units, MARKET], language=language)[0].keywords
    assert keywords[: len(expected)] == expected
    assert not any("’est" in word or "'il" in word for word in keywords)


def test_stop_words_of_turkish_may_begin_with_a_capital():
    """ "İçin" in small letters has one more character in most languages, so it was no stop word."""
    units = ["İçin için deniz.", "İle gemi.", "İçin deniz.", "İle deniz."]
    keywords = name_segments([units, MARKET], language="tr")[0].keywords
    assert {word.casefold() for word in keywords} == {"deniz", "gemi"}


@pytest.mark.parametrize(
    ("language", "units"),
    [
        ("de", ["Für die Gärten gibt es Böden.", "Böden für Gärten.", "Über Würmer."]),
        ("ko", ["부동산은 평가를 거친다.", "평가를 다시 거친다.", "부동산은 비싸다."]),
        ("vi", ["Thư viện mở cửa.", "Thư viện có sách.", "Một thư viện cũ."]),
    ],
)
def test_letters_in_pieces_make_the_same_titles(language, units):
    """Some systems write accents, and the parts of a Korean syllable, as characters."""
    parted = [unicodedata.normalize("NFD", unit) for unit in units]
    assert parted != units
    named, named_parted = (name_segments([u, MARKET], language=language) for u in (units, parted))
    assert named == named_parted


@pytest.mark.parametrize(
    ("language", "units"),
    [
        ("zh", ["CGI Mestre在通知中表明，至少在2017年以前不会上升。", "CGI Mestre来了。"]),
        ("ja", ["CGI Mestreが発表した、次の年に。", "CGI Mestreです。"]),
    ],
)
def test_foreign_words_in_a_text_without_spaces_are_phrases_of_their_own(language, units):
    """All up to the next space was one word: a title was half a sentence long."""
    keywords = name_segments([units, MARKET], language=language)[0].keywords
    assert keywords[0] == "CGI Mestre"
    assert not any("Mestre" in word and word != "CGI Mestre" for word in keywords)


def test_abbreviations_of_hebrew_are_whole():
    """The mark inside them is a quotation mark: צה"ל gave the phrases "צה" and "ל הודיע"."""
    units = ['צה"ל הודיע היום.', 'אמר צה"ל שוב.', 'הוא אמר "שלום" בקול.']
    keywords = name_segments([units, MARKET], language="he")[0].keywords
    assert keywords[0] == 'צה"ל'
    assert not any(word.startswith("ל ") or word.endswith('"') for word in keywords)


def test_thai_words_are_never_broken():
    """Thai puts spaces between clauses only; a title is made of whole clauses."""
    units = ["ดินดีมาก ไส้เดือน ชอบดิน", "ไส้เดือน อยู่ในดิน"]
    clauses = {clause for unit in units for clause in unit.split()}
    [title] = name_segments([units])
    assert title.keywords
    assert set(title.keywords) <= clauses


def test_words_keep_the_vowel_signs_at_their_end():
    """They are no ``\\w``: of "लोगों" a title was once made that said "लोग"."""
    units = ["लोगों की सीमाओं। बारिश आती है।", "लोगों और सीमाओं।"]
    said = " ".join(units).replace("।", " ").split()
    words = " ".join(name_segments([units], language="hi")[0].keywords).split()
    assert words
    assert set(words) <= set(said)


def test_speakers_with_vowel_signs_are_no_topic():
    units = ["सीता: बाग सुंदर है।", "सीता: हरा है।", "सीता: बाग हरा है।", "सीता: वही है।"]
    assert "सीता" not in " ".join(name_segments([units], language="hi")[0].keywords)


def test_units_without_any_word_for_a_title_give_their_beginning():
    """Where only stop words are left, the longest sentence, shortened."""
    made = titles([["It is.", "So it was, and they were what we had been for once."], MARKET])
    assert made[0].startswith("So it was")
    assert made[0].endswith("…")


def test_vectors_lift_the_words_that_point_where_the_segment_points():
    """Two words occur equally often; the units of one of them lie in the middle."""
    units = ["Alpha.", "Bravo.", "So it is.", "It was."]
    other = ["Other."] * 4
    towards, aside, opposite = [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]
    for first, expected in (((aside, towards), "Bravo"), ((towards, aside), "Alpha")):
        vectors = np.array([*first, towards, towards, *([opposite] * 4)])
        made = name_segments([units, other], vectors)
        assert made[0].keywords[0] == expected


@given(st.data())
def test_scores_of_words_are_those_of_the_definitions(data):
    """The sums of the fast way are the means of the naive one."""
    words = ["soil", "market", "compost", "bread", "oven", "x-ray"]
    sizes = data.draw(st.lists(st.integers(1, 4), min_size=2, max_size=4))
    unit = st.lists(st.sampled_from(words), min_size=1, max_size=3).map(" and ".join)
    segments = [data.draw(st.lists(unit, min_size=n, max_size=n)) for n in sizes]
    seed = data.draw(st.integers(0, 99))
    vectors = np.random.default_rng(seed).normal(size=(sum(sizes), 5))

    counted = occurrences(
        read_units([unit for units in segments for unit in units], stop_words("en"), frozenset()),
        map(len, segments),
    )
    plain = word_scores(counted)
    scored = central_scores(counted, *contrasted_middles(vectors, counted.edges))

    for segment, own in enumerate(scored):
        naive = {
            root: naive_titles.word_score(
                root, segment, counted.units[root], counted.edges, vectors
            )
            for root in own
        }
        most = max(contrast for contrast, _, _ in naive.values()) or 1
        for root, (contrast, opening, central) in naive.items():
            beside = WEIGHTS.contrast_beside_vectors * contrast / most
            assert own[root] == pytest.approx((opening, central + beside), abs=1e-5)
            by_contrast = WEIGHTS.contrast * contrast / most
            assert plain[segment][root] == pytest.approx((opening, by_contrast), abs=1e-5)


def test_tables_of_many_words_are_added_up_in_blocks(monkeypatch):
    """The scores are the same however small the blocks are."""
    segments = [[f"word{i % 7} and soil{i % 3}" for i in range(9)], ["soil1 and word2"] * 3]
    vectors = np.random.default_rng(0).normal(size=(12, 4))
    counted = occurrences(
        read_units([unit for units in segments for unit in units], stop_words("en"), frozenset()),
        map(len, segments),
    )
    middles = contrasted_middles(vectors, counted.edges)
    whole = central_scores(counted, *middles)
    monkeypatch.setattr(scores, "LARGEST_TABLE", 5)
    for one, other in zip(whole, central_scores(counted, *middles), strict=True):
        assert one.keys() == other.keys()
        for root in one:
            assert one[root] == pytest.approx(other[root])


def test_memory_does_not_grow_with_units_times_segments():
    """Titles of 60,000 units in 6,000 segments once took 5 GB."""
    segments = [[f"word{number} and soil.", "more soil."] for number in range(2_000)]
    counted = occurrences(
        read_units([unit for units in segments for unit in units], stop_words("en"), frozenset()),
        map(len, segments),
    )
    vectors = np.random.default_rng(0).normal(size=(4_000, 4))
    middles = contrasted_middles(vectors, counted.edges)
    tracemalloc.start()
    central_scores(counted, *middles)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000 * 2_000 * 4 / 2


def test_a_name_that_one_segment_opens_with_is_its_title():
    """Its words stand everywhere, the whole only here."""
    rest = ["Core Lightning nodes pay.", "Core tests passed.", "Lightning is fast."]
    first = ["Core Lightning 23.05 came out.", *rest]
    second = ["Bread rests overnight.", *rest]
    [title, _] = name_segments([first, second], language="en")
    assert title.text.startswith("Core Lightning 23.05")


def test_two_segments_share_no_title():
    """Where the same phrase is best twice, the second is named by another."""
    first, second = name_segments([TIDES, TIDES, MARKET], language="en")[:2]
    assert first.text
    assert second.text
    assert first.text != second.text


@pytest.mark.parametrize(
    ("said", "title"),
    [
        (
            "Okay, the next item is Secure control of nodes, which Bob wrote.",
            "Secure control of nodes",
        ),
        ("The next question is, “How do tides work?”", "How do tides work"),
        ("Our last topic is about storing data in chains.", "storing data in chains"),
    ],
)
def test_what_a_speaker_announces_is_the_title(said, title):
    units = ["Yeah.", said, "It is a long story.", "Bob thinks so too."]
    assert name_segments([units, MARKET], language="en")[0].text == title


@pytest.mark.parametrize(
    "said",
    [
        "The next day he left.",
        "The first thing is that it was.",
        "In 1950 the city, which had grown, and the next village, whose last part is old, merged.",
        "The next question is " + "very " * 20 + "long.",
    ],
)
def test_nothing_is_announced_where_nothing_follows(said):
    assert announced([said], "en", stop_words("en")) == ""


def test_only_english_announces():
    assert announced(["The next question is how tides work."], "de", stop_words("de")) == ""


def test_a_short_announcement_is_joined_by_phrases():
    units = ["The next release is Otter 2.5.", "Otter 2.5 mends the nets.", "Nets were torn."]
    [title, _] = name_segments([units, MARKET], language="en")
    assert title.text.startswith("Otter 2.5, ")


@given(st.lists(st.lists(odd_texts, max_size=4), max_size=4), st.sampled_from([None, "en", "zh"]))
def test_any_text_has_titles_and_the_same_ones_every_time(segments, language):
    """One for each segment, short, perhaps empty, never broken over lines, with vectors or not."""
    vectors = np.random.default_rng(0).normal(size=(sum(map(len, segments)), 3))
    for given_vectors in (None, vectors):
        made = name_segments(segments, given_vectors, language=language)
        assert made == name_segments([list(u) for u in segments], given_vectors, language=language)
        assert len(made) == len(segments)
        for title in made:
            assert len(title.text) <= LONGEST_TITLE + 1
            assert title.text.splitlines() == [title.text][: len(title.text)]
            assert len(title.keywords) <= KEYWORDS


@given(st.lists(odd_texts, min_size=1, max_size=6))
def test_no_keyword_begins_or_ends_with_a_stop_word(units):
    stop = stop_words("en")
    for title in name_segments([units], language="en"):
        for words in (keyword.casefold().split() for keyword in title.keywords):
            assert words[0] not in stop.edges
            assert words[-1] not in stop.edges


@pytest.mark.parametrize("code", ["de", "fr", "ru", "ar", "nb", "pt-BR", "zh"])
def test_many_languages_have_a_list(code):
    assert len(stop_words(code).edges) > 50


def test_an_unknown_language_has_none():
    assert not stop_words("xx").edges


@pytest.mark.parametrize("file", [lists_of_words.LISTS_FILE, "no such file"])
def test_stop_words_are_those_of_the_package(file, monkeypatch):
    """Whether its file is read or, where it is called otherwise, the package is asked."""
    stopwordsiso = pytest.importorskip("stopwordsiso")
    monkeypatch.setattr(lists_of_words, "LISTS_FILE", file)

    lists = lists_of_words._lists()

    assert set(lists) == set(stopwordsiso.langs())
    assert all(set(lists[code]) == stopwordsiso.stopwords(code) for code in lists)


@pytest.mark.parametrize("mark", [".", "'", "-", "!"])
def test_a_long_run_of_marks_is_read_in_a_moment(mark):
    """It was read anew from each of its marks: a minute and a half for 100,000 dots."""
    run = mark * 100_000 + "garden"
    spent = time.process_time()
    titles([[run, "The garden sleeps."], ["A dog ran.", "Dogs ran."]], language="en")
    assert time.process_time() - spent < 5.0


@given(st.text(alphabet="ab#$.,'’-é❤ ", max_size=12))
def test_a_word_loses_the_marks_around_it(word):
    """Judged by the pattern that searches from both ends."""
    word = "".join(word.split())
    expected = re.sub(r"^[^\w#$€£@&+]+|[^\w#%+]+$", "", word)
    assert phrases._trimmed(word) == expected


@pytest.mark.parametrize(
    ("segments", "between"),
    [
        ([["التربة تغذي", "البستان والتربة"], ["النجوم في السماء", "السماء"]], "، "),
        ([["土壤 豆子 土壤 豆子。"] * 2, ["星星 天空 星星 天空。"] * 2], "、"),
        ([["Erde. Bohne.", "Erde. Bohne."], ["Stern. Nacht.", "Stern. Nacht."]], ", "),
    ],
)
def test_phrases_of_a_title_have_the_comma_of_their_script(segments, between):
    """Arabic and Chinese phrases were joined by a Western comma."""
    made = titles(segments)

    assert all(between in title and title.count(",") == (between == ", ") for title in made)
