from __future__ import annotations

from dataclasses import replace

import pytest

from maintext import extract
from maintext.metadata.candidate import Candidate, Field, Person
from maintext.metadata.merge import MEASURED, PRECEDENCE, SEVERAL, chosen, confidence, ranked
from maintext.metadata.moment import parse_moment


def merge(candidates: list[Candidate]) -> dict[str, Field]:
    stated = {one.field: [other for other in candidates if other.field == one.field] for one in candidates}
    # The finder of titles has ordered them.
    found = {name: chosen(name, some if name == "title" else ranked(some)) for name, some in stated.items()}
    return {name: field for name, field in found.items() if field}


def moment(text: str, origin: str) -> Candidate:
    found = parse_moment(text)
    assert found is not None
    return Candidate("published", found, origin)


def person(name: str, origin: str, role: str = "author") -> Candidate:
    return Candidate("author", Person(name, role), origin)


def test_the_place_with_more_confidence_wins() -> None:
    fields = merge([
        Candidate("language", "de", "html:lang"), Candidate("language", "en", "text", 7),
    ])  # fmt: skip
    assert (fields["language"].value, fields["language"].origin, fields["language"].row) == ("en", "text", 7)
    assert fields["language"].confidence == PRECEDENCE["language"]["text"]


def test_of_equal_places_the_first_wins() -> None:
    stated = [
        Candidate("description", "One", "meta:og:description"),
        Candidate("description", "Two", "meta:description"),
    ]
    assert merge(stated)["description"].value == "One"
    assert [one.value for one in ranked(stated)] == ["One", "Two"]


@pytest.mark.parametrize(
    ("origin", "kind"),
    [
        ("json-ld:datePublished", "json-ld"),
        ("json-ld:page:datePublished", "json-ld:page"),
        ("time:page", "time:page"),
    ],
)
def test_a_kind_is_the_longest_known_beginning_of_an_origin(origin: str, kind: str) -> None:
    assert confidence(moment("2024-05-01", origin)) == PRECEDENCE["published"][kind]


def test_confidence_is_given_for_measured_fields_only() -> None:
    assert merge([Candidate("description", "One", "meta:description")])["description"].confidence is None


def test_every_confidence_is_a_share() -> None:
    assert all(0 <= number <= 1 for table in PRECEDENCE.values() for number in table.values())
    assert PRECEDENCE.keys() >= MEASURED | SEVERAL


def test_a_date_is_as_exact_as_any_place_states_it() -> None:
    stated = [
        moment("2024-05-01", "byline:label"),
        moment("2024-05-01T10:20:00+08:00", "json-ld:datePublished"),
    ]
    field = merge(stated)["published"]
    assert (field.value.isoformat(), field.origin) == ("2024-05-01T10:20:00+08:00", "byline:label")


def test_a_whole_hour_is_moved_to_the_day_of_the_folders_though_it_is_shown() -> None:
    shown = replace(moment("2024-05-01T23:00:00Z", "class:place"), row=9)
    stated = [shown, moment("2024-05-02", "url:path")]
    assert str(merge(stated)["published"].value) == "2024-05-02T00:00:00+01:00"


def test_a_date_of_another_day_adds_nothing() -> None:
    stated = [moment("2024-05-01", "byline:label"), moment("2024-05-02T10:20:00Z", "json-ld:datePublished")]
    assert merge(stated)["published"].value.isoformat() == "2024-05-01"


def test_midnight_is_no_time() -> None:
    stated = [
        moment("2024-05-01 10:20", "json-ld:datePublished"),
        moment("2024-05-01T00:00:00+00:00", "meta:date"),
    ]
    assert merge(stated)["published"].value.isoformat() == "2024-05-01T10:20"


def test_the_date_of_a_web_page_alone_is_no_date_of_a_text() -> None:
    assert "published" not in merge([moment("2024-05-01", "json-ld:page:datePublished")])


def test_authors_are_those_of_one_place() -> None:
    stated = [
        person("Ann Lee", "json-ld:author"),
        person("Bo Yu", "json-ld:author"),
        person("A. Lee", "meta:author"),
    ]
    assert merge(stated)["author"].value == (Person("Ann Lee"), Person("Bo Yu"))


def test_credits_come_from_every_place_once() -> None:
    people = [("李四", "byline:end"), ("张三", "byline:label"), ("李四", "byline:label")]
    stated = [Candidate("credit", Person(name, "editor"), origin) for name, origin in people]
    field = merge(stated)["credit"]
    assert field.value == (Person("李四", "editor"), Person("张三", "editor"))


def test_nobody_is_named_twice() -> None:
    stated = [
        person("Ann Lee", "byline:label"),
        person("ANN LEE", "byline:label"),
    ]
    assert merge(stated)["author"].value == (Person("Ann Lee"),)


def test_tags_are_those_of_one_place_without_repeats() -> None:
    stated = [
        Candidate("tag", "Rain", "meta:article:tag"), Candidate("tag", "rain", "meta:article:tag"),
        Candidate("tag", "sun", "meta:keywords"),
    ]  # fmt: skip
    assert merge(stated)["tag"].value == ("Rain",)


def test_nothing_stated_is_nothing_merged() -> None:
    assert merge([]) == {}


