"""The examples of docs/adapters.md run as they stand."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs" / "adapters.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(5))
def test_example(number, capsys):
    assert len(EXAMPLES) == 5
    exec(compile(EXAMPLES[number], f"docs/adapters.md, example {number + 1}", "exec"), {"__name__": "example"})
    told = capsys.readouterr().out.split("\n")
    assert len(told) == (1, 3, 2, 2, 4)[number], told
