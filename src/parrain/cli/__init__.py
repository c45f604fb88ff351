"""The command line: `parrain games`, `parrain play`, `parrain simulate`, … (docs/cli.md)."""

from parrain.cli.app import main

__all__ = ["main"]
