"""Near-duplicates are near, other texts far; the same everywhere."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.html.characters import WORDS
from maintext.render.fingerprint import distance, fingerprint

EN = "bridge river council library ferry mayor garden school market station hill museum old new says".split()
ZH = "市长博物馆图书河桥渡轮花园学校集市车站山丘新旧说今天昨日表示项目建设发展城市居民计划"


def article(seed: int, n_tokens: int = 400, *, chinese: bool = False) -> list[str]:
    choice = random.Random(seed)  # noqa: S311 - the same texts every time
    pool = list(ZH) if chinese else EN
    own = [
        f"{chr(0x5000 + choice.randrange(9000))}" if chinese else f"name{choice.randrange(9999)}"
        for _ in range(40)
    ]
    return [choice.choice(own if choice.random() < 0.4 else pool) for _ in range(n_tokens)]


def joined(tokens: list[str], *, chinese: bool) -> str:
    return "".join(tokens) if chinese else " ".join(tokens)


def slow_fingerprint(text: str) -> int:
    """The definition, a token at a time."""
    import unicodedata  # noqa: PLC0415

    mask = 2**64 - 1

    def mixed(value: int) -> int:
        value = (value + 0x9E3779B97F4A7C15) & mask
        value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & mask
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & mask
        return value ^ (value >> 31)

    tokens = [
        mixed(sum(mixed((ord(char) + i * 0x9E3779B97F4A7C15) & mask) for i, char in enumerate(word)) & mask)
        for word in WORDS.findall(unicodedata.normalize("NFKC", text).casefold())
    ]
    size = min(3, len(tokens))
    runs = set()
    for start in range(len(tokens) - size + 1 if tokens else 0):
        total = 0
        for token in tokens[start : start + size]:
            total = mixed((total + token) & mask)
        runs.add(total)
    return sum(1 << bit for bit in range(64) if sum(run >> bit & 1 for run in runs) * 2 > len(runs))


@pytest.mark.parametrize(
    "text", ["", " \n", "one", "one two", "Bees carry pollen.", "中文，混排mixed字", "a_b 1.5 Ａ"]
)
def test_it_is_what_the_definition_says(text: str) -> None:
    assert fingerprint(text) == slow_fingerprint(text)


@given(st.text(max_size=80))
def test_it_is_what_the_definition_says_of_any_text(text: str) -> None:
    assert fingerprint(text) == slow_fingerprint(text)


def test_known_values_never_change() -> None:
    """Stored fingerprints must stay comparable; a change here needs a new VERSION."""
    assert f"{fingerprint('The quick brown fox jumps over the lazy dog.'):016x}" == "aeaaa388c4d7c2b0"
    assert f"{fingerprint('敏捷的棕色狐狸跳过了懒狗。'):016x}" == "10dd1540cc1c23e8"


def test_it_depends_neither_on_the_process_nor_on_earlier_calls() -> None:
    text = joined(article(1), chinese=False)
    code = "import sys; from maintext.render.fingerprint import fingerprint; print(fingerprint(sys.argv[1]))"
    found = set()
    for seed in ("0", "1", "12345"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", code, text], env=environment, capture_output=True, check=True
        )
        found.add(int(done.stdout))
    fingerprint("something else")
    assert found == {fingerprint(text)}


def test_no_words_have_zero() -> None:
    assert fingerprint("") == fingerprint(" …。 ") == 0


def test_form_makes_no_difference() -> None:
    plain = "the old bridge over the river was sold in 2024 to the council of the town"
    other = "The old BRIDGE — over the\n\nriver — was sold, in ２０２４, to the council of the Ｔown!"
    assert fingerprint(plain) == fingerprint(other)
    assert fingerprint("大桥今天开通了，市长出席。") == fingerprint("大桥\n今天开通了 市长出席")


def test_repetition_has_no_weight() -> None:
    text = joined(article(3), chinese=False)
    line = " ".join(article(4, 12))
    once, often = f"{text} {line}", f"{text}{f' {line}' * 30}"
    assert distance(fingerprint(once), fingerprint(often)) <= 6


@pytest.mark.parametrize("chinese", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_near_duplicates_are_near(seed: int, *, chinese: bool) -> None:
    tokens = article(seed, chinese=chinese)
    choice = random.Random(seed)  # noqa: S311
    whole = fingerprint(joined(tokens, chinese=chinese))
    edited = [("新" if chinese else "changed") if choice.random() < 0.02 else token for token in tokens]
    framed = [*article(900, 6, chinese=chinese), *tokens, *article(901, 6, chinese=chinese)]
    cut = tokens[: int(len(tokens) * 0.95)]
    for other in (edited, framed, cut):
        assert distance(whole, fingerprint(joined(other, chinese=chinese))) <= 14


@pytest.mark.parametrize("chinese", [False, True])
def test_other_texts_are_far(*, chinese: bool) -> None:
    prints = [fingerprint(joined(article(seed, chinese=chinese), chinese=chinese)) for seed in range(60)]
    apart = [distance(a, b) for i, a in enumerate(prints) for b in prints[:i]]
    assert min(apart) >= 15
    assert 28 <= sum(apart) / len(apart) <= 34


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_distance_is_a_metric(a: int, b: int, c: int) -> None:
    assert distance(a, a) == 0
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_words_are_those_of_the_evaluation() -> None:
    assert re.findall(r"\w+", "a_b") == WORDS.findall("a_b")
    assert len(WORDS.findall("中文ab")) == 3
