"""Transcripts as speech services write them in JSON: texts, words, speakers and times."""

import json

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.readers import DocumentKind, read_source
from embed_kcpd.readers.formats import recognised_format
from embed_kcpd.readers.source import Source

SERVICES = ("assemblyai", "deepgram", "aws-transcribe", "google-speech", "azure-speech")


def timed(text, start, length=0.4, **more):
    """Words of a text, one after the other, as (word, start, end)."""
    return [
        {"word": word, "start": start + n * length, "end": start + (n + 1) * length, **more}
        for n, word in enumerate(text.split())
    ]


def source_of(value, **how):
    return Source("talk.json", json.dumps(value, **how).encode())


def said(document):
    return [
        (round(piece.place.start_seconds, 2), piece.place.speaker, piece.text)
        for piece in document.pieces
    ]


def in_file(document, source):
    """What stands in the file at the span of every piece."""
    spans = [piece.place.span for piece in document.pieces]
    return [json.loads(f'"{source.text[span.start : span.end]}"') for span in spans]


def assembly_words(words):
    return [
        {
            "text": word["word"],
            "start": round(word["start"] * 1000),
            "end": round(word["end"] * 1000),
            "confidence": 0.9,
            "speaker": word.get("speaker"),
        }
        for word in words
    ]


def assemblyai(words, **more):
    return {
        "id": "1",
        "language_code": "en_us",
        "audio_url": "https://example.org/a.mp3",
        "status": "completed",
        "text": " ".join(word["word"] for word in words),
        "words": assembly_words(words),
        "utterances": None,
        "chapters": None,
        **more,
    }


WORDS = [*timed("Beans climb the “poles”.", 1.0), *timed("Peas are wide.", 9.0)]
SPOKEN = [*timed("Did it rain? Yes.", 1.0, speaker="A"), *timed("Yes.", 2.6, speaker="B")]


@pytest.mark.parametrize("ascii_only", [True, False])
def test_words_of_assemblyai_are_cut_at_pauses_and_stand_where_the_span_says(ascii_only):
    source = source_of(assemblyai(WORDS), ensure_ascii=ascii_only)

    document = read_source(source)

    assert (document.format, document.kind) == ("assemblyai", DocumentKind.recording)
    assert document.language == "en"
    assert said(document) == [
        (1.0, None, "Beans climb the “poles”."),
        (9.0, None, "Peas are wide."),
    ]
    assert document.pieces[0].place.end_seconds == pytest.approx(2.6)
    assert [at for at, _ in document.pieces[0].place.words] == [0, 6, 12, 16]
    assert in_file(document, source) == [piece.text for piece in document.pieces]


def utterances():
    return [
        {
            "confidence": 0.9,
            "end": words[-1]["end"],
            "speaker": words[0]["speaker"],
            "start": words[0]["start"],
            "text": " ".join(word["text"] for word in words),
            "words": words,
        }
        for words in (assembly_words(SPOKEN[:4]), assembly_words(SPOKEN[4:]))
    ]


def test_utterances_of_assemblyai_have_speakers_and_their_own_place():
    """The second says what a word of the first says: its place is that of the utterance."""
    source = source_of(assemblyai(SPOKEN, utterances=utterances()))

    document = read_source(source)

    assert said(document) == [(1.0, "Speaker A", "Did it rain? Yes."), (2.6, "Speaker B", "Yes.")]
    assert in_file(document, source) == ["Did it rain? Yes.", "Yes."]
    second = source.text.rindex('"text": "Yes.", "words"')
    assert document.pieces[1].place.span.start == second + len('"text": "')


@pytest.mark.parametrize(
    "value",
    [utterances(), {"sentences": utterances(), "id": "1"}, {"paragraphs": utterances()}],
    ids=["list", "sentences", "paragraphs"],
)
def test_parts_of_a_transcript_of_assemblyai_are_read_in_thousandths_of_a_second(value):
    """A list of utterances used to be read as one of Whisper, in seconds."""
    document = read_source(source_of(value))

    assert (document.format, said(document)[1]) == ("assemblyai", (2.6, "Speaker B", "Yes."))


def test_utterances_without_words_keep_their_times():
    stripped = [{**each, "words": None} for each in utterances()]

    document = read_source(source_of(assemblyai(SPOKEN, utterances=stripped)))

    assert said(document) == [(1.0, "Speaker A", "Did it rain? Yes."), (2.6, "Speaker B", "Yes.")]
    assert document.pieces[0].place.end_seconds == pytest.approx(2.6)


