"""``maintext train``: from a tiny corpus to a model that `select` uses."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from scripts.label_pages import labels_of, write_labels
from tests.tiny import gold_page, markup

pytest.importorskip("lightgbm")
pytest.importorskip("rapidfuzz")

from maintext.api import select
from maintext.classify.features.context import BlockContext
from maintext.classify.learned import load_model
from maintext.classify.methods.cpn import load_network
from maintext.classify.methods.line_ratio import load_weights
from maintext.cli import main
from maintext.html import parse
from maintext.lab.train import line_ratio as training
from maintext.lab.train.labels import digest_of


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["train", *words])


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("corpus")
    for name in ("even", "odd"):
        write_set(folder / f"{name}.jsonl.xz", [i for i in range(12) if gold_page(i).set == name])
    return str(folder)


def write_set(path: Path, numbers: list[int]) -> None:
    with lzma.open(path, "wt", encoding="utf-8") as file:
        for page in map(gold_page, numbers):
            known = {key: getattr(page, key) for key in ("id", "url", "lang", "page_type", "html")}
            file.write(json.dumps(known | {"gold_text": page.gold_text, "gold_kind": "human"}) + "\n")


@pytest.fixture(scope="module")
def model(corpus: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "tiny.npz"
    result = run(corpus, "-o", str(path), "--trees", "30")
    assert result.exit_code == 0, result.output
    return path


def test_the_model_is_used_by_select(model: Path) -> None:
    page = parse(markup(40))
    selection = select(page, "learned", {"model": str(model)})
    kept = {page.name(row) for row in page.parent[selection.keep].tolist()}
    assert kept == {"p"}


def test_several_corpora_are_learned_from_together(corpus: str, tmp_path: Path) -> None:
    page = gold_page(20)
    record = {"id": "w/1", "html": page.html, "gold_text": page.gold_text, "gold_kind": "written"}
    (tmp_path / "made.jsonl").write_text(json.dumps(record), encoding="utf-8")
    result = run(corpus, str(tmp_path), "-o", str(tmp_path / "m.npz"), "--trees", "3")
    assert result.exit_code == 0, result.output
    assert load_model(str(tmp_path / "m.npz")).card["pages"] == {"even": 6, "made": 1, "odd": 6}


def test_labelled_pages_are_learned_from_too(corpus: str, tmp_path: Path) -> None:
    page = gold_page(20)
    record = {"id": "s/1", "html": page.html, "gold_kind": "snippets"}
    (tmp_path / "more.jsonl").write_text(json.dumps(record), encoding="utf-8")
    file, scene = tmp_path / "labels.json.xz", BlockContext(parse(page.html))
    write_labels({digest_of(page.html): labels_of(scene, scene.blocks.n_words > 5, "article")}, file)
    for words, pages in (((), 12), (("--labels", str(file)), 13)):
        model = str(tmp_path / f"{pages}.npz")
        result = run(corpus, str(tmp_path), *words, "-o", model, "--trees", "3")
        assert result.exit_code == 0, result.output
        assert load_model(model).card["n_pages"] == pages


def test_a_corpus_has_to_be_named() -> None:
    assert run().exit_code == 2


def test_the_card_has_the_pages_and_the_options(model: Path) -> None:
    card = load_model(str(model)).card
    assert card["pages"] == {"even": 6, "odd": 6}
    assert card["options"]["n_trees"] == 30


def test_the_number_of_pages_and_blocks_is_told(corpus: str) -> None:
    result = run(corpus, "--limit", "2")
    assert result.exit_code == 0
    assert "4 pages" in result.stderr


def test_only_the_chosen_sets_are_read(corpus: str) -> None:
    assert "6 pages" in run(corpus, "--sets", "odd").stderr


def test_cross_validation_prints_a_table(corpus: str) -> None:
    result = run(corpus, "--cross-validate", "--trees", "10")
    assert result.exit_code == 0
    assert "cross-validated" in result.stdout


def test_the_card_has_the_cross_validated_score(corpus: str, tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    run(corpus, "--cross-validate", "--trees", "10", "-o", str(path))
    assert 0 < load_model(str(path)).card["cross_validated_f1"] <= 1


def test_leaving_out_a_set_prints_a_table(corpus: str, tmp_path: Path) -> None:
    # All sites of the left-out set are in the other one too; these pages are of sites that are not.
    write_set(tmp_path / "far.jsonl.xz", list(range(40, 52, 2)))
    result = run(corpus, str(tmp_path), "--leave-out", "odd", "--trees", "10")
    assert "without odd" in result.stdout, result.stderr


def test_leaving_out_an_unknown_set_is_an_error(corpus: str) -> None:
    result = run(corpus, "--leave-out", "none", "--trees", "10")
    assert result.exit_code == 7
    assert "'none'" in result.stderr


def test_the_same_seed_writes_the_same_bytes(corpus: str, model: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.npz"
    run(corpus, "-o", str(path), "--trees", "30")
    assert path.read_bytes() == model.read_bytes()


def test_a_missing_corpus_is_an_error() -> None:
    assert run("no/such/folder").exit_code == 7


@pytest.mark.parametrize("number", ["0", "-1"])
def test_a_model_needs_a_tree(corpus: str, number: str) -> None:
    assert run(corpus, "--trees", number).exit_code == 2


@pytest.fixture
def is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Train each of the eighteen networks of line_ratio with few steps."""
    monkeypatch.setattr(training, "_N_STEPS", 200)


