"""Networks: evaluation neuron by neuron, and their file."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.classify.model.networks import Network, Networks, load_networks, save_networks
from maintext.errors import ModelError


def network_of(sizes: list[int], seed: int = 0) -> Network:
    rng = np.random.default_rng(seed)
    n = 2 * sizes[0] + sum(a * b + b for a, b in pairwise(sizes))
    flat = rng.normal(size=n).astype(np.float32)
    flat[sizes[0] : 2 * sizes[0]] = np.abs(flat[sizes[0] : 2 * sizes[0]]) + 0.1
    return Network.from_flat(flat, sizes)


def output(network: Network, sample: list[float]) -> float:
    """One sample through the network, neuron by neuron."""
    values = [(x - m) / s for x, m, s in zip(sample, network.mean, network.scale, strict=True)]
    for layer, (weights, biases) in enumerate(zip(network.weights, network.biases, strict=True)):
        sums = [
            sum(value * weights[i][j] for i, value in enumerate(values)) + bias
            for j, bias in enumerate(biases)
        ]
        is_last = layer == len(network.weights) - 1
        values = [1 / (1 + math.exp(-x)) if is_last else math.tanh(x) for x in sums]
    return float(values[0])


@pytest.mark.parametrize("sizes", [[1, 1], [3, 1], [9, 8, 1], [2, 3, 4, 1]])
@given(sample=st.lists(st.floats(-20, 20), min_size=9, max_size=9))
def test_the_output_is_that_of_the_neurons(sizes: list[int], sample: list[float]) -> None:
    network = network_of(sizes)
    inputs = sample[: sizes[0]]
    found = network.probability(np.array([inputs, inputs]))
    assert found == pytest.approx([output(network, inputs)] * 2, abs=1e-9)


def test_large_sums_do_not_overflow() -> None:
    network = Network(np.zeros(1), np.ones(1), (np.ones((1, 1)),), (np.zeros(1),))
    assert network.probability(np.array([[-1e6], [1e6]])).tolist() == [0, 1]


@pytest.mark.parametrize("sizes", [[1, 1], [9, 8, 1], [2, 3, 4, 1]])
def test_a_flat_network_is_the_same(sizes: list[int]) -> None:
    network = network_of(sizes, seed=3)
    again = Network.from_flat(network.flat(), network.sizes)
    assert again.sizes == sizes
    assert np.array_equal(again.flat(), network.flat())


@pytest.mark.parametrize(("n", "sizes"), [(3, [1, 1]), (5, [1, 1]), (8, [1, 2]), (2, [1])])
def test_parameters_that_do_not_fit_are_an_error(n: int, sizes: list[int]) -> None:
    with pytest.raises(ValueError, match="parameters for layers"):
        Network.from_flat(np.zeros(n), sizes)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    networks = Networks({"a 1": network_of([1, 1]), "b": network_of([9, 8, 1])}, {"n_pages": 3, "语": "文"})
    save_networks(networks, tmp_path / "x.npz")
    again = load_networks((tmp_path / "x.npz").read_bytes())
    assert set(again.by_name) == {"a 1", "b"}
    assert all(
        np.array_equal(again.by_name[name].flat(), network.flat())
        for name, network in networks.by_name.items()
    )
    assert (again.card["n_pages"], again.card["语"]) == (3, "文")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no archive"])
def test_other_bytes_are_an_error(data: bytes) -> None:
    with pytest.raises(ModelError, match="not a model file"):
        load_networks(data)


def test_a_cut_off_file_is_an_error(tmp_path: Path) -> None:
    save_networks(Networks({"a": network_of([9, 8, 1])}, {}), tmp_path / "x.npz")
    data = (tmp_path / "x.npz").read_bytes()
    for end in range(0, len(data), 97):
        with pytest.raises(ModelError):
            load_networks(data[:end])


def test_an_archive_of_other_arrays_is_an_error(tmp_path: Path) -> None:
    np.savez(
        tmp_path / "x.npz", card=np.frombuffer(b'{"sizes": {"a": [2, 1]}}', dtype=np.uint8), a=np.zeros(4)
    )
    with pytest.raises(ModelError, match="parameters for layers"):
        load_networks((tmp_path / "x.npz").read_bytes())
