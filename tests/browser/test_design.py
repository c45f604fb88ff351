"""The designer's page: a value is changed, compared, downloaded and played."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import parrain
from tests.browser.test_open_to_all import violations


def test_a_value_is_changed_compared_downloaded_and_played(visit: Callable[..., Any], tmp_path: Path) -> None:
    page = visit("/rules/district-noir/design", size="phone")
    assert page.locator("#compare").is_disabled()
    page.fill('input[name="scoring.set"]', "9")
    assert page.inner_text("#changes") == "scoring.set = 9"
    page.select_option("#most", "50")
    page.click("#compare")
    page.wait_for_selector('#result[data-state="done"]')
    assert page.inner_text("#played") == "50 of at most 50"
    assert page.locator("#chart svg .after").count() == 2
    assert page.locator("#said li").count() == 3
    assert violations(page) == []
    with page.expect_download() as loading:
        page.click("#download")
    file = tmp_path / "house.toml"
    loading.value.save_as(file)
    assert tomllib.loads(file.read_text("utf-8"))["scoring"]["set"] == 9
    assert parrain.game("district-noir", file).edition.name == loading.value.suggested_filename.removesuffix(".toml")
    page.click("#play")
    page.wait_for_url("**/new/district-noir?edition=house-*")
    assert page.input_value("#edition").startswith("house-")
    page.click("#new .solid")
    page.wait_for_selector("#board svg")
