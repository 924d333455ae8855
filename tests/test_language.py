"""Which language a text is in, and which encoder reads it."""

import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.encoders.by_language import MULTILINGUAL_LANGUAGES, encoder_for
from embed_kcpd.errors import OptionsError
from embed_kcpd.evaluation.datasets import FILES, data_folder, load
from embed_kcpd.text import language as language_module
from embed_kcpd.text.language import Language, detect_language, known_language, windows
from embed_kcpd.text.language_names import NAMES, main_code
from embed_kcpd.text.scripts import _RANGES, letters_by_script, main_script, script_of

SAMPLES = {
    "ar": "في الصباح يفتح الخباز متجره قبل شروق الشمس ويضع الخبز الساخن على الرفوف.",
    "bg": "Сутрин хлебарят отваря магазина си преди изгрев и нарежда топлия хляб по рафтовете.",
    "cs": "Ráno otevírá pekař svůj obchod ještě před východem slunce a rovná teplý chléb.",
    "da": "Om morgenen åbner bageren sin butik før solopgang og lægger det varme brød på hylderne.",
    "de": "Am Morgen öffnet der Bäcker seinen Laden vor Sonnenaufgang und legt das Brot ins Regal.",
    "el": "Το πρωί ο φούρναρης ανοίγει το μαγαζί του και βάζει το ζεστό ψωμί στα ράφια.",
    "en": "In the morning the baker opens his shop before sunrise and puts warm bread on shelves.",
    "es": "Por la mañana el panadero abre su tienda antes del amanecer y coloca el pan caliente.",
    "fa": "صبح نانوا پیش از طلوع آفتاب مغازه‌اش را باز می‌کند و نان گرم را در قفسه‌ها می‌گذارد.",
    "fi": "Aamulla leipuri avaa kauppansa ennen auringonnousua ja asettaa leivät hyllylle.",
    "fr": "Le matin, le boulanger ouvre sa boutique avant le soleil et range le pain chaud.",
    "he": "בבוקר פותח האופה את החנות שלו לפני הזריחה ומניח את הלחם החם על המדפים.",
    "hi": "सुबह बेकर सूर्योदय से पहले अपनी दुकान खोलता है और गरम रोटी अलमारियों में रखता है।",
    "it": "La mattina il fornaio apre il negozio prima dell'alba e mette in mostra il pane caldo.",
    "ja": "朝、パン屋は日の出前に店を開け、温かいパンを棚に並べます。",
    "km": "នៅពេលព្រឹក អ្នកធ្វើនំប៉័ងបើកហាងរបស់គាត់មុនថ្ងៃរះ។",
    "ko": "아침이면 제빵사는 해가 뜨기 전에 가게를 열고 따뜻한 빵을 선반에 놓는다.",
    "nl": "In de ochtend opent de bakker zijn winkel voor zonsopgang en legt het warme brood neer.",
    "pl": "Rano piekarz otwiera swój sklep przed wschodem słońca i układa ciepły chleb na półkach.",
    "pt": "De manhã o padeiro abre a sua loja antes do nascer do sol e arruma o pão quente.",
    "ru": "Утром пекарь открывает свой магазин до восхода солнца и кладёт тёплый хлеб на полки.",
    "sv": "På morgonen öppnar bagaren sin butik före soluppgången och lägger fram varmt bröd.",
    "th": "ตอนเช้าคนทำขนมปังเปิดร้านก่อนพระอาทิตย์ขึ้นและวางขนมปังอุ่นบนชั้น",
    "tr": "Sabahleyin fırıncı güneş doğmadan önce dükkânını açar ve sıcak ekmekleri raflara dizer.",
    "uk": "Уранці пекар відчиняє свою крамницю до сходу сонця й викладає теплий хліб на полиці.",
    "zh": "早上，面包师在日出之前打开店门，把热面包放到架子上。",
}


@pytest.mark.parametrize("code", SAMPLES)
def test_a_sentence_is_enough(code):
    """Script first, then words, then the detector."""
    assert detect_language(SAMPLES[code]).code == code


@pytest.mark.parametrize(
    "text",
    [
        "CONCLUSION",
        "Amen.",
        "Thank you.",
        "Porto Rico",
        "Mexico, Bolivia, Peru, Colombia",
        "Lorenzo de' Medici, Giulio Romano, Santa Maria Novella",
        "def segment(text): return units",
        "lorem",
        "Hello, 2016. https://t.co/Qvt6vOY1B3",
        "The restaurant is called La Bella Vita e la Dolce Notte.",
    ],
)
def test_latin_letters_stay_english_without_clear_evidence(text):
    """Short lines, names and code must not send an English text to another encoder."""
    assert detect_language(text).code == "en"


@pytest.mark.skipif(not data_folder().is_dir(), reason=f"no data sets in {data_folder()}")
@pytest.mark.parametrize("name", FILES)
def test_documents_of_english_sets_are_english(name):
    """Whole documents; of their first three units, which may quote, nearly all."""
    documents = load(name)[::5]
    assert {detect_language("\n".join(document.units)).code for document in documents} == {"en"}
    beginnings = [detect_language("\n".join(document.units[:3])).code for document in documents]
    assert beginnings.count("en") >= 0.95 * len(beginnings)


