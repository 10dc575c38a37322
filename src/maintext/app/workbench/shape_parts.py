"""Parts that the shapes of several requests and answers share."""

from __future__ import annotations

from typing import Any

from maintext.classify.methods.catalogue import METHODS
from maintext.options import DEFAULT_METHOD

__all__ = ["COUNT", "EXTRACTION", "ONE_PAGE", "PAGE", "SHARE", "TEXT", "URL", "Shape", "object_of"]

Shape = dict[str, Any]

_MAX_URL_CHARACTERS = 4096
_LARGEST = 1_000_000  # of a number among the options of a method: no window is wider than a page
_BASE64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"

URL: Shape = {"type": "string", "pattern": "^https?://[^\\s/]", "maxLength": _MAX_URL_CHARACTERS}
SHARE: Shape = {"type": "number", "minimum": 0, "maximum": 1}
COUNT: Shape = {"type": "integer", "minimum": 0}
TEXT: Shape = {"type": "string"}
PAGE: Shape = {
    "html": {"type": "string", "description": "The page as text."},
    "file": {
        "type": "string",
        "pattern": _BASE64,
        "contentEncoding": "base64",
        "description": "The page as bytes, in Base64; its encoding is found out.",
    },
    "url": {
        **URL,
        "description": "Address to fetch; beside html or file the address that the page came from.",
    },
    "draw": {
        "type": "boolean",
        "default": False,
        "description": "Draw the page of an address in the server's browser, for pages that scripts fill.",
    },
    "encoding": {
        "type": "string",
        "pattern": "^[A-Za-z0-9_:.-]{1,40}$",
        "description": "Encoding of the bytes, where you know better than the page.",
    },
}
ONE_PAGE: Shape = {
    "anyOf": [{"required": ["html"]}, {"required": ["file"]}, {"required": ["url"]}],
    "not": {"required": ["html", "file"]},
}
EXTRACTION: Shape = {
    "method": {"type": "string", "enum": list(METHODS), "default": DEFAULT_METHOD},
    "method_options": {
        "type": "object",
        "description": "Options of the method to change, see /api/methods.",
        "additionalProperties": {
            "type": ["number", "boolean", "string"],
            "minimum": -_LARGEST,
            "maximum": _LARGEST,
            "maxLength": 40,
        },
    },
    "links": {"type": "boolean", "default": True, "description": "Keep link targets."},
    "images": {"type": "boolean", "default": True, "description": "Keep images."},
    "tables": {"type": "boolean", "default": True, "description": "Keep tables as tables."},
}


def object_of(*parts: Shape, required: tuple[str, ...] = (), **more: Any) -> Shape:
    """Return the shape of an object that has these keys and no other."""
    properties = {name: shape for part in parts for name, shape in part.items()}
    shape: Shape = {"type": "object", "properties": properties, "additionalProperties": False, **more}
    return shape | ({"required": list(required)} if required else {})
