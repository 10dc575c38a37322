"""Pages made to break something: seeds of bugs, a short fuzz run, strings that are slow to expressions."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cost import cpu_s
from tests.each import each
from tests.hostile.exercise import ALL_FORMS, exercise
from tests.hostile.inputs import ATTACKS, HostileInput, hostile_input
from tests.hostile.places import PLACES, SLOW, slow_string

import maintext
from maintext.html.parser import to_wellformed_bytes

SEEDS = sorted(Path(__file__).parent.parent.joinpath("hostile", "seeds").glob("*.html"))
N_INPUTS = 100  # a part; scripts/fuzz.py runs as many as there is time for
SLOW_CHARS = 10_000
SLOW_S = 1.0  # for a page; pages whose cost is linear take a twentieth


@pytest.mark.parametrize("path", SEEDS, ids=[path.stem for path in SEEDS])
def test_a_page_that_broke_something_once(path: Path) -> None:
    html = path.read_bytes()
    exercise(HostileInput(0, path.stem, html), ALL_FORMS)
    exercise(HostileInput(0, path.stem, html.decode("utf-8", "surrogatepass")), ALL_FORMS)


@pytest.mark.parametrize("part", range(8))
def test_a_short_fuzz_run(part: int) -> None:
    for number in range(part * N_INPUTS, (part + 1) * N_INPUTS):
        exercise(hostile_input(0, number))


def test_an_input_is_the_same_for_the_same_number() -> None:
    assert [hostile_input(3, n) for n in range(50)] == [hostile_input(3, n) for n in range(50)]
    assert hostile_input(3, 1) != hostile_input(4, 1)


@pytest.mark.parametrize("size", [0, 1, 30])
@each("name", ATTACKS)
def test_an_attack_of_any_size(name: str, size: int) -> None:
    exercise(HostileInput(0, name, ATTACKS[name](size)), ALL_FORMS - {"methods", "learn", "run", "again"})


@pytest.mark.parametrize("name", SLOW)
def test_a_string_is_slow_nowhere(name: str) -> None:
    first = list(SLOW).index(name) % 4  # a quarter of the places; scripts/check_hostile.py tries all
    for place in list(PLACES)[first::4]:
        page = HostileInput(0, name, PLACES[place](slow_string(name, SLOW_CHARS)))
        assert cpu_s(lambda: exercise(page, frozenset({"json", "markdown"}))) < SLOW_S, place  # noqa: B023


LOST = ["\x00", "\x01", "\x0b", "\x0c", "\x1f", "\ud800", "\udfff", "\ufffe", "\uffff"]


@pytest.mark.parametrize("char", LOST, ids=ascii)
@pytest.mark.parametrize("end", ["-{}->", "--{}>", "-{0}-{0}>", "-{0}{0}->"])
def test_a_comment_ends_where_it_ends_for_browsers(char: str, end: str) -> None:
    data, *_ = to_wellformed_bytes(f"a<!-- {end.format(char)}</p></p>&# -->c")
    assert data == b"<html><head/><body>ac</body></html>"


def test_a_text_with_the_same_characters_loses_them_only() -> None:
    assert maintext.parse("<p>a -\x0b-> b").text.split() == ["a", "-->", "b"]


def test_the_path_of_a_text_deep_down_names_the_innermost_elements() -> None:
    row = maintext.extract("<div>" * 500 + "<p>Some words stand here.").trace()[0]
    assert row.path.startswith("… > div > ")
    assert row.path.endswith("div > p")
    assert row.path.count(" > ") == 100
