"""Dates as files write them."""

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.readers.dates import DateOrder, read_date, read_dates

UTC = timezone.utc
DAY, MONTH = DateOrder.day_month, DateOrder.month_day


def zone(hours):
    return timezone(timedelta(hours=hours))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-11-16", datetime(2026, 11, 16)),
        ("2026-11", datetime(2026, 11, 1)),
        ("2026", datetime(2026, 1, 1)),
        (1789, datetime(1789, 1, 1)),
        ("2026-11-16T10:00:00Z", datetime(2026, 11, 16, 10, tzinfo=UTC)),
        ("2026-11-16 10:00", datetime(2026, 11, 16, 10)),
        ("2026-11-16T10:00:05,25", datetime(2026, 11, 16, 10, 0, 5, 250_000)),
        ("2026-11-16T10:00:05.123456789Z", datetime(2026, 11, 16, 10, 0, 5, 123_456, UTC)),
        ("2026-11-16T10:00+0530", datetime(2026, 11, 16, 10, tzinfo=zone(5.5))),
        ("2026-11-16T10:00:00+01:00[Europe/Berlin]", datetime(2026, 11, 16, 10, tzinfo=zone(1))),
        ("2026-12-31T24:00:00", datetime(2027, 1, 1)),
        ("2016-12-31T23:59:60Z", datetime(2016, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("20261116T100000Z", datetime(2026, 11, 16, 10, tzinfo=UTC)),
        ("20261116", datetime(2026, 11, 16)),
        (20261116, datetime(2026, 11, 16)),
        ("2026/11/16, 10:05", datetime(2026, 11, 16, 10, 5)),
        ("Mon, 16 Nov 2026 10:00:00 -0800 (PST)", datetime(2026, 11, 16, 10, tzinfo=zone(-8))),
        ("16 Nov 26 10:00 EST", datetime(2026, 11, 16, 10, tzinfo=zone(-5))),
        ("Wed Oct 10 20:19:24 +0000 2018", datetime(2018, 10, 10, 20, 19, 24, tzinfo=UTC)),
        ("Mon Nov 16 10:00:00 CET 2026", datetime(2026, 11, 16, 10, tzinfo=zone(1))),
        ("Tuesday, August 4th, 2020 at 5:00 PM", datetime(2020, 8, 4, 17)),
        ("August 2020", datetime(2020, 8, 1)),
        ("16. 11. 2026 10:00:05", datetime(2026, 11, 16, 10, 0, 5)),
        ("[16.11.26, 10:00:05]", datetime(2026, 11, 16, 10, 0, 5)),
        ("16/11/69", datetime(1969, 11, 16)),
        ("30/01/2019, 08:49\u202fp.\xa0m.", datetime(2019, 1, 30, 20, 49)),
        ("31/12/2026 12:01 AM", datetime(2026, 12, 31, 0, 1)),
        ("2024-W07", datetime(2024, 2, 12)),
        ("2024-W07-3", datetime(2024, 2, 14)),
        ("KW 7/2024", datetime(2024, 2, 12)),
        ("2024/KW07", datetime(2024, 2, 12)),
        ("Week 7, 2024", datetime(2024, 2, 12)),
        ("Q1 2024", datetime(2024, 1, 1)),
        ("2024-Q4", datetime(2024, 10, 1)),
        ("3. Quartal 2024", datetime(2024, 7, 1)),
        ("2e trimestre 2024", datetime(2024, 4, 1)),
        ("2024W073", datetime(2024, 2, 14)),
        ("2020-W53-7", datetime(2021, 1, 3)),
        ("2024-W07-3T10:00", datetime(2024, 2, 14, 10)),
        ("Donnerstag, den 5. März 2026 um 20:49 Uhr", datetime(2026, 3, 5, 20, 49)),
        ("5. MÄRZ 2026, 20.49 Uhr", datetime(2026, 3, 5, 20, 49)),
        ("05-Mrz-26", datetime(2026, 3, 5)),
        ("Do., 05.03.26 20 Uhr", datetime(2026, 3, 5, 20)),
        ("Jänner 2026", datetime(2026, 1, 1)),
        ("le 1er janvier 2026 à 20h49", datetime(2026, 1, 1, 20, 49)),
        ("mar. 3 fevr. 2026", datetime(2026, 2, 3)),
        ("mar 3, 2026", datetime(2026, 3, 3)),
        ("mar. 03/02/2026", datetime(2026, 2, 3)),
        ("1º de março de 2026", datetime(2026, 3, 1)),
        ("5 de marzo del 2026 a las 20:49", datetime(2026, 3, 5, 20, 49)),
        ("giovedì 5 marzo 2026 alle ore 20:49", datetime(2026, 3, 5, 20, 49)),
        ("5 marca 2026 r.", datetime(2026, 3, 5)),
        ("5.3.2026 klo 20.49", datetime(2026, 3, 5, 20, 49)),
        ("05.03.2026 20.49.07", datetime(2026, 3, 5, 20, 49, 7)),
        (1_700_000_000, datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)),
        ("1700000000000", datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)),
        ("1700000000000000", datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)),
        ("1700000000000000000", datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)),
        ("1355517523.000005", datetime(2012, 12, 14, 20, 38, 43, 5, UTC)),
        (-1_000_000_000.5, datetime(1938, 4, 24, 22, 13, 19, 500_000, UTC)),
    ],
)
def test_a_date_means_what_it_says(written, meant):
    """Zones are kept where they are written, and never added."""
    date = read_date(written, DAY)

    assert date == meant
    assert date.tzinfo == meant.tzinfo


