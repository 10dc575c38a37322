"""Check a request against its shape, by a small part of JSON Schema 2020-12.

The shapes are those of ``/openapi.json``. A library gives other messages. Known keywords:
``type``, ``enum``, ``pattern``, ``minLength``, ``maxLength``, ``minimum``, ``maximum``, ``minItems``,
``maxItems``, ``items``, ``properties``, ``required``, ``additionalProperties``, ``anyOf`` and ``not`` (both
of ``required`` only).
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from maintext.app.workbench.failure import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Shape = Mapping[str, Any]

__all__ = ["check", "read_json"]

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
}
_SHOWN_CHARACTERS = 60  # characters of a wrong value


def read_json(body: bytes) -> Any:
    """Return the value of a JSON text; ``1.0`` becomes an integer.

    Raise :class:`RequestError` if the text is not JSON, or contains NaN or half of a surrogate pair.
    """
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_no_constant, parse_float=_parse_number)
        # Half of a surrogate pair can be written as \ud800 and is no character.
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise RequestError("bad_request", f"the body is not JSON: {error}") from error
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _parse_number(text: str) -> int | float:
    value = float(text)
    return int(value) if value.is_integer() else value


def check(value: Any, shape: Shape, name: str = "the body") -> None:
    """Raise :class:`RequestError`, which names the place, for a wrong value."""
    kinds = shape.get("type")
    if kinds is not None:
        _check_type(value, [kinds] if isinstance(kinds, str) else kinds, name)
    if "enum" in shape and value not in shape["enum"]:
        raise _bad_request(
            f"{name} must be one of {', '.join(map(str, shape['enum']))}, not {_shorten_json(value)}"
        )
    _check_presence(value, shape, name)
    for kind, rule in _RULES:
        if isinstance(value, kind) and not isinstance(value, bool):
            rule(value, shape, name)


def _check_type(value: Any, kinds: Iterable[str], name: str) -> None:
    for kind in kinds:
        is_bool = isinstance(value, bool)
        if isinstance(value, _TYPES[kind]) and is_bool == (kind == "boolean"):
            return
        # In JSON 1.0 is an integer; read_json has made it one.
        if kind == "integer" and isinstance(value, float) and value.is_integer():
            return
    raise _bad_request(f"{name} must be of type {' or '.join(kinds)}, not {_shorten_json(value)}")


def _check_presence(value: Any, shape: Shape, name: str) -> None:
    if not isinstance(value, dict):
        return
    choices = [one["required"] for one in shape.get("anyOf", ())]
    if choices and not any(set(choice) <= value.keys() for choice in choices):
        raise _bad_request(f"{name} must have one of {', '.join(' and '.join(choice) for choice in choices)}")
    together = shape.get("not", {}).get("required", ())
    if together and set(together) <= value.keys():
        raise _bad_request(f"{name} must not have {' and '.join(together)} at the same time")


def _check_object(value: dict[str, Any], shape: Shape, name: str) -> None:
    known = shape.get("properties", {})
    for missing in [key for key in shape.get("required", ()) if key not in value]:
        raise _bad_request(f"{name} must have {missing!r}")
    other = shape.get("additionalProperties", True)
    for key, inner in value.items():
        if key in known:
            check(inner, known[key], key if name == "the body" else f"{name}.{key}")
        elif other is False:
            raise _bad_request(f"{name} has the unknown key {_shorten_json(key)} (known: {', '.join(known)})")
        elif other is not True:
            check(inner, other, f"{name}.{key[:_SHOWN_CHARACTERS]}")


def _check_array(value: list[Any], shape: Shape, name: str) -> None:
    _check_bounds(len(value), shape, ("minItems", "maxItems"), f"{name} must have", "items")
    for i, inner in enumerate(value):
        check(inner, shape.get("items", {}), f"{name}[{i}]")


def _check_string(value: str, shape: Shape, name: str) -> None:
    _check_bounds(len(value), shape, ("minLength", "maxLength"), f"{name} must have", "characters")
    if "pattern" in shape and not _matches_pattern(shape["pattern"], value):
        raise _bad_request(f"{name} must match {shape['pattern']}, not {_shorten_json(value)}")


def _matches_pattern(pattern: str, value: str) -> bool:
    """Search as ECMA-262 does: ``$`` does not match before a last line break."""
    return re.search(re.sub(r"(?<!\\)\$$", r"\\Z", pattern), value) is not None


def _check_number(value: float, shape: Shape, name: str) -> None:
    _check_bounds(value, shape, ("minimum", "maximum"), f"{name} must be", "")


def _check_bounds(size: float, shape: Shape, bounds: tuple[str, str], begin: str, unit: str) -> None:
    minimum, maximum = (shape.get(bound) for bound in bounds)
    if minimum is not None and size < minimum:
        raise _bad_request(f"{begin} at least {minimum} {unit}".rstrip())
    if maximum is not None and size > maximum:
        raise _bad_request(f"{begin} at most {maximum} {unit}".rstrip())


_RULES: tuple[tuple[Any, Callable[[Any, Shape, str], None]], ...] = (
    (dict, _check_object),
    (list, _check_array),
    (str, _check_string),
    ((int, float), _check_number),
)


def _shorten_json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"


def _bad_request(message: str) -> RequestError:
    return RequestError("bad_request", message)
