"""What the writer of a mail says, without what is repeated from other mails."""

import pytest

from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams.own_words import html_with_quotes, own_words

HEAD = "From: Bob <b@example.org>\nSent: Tuesday, March 5, 2024 10:01 AM\nTo: Ada\nSubject: Lunch\n"


@pytest.mark.parametrize(
    "announcement",
    [
        "On Tue, Mar 5, 2024 at 10:01 AM Bob Smith <bob@example.org> wrote:",
        "On Tue, Mar 5, 2024 at 10:01 AM Bob Smith\n<bob@example.org> wrote:",
        "On Tue, Mar 5, 2024 at 10:01 AM Bob Smith <bob@example.org>\nwrote:\n",
        "Am 05.03.24 um 10:01 schrieb Bob Berg:",
        "Le mar. 5 mars 2024 à 10:01, Bob <bob@example.org> a écrit :",
        "Bob Smith writes:",
        "2024-03-05 10:01 GMT+01:00 Bob <bob@example.org>:",
        "2024年3月5日(火) 10:01 ボブ:",
        "2024/03/05 10:01、ボブのメール:",
    ],
)
def test_a_quote_and_the_line_that_announces_it_are_left_out(announcement):
    mail = f"Yes, at noon.\n\n{announcement}\n> Lunch?\n>\n> > Hungry?\n"

    assert own_words(mail) == own_words(mail.replace("\n", "\r\n")) == "Yes, at noon."


def test_answers_between_quotes_stay():
    mail = (
        "Bob wrote:\n> One?\n\nFirst answer.\n\n> Two?\n\nSee the list of 2023:\n\n> Three?\n\nOk"
    )

    assert own_words(mail) == "First answer.\n\nSee the list of 2023:\n\nOk"


@pytest.mark.parametrize(
    "above",
    ["________________________________\n", "-----Original Message-----\n", "\n", ""],
)
def test_what_follows_the_head_of_an_answered_mail_is_left_out(above):
    """Outlook marks no line of what it quotes."""
    assert own_words(f"I agree.\n\n{above}{HEAD}\nLunch at noon?\n") == "I agree."


def test_the_head_may_be_german_and_bold():
    head = "*Von:* Bob\n*Gesendet:* Dienstag, 5. März 2024\n*An:* Ada\n*Betreff:* Mittag\n"

    assert own_words(f"Ja.\n\n{head}\nMittag?") == "Ja."


def test_the_words_of_a_forwarded_mail_stay():
    """They may stand nowhere else."""
    forwarded = f"See below.\n\n---------- Forwarded message ---------\n{HEAD}\nLunch at noon?\n"

    assert own_words(forwarded) == "See below.\n\nLunch at noon?"
    assert own_words(f"See below.\n\n{HEAD}\n> Lunch?", is_forward=True) == "See below.\n\n> Lunch?"


@pytest.mark.parametrize(
    "added",
    [
        *("Sent from my iPhone", "Get Outlook for iOS<https://aka.ms/o0ukef>", "iPhoneから送信"),
        *("Von meinem iPhone gesendet", "Gesendet von Mail für Windows", "Envoyé de mon iPhone"),
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "CONFIDENTIALITY NOTICE: This message is for the sole use of the intended recipient(s)\n"
        "and may contain confidential information.",
        "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Empfänger\n"
        "sind, informieren Sie bitte sofort den Absender.",
    ],
)
@pytest.mark.parametrize("below", ["", "\n\n-- \nBob", "\n\nBob wrote:\n> Lunch?"])
def test_what_telephones_and_companies_add_is_left_out(added, below):
    """Every mail of somebody ended with it, so that it told periods apart."""
    assert own_words(f"At noon.\n\n{added}{below}\n") == "At noon."
    assert own_words(f"At noon.\n\nSent from my iPhone\n\n{added}") == "At noon."


@pytest.mark.parametrize(
    "mail",
    [
        "I looked for the parcel.\nSent from my house yesterday, and not here.",
        "The table:\n==========\nBeans 3\n==========\nThat is all.",
        "Is the salary of a recipient confidential?",
        "Sent from my iPhone",
    ],
)
def test_words_that_look_like_it_stay(mail):
    assert own_words(mail) == mail


