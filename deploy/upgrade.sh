#!/bin/sh
# Bring a running deployment to the version of this checkout, one process at a time: nobody loses a choice, pages reconnect by themselves.
set -eu
compose="docker compose -f $(dirname "$0")/compose.yaml"
$compose build server-1
$compose run --rm migrate # only adds, so that servers of the version before go on meanwhile
for server in server-1 server-2 server-3; do
	$compose up --detach --no-deps --force-recreate "$server" # SIGTERM: it writes what was begun, and gives up its tables
	until $compose exec "$server" python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:8420/health', timeout=5)"; do sleep 1; done
done
$compose up --detach --no-deps --force-recreate think