NO_DATES = """
soon|12|12345|10:00|2026-02-30|2026-13-01|13/13/2026|1/2/3|2026-11-16T25:00|2026-11-16T10:61
2026-11-16T10:00+99:00|9999-12-31|Monday|2026-11-16 and 2026-11-17|٢٠٢٦-١١-١٦|in 2026|1.5
KW 54/2024|KW 7|Q5 2024|Q1|2024-Q0|week 7|T1 2024
2024-W53|2024-W00|2024-W07-8|2024-W07-0|5 Kapitel 2026|Kapitel 5 2026|so 2026|32. März 2026|20h49
"""


@pytest.mark.parametrize(
    "written", ["", *NO_DATES.strip().replace("\n", "|").split("|"), "x" * 9999, "9" * 9999]
)
def test_what_is_no_date_is_none(written):
    assert read_date(written, DAY) is None
    assert read_date(written, MONTH) is None


def test_values_of_other_types_are_no_dates():
    for value in (None, True, [], {}, float("nan"), float("inf"), 1 << 20_000, -1e300):
        assert read_date(value) is None


@given(st.one_of(st.text(max_size=40), st.integers(), st.floats(), st.from_regex(r"[\d:/.,T +-]+")))
def test_anything_is_read_or_none(value):
    """A date that was read can be moved to any zone and compared."""
    date = read_date(value)

    assert date is None or date.replace(tzinfo=zone(14)).astimezone(zone(-12))


@given(
    st.datetimes(datetime(1970, 1, 1), datetime(2068, 12, 31)),
    st.sampled_from(["%d/%m/%Y", "%d.%m.%y %H:%M", "%d-%m-%Y, %I:%M %p", "%A %d %B %Y %H:%M:%S"]),
)
def test_what_python_writes_is_read_back(date, form):
    written = date.strftime(form)

    assert read_date(written, DAY) == datetime.strptime(written, form)


LANGUAGES = "ca cs da de el en es fi fr it nb nl pl pt ro ru sv tr uk"


@pytest.mark.parametrize("language", LANGUAGES.split())
@pytest.mark.parametrize("month", range(1, 13))
def test_dates_are_read_as_the_languages_of_europe_write_them(language, month):
    """The judge is Babel, which writes dates by the rules of the Unicode CLDR."""
    format_date = pytest.importorskip("babel.dates").format_date
    day = datetime(2026, month, 5)

    for form in ("full", "long", "medium", "d MMM yy"):
        assert read_date(format_date(day, form, language)) == day
    assert read_date(format_date(day, "LLLL y", language)) == datetime(2026, month, 1)


def test_a_day_of_the_week_does_not_hide_which_number_is_the_month():
    read = read_dates(["Mo 12/9/2022", "Di 13/9/2022"])

    assert [date.month for date in read.dates] == [9, 9]


def test_one_certain_date_decides_for_the_file():
    read = read_dates(["12/9/20", "11/9/20", "9/13/20"])

    assert [date.month for date in read.dates] == [12, 11, 9]
    assert read.notes == (
        "dates such as 12/9/20 are read as month/day: 9/13/20 can be read in no other way",
    )


def test_the_more_frequent_reading_wins_and_the_others_are_counted():
    read = read_dates(["13/1/20", "14/1/20", "1/15/20"])

    assert read.dates[2] is None
    assert "read as day/month" in read.notes[0]
    assert "1 that cannot be read so are left without a date" in read.notes[0]


def test_without_a_certain_date_the_order_of_the_file_decides():
    """Exports run from the oldest post to the newest, or the other way."""
    rising = ["1/2/20", "2/2/20", "1/3/20", "2/3/20"]

    assert read_dates(rising).dates[2] == datetime(2020, 3, 1)
    assert "only so do they follow each other" in read_dates(rising).notes[0]
    assert read_dates(rising[::-1]).dates[1] == datetime(2020, 3, 1)


def test_what_cannot_be_decided_is_said_with_the_way_out():
    assert read_dates(["1.2.2020"]).dates == (datetime(2020, 2, 1),)
    assert read_dates(["1/2/2020, 3:05 PM"]).dates == (datetime(2020, 1, 2, 15, 5),)
    assert read_dates(["1/2/2020"]).notes == (
        "dates such as 1/2/2020 are read as day/month, but month/day is possible too; "
        "--date-order month-day reads them so",
    )


def test_an_order_that_is_given_is_taken_without_a_word():
    assert read_dates(["1/2/20", "13/2/20"], MONTH).dates == (datetime(2020, 1, 2), None)
    assert read_dates(["1/2/20"], MONTH).notes == ()


def test_dates_with_and_without_a_zone_can_be_compared():
    read = read_dates(["2020-01-01T00:30+01:00", "2020-01-01", "later"])

    assert read.dates[0] < read.dates[1]
    assert read.dates[2] is None
    assert read.notes == ("1 of 2 dates name no time zone and are taken as UTC",)


def test_dates_without_zones_stay_as_they_are():
    assert read_dates(["2020-01-01"]).dates[0].tzinfo is None
    assert read_dates([]).dates == ()