def test_a_signature_between_two_rules_is_left_out():
    """Japanese mails end so, and had names and addresses in their key words."""
    mail = "承知しました。\n\n━━━━━━━━━━━━\n株式会社さくら\n田中太郎\n━━━━━━━━━━━━\n"

    assert own_words(mail) == "承知しました。"
    assert own_words(f"{mail}\n2024年3月5日(火) 10:01 山田:\n> 納期は？") == "承知しました。"


@pytest.mark.parametrize(
    ("closing", "contacts"),
    [
        (
            "Mit freundlichen Grüßen\n\ni. A. Tom Fuchs",
            "Vertrieb\n\nGlasbau GmbH\n12345 Neustadt\nTelefon: +49 30 1234567\nHRB 123 Neustadt",
        ),
        ("Best regards,\nBo", "Bo Field | Sales\nPhone: 555-0100"),
        ("Cheers\nBo", "Field & Sons Ltd\nbo@example.com"),
        (
            "どうぞよろしくお願いいたします。\n\n田中",
            "株式会社さくら\n〒100-0001 東京都\nTEL: 03-1234",
        ),
    ],
)
def test_how_to_reach_somebody_is_left_out_below_a_closing(closing, contacts):
    """Companies have to name their court and directors, which became key words."""
    mail = f"The glass comes later.\n\n{closing}"

    assert own_words(f"{mail}\n{contacts}\n") == mail
    assert own_words(f"{mail}\n\n{contacts}\n\nBob wrote:\n> When?") == mail


@pytest.mark.parametrize(
    "mail",
    [
        "See you.\n\nLiebe Grüße\nAnna\n\nPS: Meine Nummer ist +49 30 1234567.",
        "See you.\n\nThanks\nBo\n\nThe recipe is on https://example.com",
        "Best regards\nBo\n\nCan you call +49 30 1234567 for me?",
        "Call me: Phone 555-0100.",
    ],
)
def test_words_below_a_closing_stay(mail):
    assert own_words(mail) == mail


def test_signatures_and_notices_of_lists_are_left_out():
    notice = f"{'_' * 47}\nbeans mailing list\nbeans@example.org\n"
    groups = "-- \nYou received this message because you are subscribed\nto the group.\n"

    assert own_words(f"They climb.\n\n-- \nAda\nGardener\n\n{notice}") == "They climb."
    assert own_words(f"They climb.\n--\nAda\n{groups}") == "They climb."


@pytest.mark.parametrize(
    "mail",
    [
        "> Only\n> quoted\n",
        "Part one\n--\n" + "A line.\n" * 20,
        "They climb:\n\n\n\nbeans, peas",
        "From: the garden\n\nBeans climb.",
    ],
)
def test_other_mails_stay_as_they_are(mail):
    assert own_words(mail) == mail


def test_quotes_in_html_are_left_out():
    html = (
        "<p>Yes.</p><div>On 5 Mar 2024, Bob wrote:</div><blockquote type=cite><p>Lunch?</p>"
        "<BLOCKQUOTE>Hungry?</BLOCKQUOTE><p>Tell me</p></blockquote><p>At noon.</p>"
    )

    assert own_words(html_with_quotes(html)) == "Yes.\nAt noon."


def test_long_lines_are_read_in_time_that_grows_with_them():
    for long in (" " * 200_000 + "x", "a" + " " * 200_000, "x: " * 60_000, "1:11 " * 60_000):
        own_words(f"{long}\n\n{HEAD}\n{long}")
        own_words(f"{long}\n{long}\n{long}:\n> quote\n{long}\n-- \n{long}")


def test_an_mbox_holds_what_each_writer_says_and_a_mail_alone_all():
    """In an mbox what is quoted stands in a mail of its own."""
    mail = (
        "From: Ada <a@example.org>\nTo: b@example.org\nDate: Tue, 5 Mar 2024 10:00:00 +0000\n"
        "Subject: Re: Lunch\n\nYes.\n\nBob wrote:\n> Lunch?\n\n-- \nAda\n"
    )

    box = read_source(
        Source("box", f"From a@example.org Tue Mar  5 10:00:00 2024\n{mail}".encode())
    )
    alone = read_source(Source("a.eml", mail.encode()))

    assert [post.text for post in box.pieces] == ["Re: Lunch\n\nYes."]
    assert box.notes == ("quotes and signatures are left out of 1 mail",)
    assert alone.pieces[0].text.endswith("Bob wrote:\n> Lunch?\n\n-- \nAda")
