"""What a page's kind is judged by: the kernel gives what numpy gives."""

from __future__ import annotations

import numpy as np
import pytest
from tests.twins import needs_kernel, numpy_twins
from tests.zoo import ZOO

from maintext.features.matrix import feature_matrix
from maintext.features.scene import Scene
from maintext.model.kind import kind_inputs
from maintext.page import parse

pytestmark = needs_kernel


@pytest.mark.parametrize("name", ["news", *list(ZOO)[:12]])
def test_twins_see_the_same_of_a_page_to_judge_its_kind(name: str) -> None:
    scene = Scene(parse(ZOO.get(name, "<h1>A</h1><p>Some words of a text.</p><p>And 12 more words.</p>")))
    n = len(scene.blocks)
    if n == 0:
        return
    features = feature_matrix(scene)
    for chosen in (np.zeros(n, np.bool_), np.ones(n, np.bool_), np.arange(n) % 3 == 0):
        found = kind_inputs(features, scene.blocks.n_words, chosen)
        with numpy_twins():
            twin = kind_inputs(features, scene.blocks.n_words, chosen)
        assert np.allclose(found, twin, rtol=1e-12, atol=1e-15)
