"""Read amounts and currencies of prices."""

from __future__ import annotations

import re
from decimal import Decimal

from maintext.metadata import word_lists

__all__ = ["read_number", "split_price"]

_CURRENCIES = dict(one.split("=") for one in word_lists("currencies")["signs"])
_AMOUNT = re.compile(
    r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?(?!\d)"  # 1,29,900.00, as in India
    r"|\d{1,3}(?:[.,' \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,9})?"
)
_CODE = re.compile(r"\b[A-Z]{3}\b")
_CENTS, _DECIMALS = re.compile(r"[.,]\d{1,2}$"), re.compile(r"[.,]\d{4,}$")
_MYRIADS = re.compile(r"\s?([百千]?[万萬亿億]{1,2})")
_POWERS = dict(zip("百千万萬亿億", (2, 3, 4, 4, 8, 8), strict=True))
_THOUSANDS = re.compile(r"[kKM](?![^\W_])")  # 1.5k, 3M; not 5km
# -5, −US$5; not 10-5, A-5
_MINUS = re.compile(r"(?:^[-\u2212\u2013]\s?|[\s(:][-\u2212\u2013])(?:[A-Za-z]{0,3}[^\w\s]\s?)?$")
_OF_UNIT = re.compile(r"(?<![A-Za-z])(?:[cdkm]?m|CO)[23]\b")  # 80 m2
_FRACTION = re.compile("[\u00bc-\u00be\u2150-\u215e]")  # 3½
_NARROW = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}  # １，２９９．００ of full width


def split_price(text: str) -> tuple[str, str]:
    """Return amount and ISO 4217 code of a price; ``""`` for what it does not state.

    ``"1.299,00 €"`` gives ``("1299.00", "EUR")``, ``"1.2万元"`` ``("12000", "CNY")``. A sign shared by
    several currencies stands for the one most written with it. Of several amounts the first counts.
    """
    text = text.translate(_NARROW)
    if (match := _AMOUNT.search(text)) is None:
        return "", ""
    code, plain = _CODE.search(text), text.lower()
    signed = (code for sign, code in _CURRENCIES.items() if sign in plain)
    return _plain_amount(match), code[0] if code else next(signed, "")


def read_number(text: str) -> str:
    """Return the number in a text, as ``-1299.00``; ``""`` if there is none or more than one (10–20)."""
    text = text.translate(_NARROW)
    found = list(_AMOUNT.finditer(_OF_UNIT.sub("", text)))
    if len(found) != 1 or _FRACTION.search(text):
        return ""
    minus = "-" if _MINUS.search(found[0].string[: found[0].start()]) else ""
    number = _plain_amount(found[0])
    if unit := _THOUSANDS.match(found[0].string, found[0].end()):
        number = _raise_number(number, 6 if unit[0] == "M" else 3)
    return minus + number


def _plain_amount(match: re.Match[str]) -> str:
    """Return an amount with a point before its decimals, and without other marks."""
    number, cents = match[0], ""
    if decimals := _CENTS.search(number):
        number, cents = number[: decimals.start()], f".{decimals[0][1:]}"
    is_whole = cents or not (number.startswith("0") or _DECIMALS.search(number))
    number = re.sub(r"\D", "", number) + cents if is_whole else number.replace(",", ".")
    if factor := _MYRIADS.match(match.string, match.end()):
        number = _raise_number(number, sum(map(_POWERS.__getitem__, factor[1])))
    return number


def _raise_number(number: str, power: int) -> str:
    return f"{(Decimal(number) * 10**power).normalize():f}"
