"""The weights of an evaluation are fitted to who won, on the interpreted engine, whose constants can be changed."""

from __future__ import annotations

from typing import Any

import pytest

import parrain
from parrain.lab import fit

NOIR = parrain.game("district-noir")


def test_weights_are_fitted_to_who_won(capsys: pytest.CaptureFixture[str]) -> None:
    promise: Any = fit.evaluation_module(NOIR)
    before = dict(vars(promise))
    promise.POINT, promise.POINT_LATE = -0.1, -0.2  # as if points were bad
    try:
        weights, seen = fit.collect(NOIR, promise, 2, 30, 1)
    finally:
        promise.POINT, promise.POINT_LATE = before["POINT"], before["POINT_LATE"]
    assert dict(vars(promise)) == before
    everything = seen.game >= 0
    shift = fit.fitted(seen, everything)
    assert fit.loss(seen, everything, shift) < 0.8 * fit.loss(seen, everything, 0 * shift)
    by = dict(zip(weights, shift, strict=True))
    assert by["POINT", -1] + by["POINT_LATE", -1] > 0.3
    assert fit.main(["district-noir", "--games", "10"]) == 0 and "surprise" in capsys.readouterr().out


def test_a_compiled_engine_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "is_compiled", lambda: True)
    assert fit.main(["district-noir"]) == 2 and "interpreted" in capsys.readouterr().err