def test_chapters_of_assemblyai_are_given_chapters():
    chapter = {"gist": "Beans", "headline": "Beans climb.", "summary": "", "start": 0, "end": 8500}

    document = read_source(source_of(assemblyai(WORDS, chapters=[chapter])))

    assert [(each.start_seconds, each.title, each.end_seconds) for each in document.chapters] == [
        (0.0, "Beans", 8.5)
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"status": "processing", "words": None}, "the transcript has the status 'processing'"),
        ({"status": "error", "error": "Audio is silent"}, "status 'error': Audio is silent"),
        ({"words": [{"text": "Hi", "start": "x", "end": 1}]}, r"words\[0\].start: expected a num"),
        ({"utterances": [7]}, r"utterances\[0\]: expected an object, got int"),
        ({"utterances": [{"text": 1}]}, r"utterances\[0\].text: expected a text, got int"),
        ({"chapters": 5}, "chapters: expected a list of objects, got int"),
    ],
)
def test_unfinished_and_broken_answers_of_assemblyai_are_refused(change, message):
    with pytest.raises(InputError, match=rf"^talk\.json: .*{message}[^\n]*$"):
        read_source(source_of({**assemblyai(WORDS), **change}))


def deepgram(*channels, **more):
    return {
        "metadata": {"request_id": "1", "channels": len(channels)},
        "results": {
            "channels": [
                {
                    "alternatives": [
                        {
                            "transcript": " ".join(word["word"] for word in words),
                            "confidence": 0.9,
                            "words": [
                                {
                                    **word,
                                    "word": word["word"].strip("?.").lower(),
                                    "punctuated_word": word["word"],
                                }
                                for word in words
                            ],
                        },
                        {"transcript": "worse", "words": []},
                    ],
                    **more,
                }
                for words in channels
            ]
        },
    }


def numbered(words):
    return [{**word, "speaker": "AB".index(word["speaker"])} for word in words]


def test_words_of_deepgram_are_written_as_the_transcript_is():
    source = source_of(deepgram(numbered(SPOKEN), detected_language="en"))

    document = read_source(source)

    assert (document.format, document.language) == ("deepgram", "en")
    assert said(document) == [(1.0, "Speaker 0", "Did it rain? Yes."), (2.6, "Speaker 1", "Yes.")]
    assert in_file(document, source) == ["Did it rain? Yes.", "Yes."]


def test_channels_of_deepgram_are_speakers_in_the_order_of_time():
    """A channel stands whole before the next one; times do not begin again with it."""
    left = [*timed("Hello there.", 0.0), *timed("Fine, thanks.", 200.0)]

    document = read_source(source_of(deepgram(left, timed("How are you?", 100.0))))

    assert said(document) == [
        (0.0, "Channel 0", "Hello there."),
        (100.0, "Channel 1", "How are you?"),
        (200.0, "Channel 0", "Fine, thanks."),
    ]
    assert document.notes == ()


def test_words_that_are_not_in_the_transcript_are_joined():
    value = deepgram(timed("twenty five beans", 1.0))
    value["results"]["channels"][0]["alternatives"][0]["transcript"] = "25 beans"

    document = read_source(source_of(value))

    assert said(document) == [(1.0, None, "twenty five beans")]


def test_an_answer_of_deepgram_without_words_says_so():
    document = read_source(source_of(deepgram([])))

    assert (document.pieces, document.notes) == ((), ("nothing is said in the transcript",))


def test_a_broken_answer_of_deepgram_is_refused_with_its_place():
    value = deepgram(WORDS)
    del value["results"]["channels"][0]["alternatives"][0]["words"][2]["start"]

    with pytest.raises(
        InputError, match=r"channels\[0\]\.alternatives\[0\]\.words\[2\]\.start: expected a number"
    ):
        read_source(source_of(value))


