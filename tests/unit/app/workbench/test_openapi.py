"""The OpenAPI document, and answers held to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import maintext
from maintext.app.given_page import GivenPage
from maintext.app.workbench import ServeOptions, shapes
from maintext.app.workbench.endpoint import openapi
from maintext.app.workbench.endpoints import endpoints
from maintext.app.workbench.failure import FAILURES
from maintext.app.workbench.tasks import (
    apply_to_page,
    compare_on_page,
    extract_page,
    list_methods,
    look_at_page,
    teach_wrapper,
)

DOCS = Path(__file__).parents[4] / "docs"
TABLE = endpoints(10)
PAGE = "<title>Bees</title><main><h1>Bees</h1><p>Bees carry pollen from flower to flower all day.</p></main>"
SOURCE = GivenPage(PAGE, "https://valley.example/bees")
MAX = 1_000_000


def test_the_schema_of_documents_is_the_one_in_docs() -> None:
    shipped = Path(maintext.__file__).with_name("document.schema.json")
    assert json.loads(shipped.read_text("utf-8")) == json.loads(
        (DOCS / "document.schema.json").read_text("utf-8")
    )


def test_every_request_is_described() -> None:
    described = openapi(TABLE, ServeOptions())
    for one in TABLE:
        operation = described["paths"][one.path][one.verb.lower()]
        assert str(one.status) in operation["responses"]
        described_parameters = {parameter["name"] for parameter in operation.get("parameters", ())}
        assert described_parameters == {*one.parts, *one.query.model_fields}
    names = [op["operationId"] for path in described["paths"].values() for op in path.values()]
    assert len(set(names)) == len(names) == len(TABLE)


def test_every_reference_leads_somewhere() -> None:
    described = openapi(TABLE, ServeOptions())
    text = json.dumps(described)
    for reference in {part.split('"')[0] for part in text.split('"$ref": "#/')[1:]}:
        at: Any = described
        for step in reference.split("/"):
            at = at[step]
        assert reference.count("/") == 2  # generators of clients read components alone


def test_statuses_of_failures_are_known() -> None:
    known = {status for status, _ in FAILURES.values()}
    assert {status for one in TABLE for status in one.statuses} <= known


def test_failures_that_follow_from_what_a_request_may_name_are_described() -> None:
    statuses = {one.path: set(one.statuses) for one in TABLE}
    # A model of a training that is gone; a browser that the server does not have; a full disk.
    assert statuses["/api/extract"] >= {404, 501, 507}
    assert statuses["/api/run/recipe"] >= {501}
    assert 404 not in statuses["/api/open"]


def test_a_token_is_described() -> None:
    assert openapi(TABLE, ServeOptions(token="x"))["security"] == [{"token": []}]  # noqa: S106 - the case
    assert "security" not in openapi(TABLE, ServeOptions())


def learned_wrapper() -> str:
    return str(json.loads(teach_wrapper({"pages": [{}]}, [SOURCE], MAX))["wrapper"])


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("Extracted", lambda: extract_page({"formats": ["tei"]}, SOURCE, MAX)),
        ("Looked", lambda: look_at_page({}, SOURCE, MAX)),
        ("Comparison", lambda: compare_on_page({"view": True, "gold": "Bees"}, SOURCE, MAX)),
        ("Methods", list_methods),
        ("Taught", lambda: teach_wrapper({"pages": [{"clicks": {"title": ["h1"]}}]}, [SOURCE], MAX)),
        ("Wrapped", lambda: apply_to_page({"wrapper": learned_wrapper()}, SOURCE, MAX)),
    ],
)  # fmt: skip
def test_answers_have_the_shape_that_is_described(name: str, answer: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": shapes.components([])}}
    jsonschema.Draft202012Validator(schema).validate(json.loads(answer()))
