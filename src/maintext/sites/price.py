"""Read amounts and currencies of prices."""

from __future__ import annotations

import re

__all__ = ["split_price"]

_CURRENCIES = {
    "€": "EUR", "£": "GBP", "₽": "RUB", "₩": "KRW", "₹": "INR", "₺": "TRY", "zł": "PLN", "kč": "CZK",
    "元": "CNY", "円": "JPY", "원": "KRW", "руб": "RUB", "us$": "USD", "nt$": "TWD", "hk$": "HKD",
    "a$": "AUD", "c$": "CAD", "r$": "BRL", "$": "USD", "rmb": "CNY", "¥": "CNY", "￥": "CNY",
}  # fmt: skip
_AMOUNT = re.compile(r"\d{1,3}(?:[.,' \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d{1,12}(?:[.,]\d{1,4})?")
_CODE = re.compile(r"\b[A-Z]{3}\b")
_CENTS, _DECIMALS = re.compile(r"[.,]\d{1,2}$"), re.compile(r"[.,]\d{4}$")


def split_price(text: str) -> tuple[str, str]:
    """Return amount and ISO 4217 code of a price; ``""`` for what it does not state.

    ``"1.299,00 €"`` gives ``("1299.00", "EUR")``. A sign shared by several currencies stands for the one most
    written with it. Of several amounts the first counts.
    """
    match = _AMOUNT.search(text)
    if match is None:
        return "", ""
    whole, cents = match[0], ""
    if decimals := _CENTS.search(whole):
        whole, cents = whole[: decimals.start()], f".{decimals[0][1:]}"
    elif whole.startswith("0") or _DECIMALS.search(whole):
        return whole.replace(",", "."), _currency_of(text)
    return re.sub(r"\D", "", whole) + cents, _currency_of(text)


def _currency_of(text: str) -> str:
    if code := _CODE.search(text):
        return code[0]
    plain = text.lower()
    return next((code for sign, code in _CURRENCIES.items() if sign in plain), "")