def aws(words, *, beside=True, **more):
    """Words and punctuation as items; speakers ``beside`` the words or in a list of their own."""
    items = []
    for word in words:
        bare = word["word"].rstrip(".?,")
        label = {"speaker_label": f"spk_{word['speaker']}"} if "speaker" in word else {}
        items.append(
            {
                "id": len(items),
                "type": "pronunciation",
                "start_time": f"{word['start']:.2f}",
                "end_time": f"{word['end']:.2f}",
                "alternatives": [{"confidence": "0.99", "content": bare}],
                **(label if beside else {}),
            }
        )
        if bare != word["word"]:
            mark = {"confidence": "0.0", "content": word["word"][len(bare) :]}
            items.append({"id": len(items), "type": "punctuation", "alternatives": [mark]})
    results = {
        "transcripts": [{"transcript": " ".join(word["word"] for word in words)}],
        "items": items,
        **more,
    }
    if words and "speaker" in words[0] and not beside:
        named = [
            {"start_time": f"{word['start']:.2f}", "speaker_label": f"spk_{word['speaker']}"}
            for word in words
        ]
        results["speaker_labels"] = {"speakers": 2, "segments": [{"items": named}]}
    return {"jobName": "a", "accountId": "1", "status": "COMPLETED", "results": results}


@pytest.mark.parametrize("beside", [True, False])
def test_items_of_amazon_transcribe_have_punctuation_and_speakers(beside):
    source = source_of(aws(numbered(SPOKEN), beside=beside))

    document = read_source(source)

    assert document.format == "aws-transcribe"
    assert said(document) == [(1.0, "spk_0", "Did it rain? Yes."), (2.6, "spk_1", "Yes.")]
    assert in_file(document, source) == ["Did it rain? Yes.", "Yes."]


def test_languages_without_blanks_keep_none():
    value = aws(timed("豆 は 高い 。", 1.0))
    value["results"]["transcripts"] = [{"transcript": "豆は高い。"}]

    assert said(read_source(source_of(value))) == [(1.0, None, "豆は高い。")]


def test_segments_of_amazon_transcribe_keep_channels_apart():
    words = [*timed("Hello there.", 0.0), *timed("Hi!", 0.5)]
    value = aws(words)
    value["results"]["audio_segments"] = [
        {
            "id": n,
            "transcript": text,
            "start_time": start,
            "end_time": "1.0",
            "channel_label": f"ch_{n}",
            "items": items,
        }
        for n, (text, start, items) in enumerate(
            [("Hello there.", "0.0", [0, 1, 2]), ("Hi!", "0.5", [3])]
        )
    ]

    assert said(read_source(source_of(value))) == [
        (0.0, "ch_0", "Hello there."),
        (0.5, "ch_1", "Hi!"),
    ]


def test_a_broken_file_of_amazon_transcribe_is_refused_with_its_place():
    value = aws(WORDS)
    value["results"]["items"][1]["end_time"] = None

    with pytest.raises(InputError, match=r"results\.items\[1\]\.end_time: expected a number"):
        read_source(source_of(value))


def google(*stretches, **more):
    return {
        "results": [
            {
                "alternatives": [
                    {"transcript": " ".join(word["word"] for word in words), "words": words}
                ],
                "languageCode": "en-us",
                **more,
            }
            for words in stretches
        ]
    }


def google_words(words, prefix="startTime", ending="endTime", key="speakerTag"):
    written = []
    for word in words:
        times = {prefix: f"{word['start']:.3f}s", ending: f"{word['end']:.3f}s"}
        if word["start"] == 0:
            del times[prefix]
        speaker = {key: "_AB".index(word["speaker"])} if "speaker" in word else {}
        written.append({"word": word["word"], **times, **speaker})
    return written


@pytest.mark.parametrize("inside", [False, True])
def test_results_of_google_have_speakers_and_times(inside):
    names = ("startOffset", "endOffset", "speakerLabel")
    value = google(google_words(SPOKEN[:4], *names), google_words(SPOKEN[4:], *names))
    source = source_of({"name": "1", "done": True, "response": value} if inside else value)

    document = read_source(source)

    assert (document.format, document.language) == ("google-speech", "en")
    assert said(document) == [(1.0, "Speaker 1", "Did it rain? Yes."), (2.6, "Speaker 2", "Yes.")]
    assert in_file(document, source) == ["Did it rain? Yes.", "Yes."]


def test_words_that_google_repeats_with_speakers_are_read_once():
    plain = [{k: v for k, v in word.items() if k != "speaker"} for word in SPOKEN]
    value = google(google_words(plain[:4]), google_words(plain[4:]), google_words(SPOKEN))
    del value["results"][-1]["alternatives"][0]["transcript"]

    document = read_source(source_of(value))

    assert said(document) == [(1.0, "Speaker 1", "Did it rain? Yes."), (2.6, "Speaker 2", "Yes.")]


