"""The stylesheet and the scripts that pages load are put together from ours, and never asked for again."""

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from tests.selection import for_each
from webapp.assets.script import UnknownModuleForm, script
from webapp.assets.stylesheet import stylesheet
from webapp.packing import unpack
from webapp.settings import data_dir


def loaded(page: str) -> list[str]:
    return re.findall(r'(?:src|href)="(/static/[^"]+)"', page)


@pytest.fixture
def js(tmp_path: Path) -> Path:
    return tmp_path


def test_a_page_loads_four_files_that_are_kept_for_good(client: FlaskClient) -> None:
    files = loaded(client.get("/").text)
    assert [re.sub(r"\.[0-9a-f]{12}\.", ".", file) for file in files] == [
        "/static/icon.svg",
        "/static/app.css",
        "/static/main.js",
        "/static/htmx.js",
    ]
    for file in files:
        answer = client.get(file)
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert (
            client.get(file, headers={"Accept-Encoding": "zstd, gzip"}).headers["Content-Encoding"] == "zstd"
        )


@for_each("coding, unpacked", [("gzip", gzip.decompress), ("zstd", unpack)])
def test_packed_files_are_the_same_files(client: FlaskClient, coding: str, unpacked) -> None:
    for file in loaded(client.get("/").text):
        plain, packed = client.get(file), client.get(file, headers={"Accept-Encoding": coding})
        assert packed.headers["Content-Encoding"] == coding
        assert packed.headers["Vary"] == "Accept-Encoding"
        assert unpacked(packed.data) == plain.data


def test_the_name_of_an_older_file_gives_todays_and_is_not_kept(client: FlaskClient) -> None:
    [todays] = [file for file in loaded(client.get("/").text) if file.endswith(".css")]
    older = client.get("/static/app.000000000000.css")
    assert older.data == client.get(todays).data
    assert older.headers["Cache-Control"] == "no-cache"


@for_each("name", ["app.css", "main", "nothing.000000000000.js", "app.000000000000.js", "..%2Fapp.css"])
def test_other_names_are_no_files(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/static/{name}")
    assert answer.status_code == (200 if name == "app.css" else 404)


def test_every_stylesheet_and_script_is_loaded_by_pages() -> None:
    folder = data_dir("static")
    css = stylesheet(folder / "css/app.css")
    js = script(folder / "js/main.js") + script(folder / "js/editor.js")
    assert "@import" not in css
    for path in folder.glob("css/*.css"):
        last = path.read_text().rstrip().splitlines()[-2].strip()
        assert path.name == "app.css" or last in css
    assert {f"// {path.name}" for path in folder.glob("js/*.js")} <= set(js.splitlines())


def test_a_module_comes_after_those_that_it_imports_and_keeps_its_names(js: Path) -> None:
    (js / "main.js").write_text(
        'import { one, two as other } from "./b.js";\nimport "./c.js";\nlet x = one;\n'
    )
    (js / "b.js").write_text(
        "// why\nexport const one = 1;\nlet x = 2;\nexport async function two() {}\nexport { x };\n"
    )
    (js / "c.js").write_text('import { one } from "./b.js"; // again\nx(one);\n')
    assert script(js / "main.js").splitlines() == [
        *("// b.js", "const $b = {};", "{", "const one = 1;", "let x = 2;", "async function two() {}"),
        *("Object.assign($b, { one, two, x });", "}"),
        *("// c.js", "const $c = {};", "{", "const { one } = $b;", "x(one);", "}"),
        *("// main.js", "const $main = {};", "{", "const { one, two: other } = $b;", "let x = one;", "}"),
    ]


@for_each(
    "line, said",
    [
        ('import x from "./b.js";', "is not understood"),
        ("export default 1;", "is not understood"),
        ("export let x = 1;", "is not understood"),
        ('import { x } from "./main.js";', "go in a circle"),
        ("const text = `a", "goes over lines"),
    ],
)
def test_what_is_not_understood_in_a_module_is_named(js: Path, line: str, said: str) -> None:
    (js / "main.js").write_text(f"{line}\n")
    with pytest.raises(UnknownModuleForm, match=said):
        script(js / "main.js")


# Pages


def test_a_page_is_packed_for_those_who_unpack(client: FlaskClient) -> None:
    plain = client.get("/rules").data
    for coding, unpacked in (("gzip", gzip.decompress), ("zstd", unpack)):
        packed = client.get("/rules", headers={"Accept-Encoding": coding})
        assert packed.headers["Content-Encoding"] == coding
        assert len(packed.data) < len(plain) / 2
        assert without_nonces(unpacked(packed.data)) == without_nonces(plain)


def without_nonces(page: bytes) -> bytes:
    return re.sub(rb'nonce="[^"]*"', b"", page)


@for_each(
    "site, is_packed", [("cross-site", False), ("same-site", False), (None, False), ("same-origin", True)]
)
def test_what_another_site_asks_for_with_words_of_its_own_is_not_packed(
    client: FlaskClient, site: str | None, is_packed: bool
) -> None:
    headers = {"Accept-Encoding": "gzip"} | ({} if site is None else {"Sec-Fetch-Site": site})
    assert ("Content-Encoding" in client.get("/library?q=guess", headers=headers).headers) is is_packed
    assert "Content-Encoding" in client.get("/library", headers=headers).headers


def test_files_to_keep_and_heads_are_not_packed(client: FlaskClient) -> None:
    headers = {"Accept-Encoding": "gzip"}
    assert "Content-Encoding" not in client.head("/reference", headers=headers).headers
    assert "Content-Encoding" not in client.get("/healthz", headers=headers).headers