@pytest.mark.usefixtures("is_short")
@pytest.mark.parametrize("method", ["line_ratio", "cpn"])
def test_methods_of_the_literature_are_trained_as_well(corpus: str, tmp_path: Path, method: str) -> None:
    path = tmp_path / "model.npz"
    result = run(corpus, "--method", method, "-o", str(path))
    if method == "cpn":  # the tiny corpus has fewer blocks than the network has units
        assert result.exit_code != 0
        assert "blocks" in result.output
        return
    assert result.exit_code == 0, result.output
    kept = select(parse(markup(40)), "line_ratio", {"model": str(path)}).keep
    assert kept.any()
    assert not kept.all()


def test_options_of_the_training_can_be_set(corpus: str, tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    words = ("--set", "learning_rate=0.2", "--set", "n_trees=5")
    result = run(corpus, "-o", str(path), "--trees", "7", *words)
    assert result.exit_code == 0, result.output
    options = load_model(str(path)).card["options"]
    assert (options["learning_rate"], options["n_trees"]) == (0.2, 5)


def test_a_small_network_of_cpn_can_be_trained(corpus: str, tmp_path: Path) -> None:
    path = tmp_path / "cpn.npz"
    words = ("--set", "n_hidden=4", "--set", "n_epochs=2", "--seed", "3")
    result = run(corpus, "--method", "cpn", "-o", str(path), *words)
    assert result.exit_code == 0, result.output
    card = load_network(str(path)).card
    assert (card["n_hidden"], card["n_epochs"], card["seed"]) == (4, 2, 3)
    assert select(parse(markup(40)), "cpn", {"model": str(path)}).keep.any()


@pytest.mark.usefixtures("is_short")
def test_networks_of_line_ratio_are_trained_with_a_cost(corpus: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.npz"
    words = ("--set", "false_positive_cost=4", "--set", "n_hidden=3")
    result = run(corpus, "--method", "line_ratio", "-o", str(path), *words)
    assert result.exit_code == 0, result.output
    networks = load_weights(str(path))
    assert (networks.card["false_positive_cost"], networks.card["n_hidden"]) == (4.0, 3)
    assert networks.by_name["mlp 3L 3A"].sizes == [9, 3, 1]
    assert networks.by_name["perceptron 3L 3A"].sizes == [9, 1]


@pytest.mark.parametrize(
    ("method", "word", "says"),
    [
        ("cpn", "n_hiden=4", "did you mean 'n_hidden'"),
        ("cpn", "n_hidden=0", "n_hidden must be at least 1"),
        ("line_ratio", "false_positive_cost=0", "must be at least 0.01"),
        ("learned", "n_hidden=4", "unknown option 'n_hidden'"),
    ],
)
def test_wrong_options_of_the_training_are_errors(corpus: str, method: str, word: str, says: str) -> None:
    result = run(corpus, "--method", method, "-o", "/nowhere/x.npz", "--set", word)
    assert result.exit_code == 2
    assert says in result.output


def test_training_another_method_needs_a_file(corpus: str) -> None:
    result = run(corpus, "--method", "cpn")
    assert result.exit_code == 2
    assert "-o" in result.output


@pytest.mark.parametrize("name", ["json", "kind"])
def test_files_about_unseen_pages_need_the_cross_validation(corpus: str, tmp_path: Path, name: str) -> None:
    result = run(corpus, f"--{name}", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert f"--{name} needs --cross-validate" in result.output


def test_the_scores_are_written(corpus: str, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    words = ("--cross-validate", "--trees", "5", "--json", str(figures))
    result = run(corpus, *words)
    assert result.exit_code == 0, result.output
    assert json.loads(figures.read_text(encoding="utf-8"))["systems"] == ["cross-validated"]


@pytest.mark.parametrize(
    "words", [("-o", "no/m.npz"), ("-o", "m.npz", "--cross-validate", "--kind", "no/k.npz")]
)
def test_what_cannot_be_written_is_refused_before_the_work(
    words: tuple[str, ...], corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(corpus, "--trees", "3", *words)
    assert result.exit_code == 2
    assert "make its folder first" in result.output
    assert "training" not in result.output


def test_a_model_has_the_name_that_was_given(corpus: str, tmp_path: Path) -> None:
    assert run(corpus, "-o", str(tmp_path / "model"), "--trees", "3").exit_code == 0
    assert [file.name for file in tmp_path.iterdir()] == ["model"]
    result = run(corpus, "-o", str(tmp_path), "--trees", "3")
    assert (result.exit_code, "name a file in it" in result.output) == (2, True)
    assert "training" not in result.output