def test_results_of_google_without_words_end_where_they_say():
    """Zero is left out of a time, and a time may be an object."""
    value = google(google_words(timed("Hi there.", 0.0)), timed("Yes.", 5.0))
    value["results"][0]["resultEndTime"] = "3.5s"
    value["results"][1]["resultEndTime"] = {"seconds": "6", "nanos": 500_000_000}
    del value["results"][1]["alternatives"][0]["words"]

    document = read_source(source_of(value))

    assert said(document) == [(0.0, None, "Hi there."), (3.5, None, "Yes.")]
    assert document.pieces[1].place.end_seconds == 6.5


def azure_batch(*phrases):
    return {
        "source": "https://example.org/a.wav",
        "combinedRecognizedPhrases": [],
        "recognizedPhrases": [
            {
                "recognitionStatus": "Success",
                "offset": "PT1S",
                "offsetInTicks": start * 1e7,
                "durationInTicks": 5_000_000,
                "channel": channel,
                **speaker,
                "nBest": [{"lexical": text.lower(), "display": text}, {"display": "worse"}],
            }
            for start, channel, speaker, text in phrases
        ],
    }


def test_phrases_of_a_batch_of_azure_are_sorted_by_time():
    phrases = [(0.0, 0, {}, "Hello."), (200.0, 0, {}, "Fine."), (100.0, 1, {}, "How are you?")]
    value = azure_batch(*phrases)
    value["recognizedPhrases"].append({"recognitionStatus": "Failure", "channel": 1})
    source = source_of(value)

    document = read_source(source)

    assert document.format == "azure-speech"
    assert said(document) == [
        (0.0, "Channel 0", "Hello."),
        (100.0, "Channel 1", "How are you?"),
        (200.0, "Channel 0", "Fine."),
    ]
    assert in_file(document, source) == [piece.text for piece in document.pieces]
    numbered = read_source(source_of(azure_batch((1.0, 0, {"speaker": 2}, "Hi."))))
    assert said(numbered) == [(1.0, "Speaker 2", "Hi.")]


def test_phrases_of_a_fast_transcription_of_azure_have_words():
    words = [
        {"text": "Hi", "offsetMilliseconds": 80, "durationMilliseconds": 200},
        {"text": "Ben.", "offsetMilliseconds": 1500, "durationMilliseconds": 300},
    ]
    phrase = {
        "offsetMilliseconds": 80,
        "durationMilliseconds": 1720,
        "text": "Hi Ben.",
        "words": words,
        "locale": "en-US",
        "speaker": 1,
    }
    value = {"combinedPhrases": [{"text": "Hi Ben."}], "phrases": [phrase]}

    document = read_source(source_of(value))

    assert (document.format, document.language) == ("azure-speech", "en")
    assert said(document) == [(0.08, "Speaker 1", "Hi"), (1.5, "Speaker 1", "Ben.")]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (google([{"word": "Hi"}]), r"alternatives\[0\]\.words\[0\]: expected the time"),
        (google([{"word": "Hi", "endTime": "x"}]), r"words\[0\] end: expected a number of seconds"),
        ({"combinedPhrases": [], "phrases": [{"text": 7}]}, r"phrases\[0\] text: expected a text"),
        (azure_batch((1e30, 0, {}, "a")), r"Phrases\[0\]\.offsetInTicks: expected a number, got"),
        ({"combinedPhrases": [], "phrases": {}}, "phrases: expected a list of objects, got dict"),
    ],
)
def test_broken_answers_of_google_and_azure_are_refused_with_their_place(value, message):
    with pytest.raises(InputError, match=rf"^talk\.json: .*{message}[^\n]*$"):
        read_source(source_of(value))


@pytest.mark.parametrize(
    "value",
    [
        {"results": [{"name": "a", "items": []}], "status": "ok"},
        {"results": [{"alternatives": [{"name": "a"}]}]},
        {"phrases": [{"text": "a"}]},
        {"results": {"items": [], "total": 0}},
        {"results": {"channels": [{"name": "general"}]}},
        {"words": [{"text": "Hi", "start": 0.0, "end": 0.4}], "text": "Hi"},
        {"words": ["a", "b"], "text": "a b"},
        {"status": "completed", "audio_url": "a"},
        [{"text": "a", "start": 0, "end": 1, "confidence": 1}],
    ],
)
def test_other_json_is_not_taken_for_that_of_a_service(value):
    assert recognised_format(source_of(value)).name not in SERVICES
