"""The HTTP side: pages, API, assets, and the guards around them."""