def test_titles_stay_in_the_order_of_their_finder() -> None:
    stated = [Candidate("title", "A walk", "h1:other"), Candidate("title", "Walks", "meta:og:title")]
    assert merge(stated)["title"].value == "A walk"


# -- day and month ----------------------------------------------------------------------------------------


def shown(text: str, origin: str) -> Candidate:
    return Candidate("published", parse_moment(text), origin, 7)


def test_a_declared_date_says_which_number_is_the_month() -> None:
    field = merge(
        [shown("2024-10-09", "class:place"), moment("2024-09-10T16:07:00Z", "json-ld:datePublished")]
    )["published"]
    assert (str(field.value), field.origin) == ("2024-09-10T16:07:00+00:00", "json-ld:datePublished")


@pytest.mark.parametrize("declared", ["2024-09-11", "2023-09-10", "2024-10-09T08:00:00"])
def test_another_declared_date_does_not(declared: str) -> None:
    field = merge([shown("2024-10-09", "class:place"), moment(declared, "json-ld:datePublished")])[
        "published"
    ]
    assert str(field.value)[:10] == "2024-10-09"
    assert field.origin == "class:place"


def test_a_day_above_12_is_no_month() -> None:
    field = merge([shown("2024-10-19", "class:place"), moment("2024-10-18", "json-ld:datePublished")])[
        "published"
    ]
    assert str(field.value) == "2024-10-19"


def test_a_byline_that_names_all_declared_authors_and_more_counts() -> None:
    stated = [
        person("Ann Lee", "json-ld:author"),
        person("Ann Lee", "byline:label"),
        person("Bob Ray", "byline:label"),
    ]
    assert [one.name for one in merge(stated)["author"].value] == ["Ann Lee", "Bob Ray"]
    stated[1] = person("Cy Fox", "byline:label")
    assert [one.name for one in merge(stated)["author"].value] == ["Ann Lee"]


def test_a_name_is_written_as_the_byline_writes_it() -> None:
    stated = [person("annlee", "json-ld:author"), person("Ann Lee", "byline:label")]
    field = merge(stated)["author"]
    assert ([one.name for one in field.value], field.origin) == (["Ann Lee"], "json-ld:author")


def test_reporters_write_and_editors_do_not() -> None:
    people = [person(role, "byline:label", role) for role in ("author", "reporter", "editor", "translator")]
    assert [one.value.role for one in people if one.names_writer] == ["author", "reporter"]
    assert not Candidate("title", "author", "h1").names_writer


MODIFIED = """<title>The ferry</title>
<meta property="article:published_time" content="2024-05-01T10:20:30+02:00">
<meta property="article:modified_time" content="{meta}">
<script type="application/ld+json">{{"@type":"Article","headline":"The ferry","dateModified":"{json}"}}
</script><h1>The ferry</h1><p>The last ferry left in the rain.</p>"""
PUBLISHED = "2024-05-01T10:20:30+02:00"


@pytest.mark.parametrize(
    ("meta", "json", "expected"),
    [
        # Of two changes the later one counts where the other is at the time of publication, or before it.
        (PUBLISHED, "2024-05-01T11:42:11+02:00", "2024-05-01T11:42:11+02:00"),
        ("2024-05-01T08:20:30Z", "2024-05-01T11:42:11+02:00", "2024-05-01T11:42:11+02:00"),
        ("2024-04-29T18:03:00+02:00", "2024-05-03T09:00:10+02:00", "2024-05-03T09:00:10+02:00"),
        # The same time in another zone is no later one.
        (PUBLISHED, "2024-05-01T10:20:30Z", PUBLISHED),
        (PUBLISHED, PUBLISHED, PUBLISHED),
        # A text that was written, and published later.
        ("2024-04-29T18:03:00+02:00", "2024-04-29T18:03:00+02:00", "None"),
        # Not told: days, times without a zone, and times to the minute.
        ("2024-04-29", "2024-04-29", "2024-04-29"),
        ("2024-05-01T09:00:00", "2024-05-01T09:00:00", "2024-05-01T09:00:00"),
        ("2024-05-01T10:20+02:00", "2024-05-01T10:20+02:00", "2024-05-01T10:20+02:00"),
    ],
)
def test_a_change_is_not_before_the_publication(meta: str, json: str, expected: str) -> None:
    assert str(extract(MODIFIED.format(meta=meta, json=json)).modified) == expected


def test_a_zone_of_the_same_clock_comes_before_utc() -> None:
    in_utc = moment("2024-05-01T20:00:27Z", "meta:article:published_time")
    local = moment("2024-05-01T20:00:27+02:00", "json-ld:datePublished")
    assert str(merge([in_utc, local])["published"].value) == "2024-05-01T20:00:27+02:00"
    # What the page shows differently tells more.
    shown = moment("2024-05-01T15:00:27", "byline:place")
    assert str(merge([in_utc, local, shown])["published"].value) == "2024-05-01T15:00:27-05:00"
    other = moment("2024-05-01T20:01:27+02:00", "json-ld:datePublished")
    assert str(merge([in_utc, other])["published"].value) == "2024-05-01T20:00:27+00:00"
