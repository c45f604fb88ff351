"""The table in the browser: pages, sockets, an API for others. It shows Views, never States."""
