"""The proxy configurations of docs/serving.md, tried: `python -m tests.web.behind_proxy nginx` (or caddy).

Takes the block out of the document, changes only names of files and ports, makes a certificate, starts the proxy and
`parrain serve --public play.example.org --https` behind it, and plays a whole game of District Noir through TLS.
"""

from __future__ import annotations

import json
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

NAME = "play.example.org"
DOCS = Path(__file__).parents[2] / "docs" / "serving.md"


def free_port() -> int:
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return int(each.getsockname()[1])


def block(title: str) -> str:
    """The configuration that the document gives."""
    section = DOCS.read_text("utf-8").partition(f"## Behind {title}\n")[2].partition("\n## ")[0]
    return "\n".join(line[4:] for line in section.splitlines() if line.startswith("    ") or not line.strip()).strip()


def certificate(folder: Path) -> None:
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        f"/CN={NAME}",
        "-addext",
        f"subjectAltName=DNS:{NAME}",
        "-keyout",
        str(folder / "key.pem"),
        "-out",
        str(folder / "cert.pem"),
    ]
    subprocess.run(command, check=True, capture_output=True)


def nginx(folder: Path, port: int, behind: int) -> list[str]:
    """nginx with the document's server and map, and nothing else that matters."""
    server = (
        block("nginx")
        .replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
        .replace("127.0.0.1:8420", f"127.0.0.1:{behind}")
    )
    server = re.sub(r"/etc/\S+fullchain.pem", str(folder / "cert.pem"), server)
    server = re.sub(r"/etc/\S+privkey.pem", str(folder / "key.pem"), server)
    outside = re.search(r"`(map \$http_upgrade[^`]*)`", DOCS.read_text("utf-8"))
    form = re.search(r"`(log_format plain[^`]*)`", DOCS.read_text("utf-8"))
    assert outside is not None and form is not None
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ {form[1]} access_log {folder}/access.log plain; {outside[1]}\n{server}\n}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, behind: int) -> list[str]:
    """Caddy with the document's site, and our certificate: nobody can fetch one for an example."""
    site = block("Caddy").replace("127.0.0.1:8420", f"127.0.0.1:{behind}")
    site = site.replace("{\n", f"{{\n    tls {folder}/cert.pem {folder}/key.pem\n", 1)
    head = (
        f"{{\n    admin off\n    auto_https disable_redirects\n    https_port {port}\n    default_bind 127.0.0.1\n}}\n"
    )
    (folder / "Caddyfile").write_text(head + site + "\n")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def wait_for(port: int) -> None:
    for _ in range(300):
        with socket.socket() as each:
            if each.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError(f"nobody listens at {port}")


class Inside(httpx.HTTPTransport):
    """The name of the example, found on this machine."""

    def __init__(self, port: int, trust: ssl.SSLContext) -> None:
        super().__init__(verify=trust)
        self.port = port

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions["sni_hostname"] = NAME
        request.url = request.url.copy_with(host="127.0.0.1", port=self.port)
        return super().handle_request(request)


def check(port: int, folder: Path) -> str:
    """What must hold behind a proxy, and a whole game."""
    trust = ssl.create_default_context(cafile=str(folder / "cert.pem"))
    http = httpx.Client(base_url=f"https://{NAME}", transport=Inside(port, trust), timeout=120)
    page = http.get("/")
    assert page.status_code == 200 and "max-age=31536000" in page.headers["strict-transport-security"]
    script = re.search(r'src="(/static/[^"]+)"', page.text)
    assert script is not None and "immutable" in http.get(script[1]).headers["cache-control"]
    here = {"Origin": f"https://{NAME}"}
    seats = [{"kind": "person", "name": "Lana"}, {"kind": "bot", "bot": "easy"}]
    made = http.post("/api/tables", json={"game": "district-noir", "seats": seats}, headers=here)
    assert made.status_code == 201, made.text
    assert made.json()["link"].startswith(f"https://{NAME}/t/"), made.json()["link"]
    assert "Secure" in made.headers["set-cookie"] and "HttpOnly" in made.headers["set-cookie"]
    elsewhere = http.post(
        "/api/tables", json={"game": "district-noir", "seats": seats}, headers={"Origin": "https://elsewhere.example"}
    )
    assert elsewhere.status_code == 403
    assert "Parrain" not in http.get("/", headers={"Host": "elsewhere.example"}).text, (
        "under another name there is nothing"
    )
    cookie = made.headers["set-cookie"].partition(";")[0]
    table = made.json()["table"]
    return play(port, trust, table, cookie)


def play(port: int, trust: ssl.SSLContext, table: str, cookie: str) -> str:
    line = socket.create_connection(("127.0.0.1", port))
    choices = 0
    with connect(
        f"wss://{NAME}/ws/{table}?pictures=none",
        sock=line,
        ssl=trust,
        server_hostname=NAME,
        origin=f"https://{NAME}",  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie},
        max_size=None,
        open_timeout=120,
    ) as wire:
        while True:
            shown: dict[str, Any] = json.loads(wire.recv(timeout=120))
            if shown["is"] != "shown":
                continue
            if shown["over"]:
                return f"a whole game of {choices} choices through wss://{NAME}: {shown['prompt']}"
            if shown["choices"]:
                choices += 1
                wire.send(
                    json.dumps(
                        {"do": "choose", "seat": 0, "step": shown["step"], "action": shown["choices"][0]["action"]}
                    )
                )


def main(which: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        certificate(folder)
        port, behind = free_port(), free_port()
        serve = [
            sys.executable,
            "-m",
            "parrain",
            "serve",
            "--port",
            str(behind),
            "--data",
            str(folder / "x.db"),
            "--no-browser",
            "--public",
            NAME,
            "--https",
            "--pause",
            "0",
        ]
        started = [
            subprocess.Popen(serve),
            subprocess.Popen({"nginx": nginx, "caddy": caddy}[which](folder, port, behind)),
        ]
        try:
            wait_for(behind)
            wait_for(port)
            print(f"{which}: {check(port, folder)}")
            log = folder / "access.log"
            assert not log.exists() or "pictures" not in log.read_text(), "no queries in the log"
        finally:
            for each in started:
                each.terminate()
                each.wait(20)


if __name__ == "__main__":
    main(sys.argv[1])
