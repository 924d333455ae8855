"""Random transcripts that are nearly right, for the fuzzer.

In:  a source of random numbers.
Out: nothing; the reader answers or refuses, and what it answers keeps its promises.
"""

from embed_kcpd.readers import read_source
from embed_kcpd.readers.formats import TIMED_TEXT, TRANSCRIPTS
from embed_kcpd.readers.source import Source

NAMES = [*[None] * 20, *(each.name for each in (*TRANSCRIPTS, TIMED_TEXT))]
SAMPLES = [
    "WEBVTT\nKind: captions\n\nNOTE a\n\n1\n00:01.000 --> 00:02.000 align:end\n<v Anna>Hi.</v>\n\n"
    "00:02.000 --> 00:03.000\nso<00:02.500><c> on</c>\n",
    "1\n00:00:01,000 --> 00:00:02,000\nAnna: <i>Hi</i>.\n\n2\n00:00:02,000 --> 00:03,000\nYes.\n",
    "[Script Info]\nTitle: A\n\n[Events]\nFormat: Layer, Start, End, Style, Name, Text\n"
    "Dialogue: 0,0:00:01.00,0:00:02.00,Default,Anna,{\\i1}Hi,{\\i0}\\Nyes.\n",
    "0:00:01.000,0:00:02.000\nHi.\n\n0:00:02.000,0:00:03.000\nYes.\n",
    'Start,End,Speaker,Text\n0.5,1,Anna,Hi.\n0:01:02,0:01:03,Ben,"Yes, yes."\n',
    "start\tend\ttext\n0\t1000\tHi.\n1000\t2000\tYes.\n",
    '{"segments": [{"start": 0, "end": 1.5, "text": "Hi.", "speaker": "A", "words": '
    '[{"word": "Hi.", "start": 0, "speaker": "B"}]}], "chapters": [{"start": 0, "title": "x"}]}',
    '{"transcription": [{"offsets": {"from": 0, "to": 900}, "text": "Hi."}]}',
    '{"wireMagic": "pb3", "events": [{"tStartMs": 5, "dDurationMs": 9, "segs": [{"utf8": "Hi"}]}]}',
    '{"audio_url": "a", "status": "completed", "text": "Hi. Yes.", "words": [{"text": "Hi.", '
    '"start": 0, "end": 400, "confidence": 1, "speaker": "A"}], "utterances": [{"text": "Hi.", '
    '"start": 0, "end": 400, "words": [{"text": "Hi.", "start": 0, "end": 400}]}]}',
    '{"results": {"channels": [{"alternatives": [{"transcript": "Hi. Yes.", "words": [{"word": '
    '"hi", "punctuated_word": "Hi.", "start": 0, "end": 0.4, "speaker": 0}, {"word": "yes", '
    '"start": 2, "end": 3}]}]}]}}',
    '{"results": {"transcripts": [{"transcript": "Hi, yes"}], "items": [{"id": 0, "type": '
    '"pronunciation", "start_time": "0.0", "end_time": "0.4", "alternatives": [{"content": '
    '"Hi"}]}, {"id": 1, "type": "punctuation", "alternatives": [{"content": ","}]}], '
    '"audio_segments": [{"id": 0, "transcript": "Hi,", "start_time": "0.0", "end_time": "0.4", '
    '"items": [0, 1]}]}}',
    '{"results": [{"alternatives": [{"transcript": "Hi. Yes", "words": [{"word": "Hi.", '
    '"startTime": "0.100s", "endTime": {"seconds": "1", "nanos": 5}, "speakerTag": 1}]}], '
    '"resultEndTime": "2s", "languageCode": "en-us"}]}',
    '{"combinedPhrases": [{"text": "Hi."}], "phrases": [{"offsetMilliseconds": 80, "text": "Hi.", '
    '"durationMilliseconds": 90, "speaker": 1, "words": [{"text": "Hi.", "offsetMilliseconds": 80, '
    '"durationMilliseconds": 90}]}]}',
    '{"combinedRecognizedPhrases": [], "recognizedPhrases": [{"recognitionStatus": "Success", '
    '"offsetInTicks": 7600000.0, "durationInTicks": 13200000.0, "nBest": [{"display": "Hi."}]}]}',
    '{"segments": [{"startTime": 0, "endTime": 1, "body": "Hi", "speaker": "A"}]}',
    '<transcript><text start="0" dur="1.5">Hi &amp;amp; yes</text></transcript>',
    '<pst:transcripts><pst:speaker>A</pst:speaker><pst:item start="00:01" end="00:02">Hi</pst:item>'
    "</pst:transcripts>",
    "<cite>A:</cite><time>0:01</time><p>Hi.</p><cite>B:</cite><time>0:02</time><p>Yes.</p>",
    "[00:00:01] Anna: Hi.\n[00:00:02] Ben: Yes.\n[00:00:03] Anna: No.\n",
]
PIECES = [
    "-->", "\n", "\n\n", "\r", "\0", "<", ">", "&", "&#", "{", "}", "[", "]", '"', ":", "99:99",
    "1e999", "NaN", "null",
    "<v", "</v>", "]]>", "<![CDATA[", "<!--", "\ufeff", "\ud800", "é", ",",
]  # fmt: skip


def transcripts(draw, _):
    text = draw.choice(SAMPLES)
    for _ in range(draw.randrange(6)):
        at, length = draw.randrange(len(text) + 1), draw.randrange(12)
        cut = text[at : at + length]
        text = text[:at] + draw.choice([*PIECES, "", cut * 3]) + text[at + length :]
    data = text.encode("utf-8", "surrogatepass")
    document = read_source(Source("file", data), draw.choice(NAMES))
    assert all(piece.text.strip() for piece in document.pieces)
    starts = [piece.place.start_seconds for piece in document.pieces]
    assert all(start is None for start in starts) or starts == sorted(starts)
    for piece in document.pieces:
        span = piece.place.span
        assert span is None or 0 <= span.start <= span.end <= len(data)
