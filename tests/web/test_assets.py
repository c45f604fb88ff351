"""Scripts and styles: cached for ever under a versioned address, and never an old one after an upgrade."""

from __future__ import annotations

import re

import pytest

from parrain.web.render import assets, html
from parrain.web.render.bundle import bundle
from tests.web.server import Server


def test_what_pages_ask_for_is_kept_for_ever(server: Server) -> None:
    page = server.http.get("/").text
    asked = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    now = {"icon.svg", "icon-180.png", "board.css", "parrain.css", "home.bundle.js"}
    soon = {"table.css", "table.bundle.js"}
    assert {each.rpartition("/")[2] for each in asked} == now | soon
    for path in asked:
        answer = server.http.get(path)
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"], path
        assert path.startswith(f"/static/{assets.version()}/")
    script = server.http.get(assets.address("table.bundle.js"))
    assert script.headers["content-type"].startswith("text/javascript")
    assert not re.search(r"^(import|export)", script.text, re.MULTILINE), "one request for all modules"
    assert script.headers["content-encoding"] == "gzip" and script.headers["vary"] == "Accept-Encoding"
    plain = server.http.get(assets.address("table.bundle.js"), headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.text == script.text


def test_a_bundle_leads_back_to_its_modules(server: Server) -> None:
    script = server.http.get(assets.address("table.bundle.js")).text
    found = server.http.get(assets.address(script.split("sourceMappingURL=")[1].strip())).json()
    lines = script.split("\n")
    modules = [section["map"]["sources"][0] for section in found["sections"]]
    assert modules[-1] == "table.js" and modules.index("parrain.js") < modules.index("stage.js"), "imports come first"
    for name, section in zip(modules, found["sections"], strict=True):
        source = server.http.get(assets.address(name)).text.rstrip().split("\n")
        assert section["map"]["mappings"] == ";".join(["AAAA"] + ["AACA"] * (len(source) - 1)), "line by line"
        first = section["offset"]["line"]
        same = [
            (here, there)
            for here, there in zip(lines[first : first + len(source)], source, strict=True)
            if not there.startswith("import ")
        ]
        assert all(here.strip() == there.removeprefix("export ").strip() for here, there in same), name


@pytest.mark.parametrize(
    ("sources", "words"),
    [
        ({"a": 'import { b } from "./b.js";', "b": 'import { a } from "./a.js";'}, "a > b > a"),
        ({"a": "export default 1;"}, "export default 1"),
        ({"a": 'import * as b from "./b.js";', "b": ""}, "import . as b"),
    ],
)
def test_what_a_bundle_cannot_hold_is_refused(sources: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        bundle("a", sources)


def test_pages_themselves_are_never_kept(server: Server) -> None:
    assert server.http.get("/").headers["cache-control"] == "no-store"


def test_an_address_of_another_version_gets_what_there_is_now(server: Server) -> None:
    for path in ("/static/0123456789ab/parrain.js", "/static/parrain.js", "/board.css"):
        answer = server.http.get(path)
        assert answer.status_code == 200 and answer.headers["cache-control"] == "no-cache", path
        again = server.http.get(path, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304 and not again.content
        changed = server.http.get(path, headers={"if-none-match": '"old"'})
        assert changed.status_code == 200 and changed.content == answer.content


@pytest.mark.parametrize(
    "path", ["/static/x/../app.py", "/static/x/%2e%2e%2fapp.py", "/static/nothing.js", "/static/", "/static/a/b/c.js"]
)
def test_nothing_else_is_served(server: Server, path: str) -> None:
    assert server.http.get(path).status_code == 404


def test_another_content_is_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    before, page = assets.version(), html.page("problem.html", "en", code=404, text="")
    changed = {**assets.assets(), "board.js": assets.made("board.js", b"// mended")}
    monkeypatch.setattr(assets, "assets", lambda: changed)
    assets.version.cache_clear()
    try:
        assert assets.version() != before
        assert html.page("problem.html", "en", code=404, text="") != page, "the page asks for all of them anew"
    finally:
        assets.version.cache_clear()


def test_the_app_can_be_installed(server: Server) -> None:
    page = server.http.get("/?lang=fr", headers={"accept": "text/html"})
    assert (
        '<link rel="manifest" href="/manifest.webmanifest">' in page.text and page.headers["content-language"] == "fr"
    )
    manifest = server.http.get("/manifest.webmanifest?lang=fr")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    about = manifest.json()
    assert about["lang"] == "fr" and about["display"] == "standalone" and about["start_url"] == "/"
    for icon in about["icons"]:
        data = server.http.get(icon["src"])
        assert data.status_code == 200 and data.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            size = "x".join(str(int.from_bytes(data.content[at : at + 4], "big")) for at in (16, 20))
            assert icon["sizes"] == size
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in about["icons"]}


def test_the_service_worker_keeps_only_what_is_there(server: Server) -> None:
    script = server.http.get("/sw.js")
    assert (
        script.headers["cache-control"] == "no-cache"
        and assets.version() in script.text
        and '"ASSETS"' not in script.text
    )
    for path in re.findall(r'"(/(?:static|offline\?)[^"]*)"', script.text):
        assert server.http.get(path).status_code == 200, path
    for language, word in (("en", "Try again"), ("fr", "Réessayer")):
        page = server.http.get(f"/offline?lang={language}").text
        assert word in page and set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page)) <= {
            *re.findall(r'"(/static/[^"]+)"', script.text),
            assets.address("icon-180.png"),
        }