def test_english_never_loads_the_detector():
    """Its model takes a third of a second, which every English text would pay."""
    code = (
        "import sys\n"
        "from embed_kcpd.text.language import detect_language\n"
        f"assert detect_language({SAMPLES['en']!r} * 50).code == 'en'\n"
        "assert 'py3langid' not in sys.modules\n"
        f"assert detect_language({SAMPLES['de']!r}).code == 'de'\n"
        "assert 'py3langid' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize(("first", "second"), [("en", "de"), ("en", "zh"), ("ru", "en")])
def test_a_text_in_two_languages_is_one_in_several(first, second):
    """Half and half, whatever the scripts."""
    text = " ".join([SAMPLES[first]] * 20 + [SAMPLES[second]] * 20)

    language = detect_language(text)

    assert (language.code, set(language.parts)) == ("mul", {first, second})
    assert NAMES[first] in language.name
    assert NAMES[second] in language.name


@pytest.mark.parametrize(("first", "second"), [("en", "zh"), ("ru", "en"), ("ja", "en")])
def test_two_scripts_may_alternate_from_sentence_to_sentence(first, second):
    """Every window then holds both."""
    language = detect_language(f"{SAMPLES[first]} {SAMPLES[second]} " * 15)
    assert (language.code, set(language.parts)) == ("mul", {first, second})


def test_a_quotation_changes_nothing():
    """A tenth of a text in another language is a quotation."""
    text = " ".join([SAMPLES["en"]] * 18 + [SAMPLES["fr"]] * 2 + [SAMPLES["en"]] * 18)
    assert detect_language(text).code == "en"


@pytest.mark.parametrize("text", ["", " \n", "12 + 30 = 42", "😀 — …"])
def test_a_text_without_letters_has_no_language(text):
    """Numbers and signs belong to all languages."""
    assert detect_language(text) == Language("und", "unknown", 0.0)


@given(st.text(max_size=400))
def test_any_text_gets_an_answer(text):
    """A code with a name, and a confidence between 0 and 1."""
    language = detect_language(text)
    assert language.code in {*NAMES, "mul", "und"}
    assert 0.0 <= language.confidence <= 1.0 + 1e-9


def test_long_texts_are_sampled_from_end_to_end():
    """The windows are few, spread evenly, and reach the last character."""
    text = "".join(chr(0x4E00 + index) for index in range(20_000))
    sample = windows(text)
    assert len(sample) == language_module.WINDOWS
    assert sample[0][0] == text[0]
    assert sample[-1][-1] == text[-1]


def test_the_script_with_most_words_counts():
    """A Chinese text about software has more Latin letters than Chinese ones."""
    letters = letters_by_script("我们使用PyTorch训练模型，然后部署到Kubernetes集群。")
    assert letters["Latin"] > letters["Han"]
    assert main_script(letters) == "Han"
    assert main_script({}) is None


def test_letters_of_a_script_are_letters_to_unicode():
    """Every range begins and ends with a character whose Unicode name or category agrees."""
    for script, parts in _RANGES.items():
        for end in (end for part in parts.split() for end in part.split("-")):
            character = chr(int(end, 16))
            assert script_of(character) == script
            assert not unicodedata.category(character).startswith(("P", "Z", "C")) or (
                unicodedata.category(character) == "Cn"
            )


def test_a_named_language_is_certain():
    """What somebody says is not guessed again."""
    assert known_language("zh-Hant") == Language("zh-Hant", "Chinese", 1.0)
    with pytest.raises(OptionsError, match="'xx' is not a language code"):
        known_language("xx")


def test_old_codes_are_understood():
    """Hebrew was once written iw."""
    assert main_code("iw") == "he"


@pytest.mark.parametrize("code", MULTILINGUAL_LANGUAGES)
def test_a_language_that_an_encoder_knows_needs_no_warning(code):
    """English keeps MiniLM, the others get the multilingual encoder."""
    choice = encoder_for(known_language(code))
    assert choice.name == ("minilm" if code == "en" else "multilingual")
    assert choice.warning is None


@pytest.mark.parametrize(
    ("code", "name"), [("hi", "minilm"), ("fi", "minilm"), ("uk", "multilingual")]
)
def test_a_language_that_no_encoder_knows_is_named(code, name):
    """The language, what was used, and what would do better."""
    choice = encoder_for(known_language(code))
    assert choice.name == name
    assert choice.warning is not None
    assert f"in {NAMES[code]}, " in choice.warning
    assert f"with {name}, " in choice.warning
    assert "intfloat/multilingual-e5-small" in choice.warning


def test_several_languages_need_an_encoder_that_knows_them_all():
    """One vector space for all of them; an unknown one among them is named."""
    assert encoder_for(Language("mul", "", 1.0, ("en", "de"))).warning is None
    mixed = encoder_for(Language("mul", "", 1.0, ("en", "hi")))
    assert mixed.name == "multilingual"
    assert "in Hindi, " in str(mixed.warning)


def test_a_text_without_a_language_is_read_as_english():
    """There is nothing to warn of."""
    assert encoder_for(detect_language("12 + 30")).name == "minilm"
