"""The stylesheet and the scripts that pages load are put together from ours, and never asked for again."""

import gzip
import re
from pathlib import Path

import pytest
from bench.made_up import upload
from flask.testing import FlaskClient
from tests.selection import for_each
from tests.webapp.samples import chat
from webapp.assets import Assets
from webapp.assets.script import UnknownModuleForm, modules, script
from webapp.assets.stylesheet import stylesheet
from webapp.packing import unpack
from webapp.settings import data_dir


def loaded(page: str) -> list[str]:
    return re.findall(r'(?:src|href)="(/static/[^"]+)"', page)


@pytest.fixture
def js(tmp_path: Path) -> Path:
    return tmp_path


def bundles(page: str) -> list[str]:
    return [re.sub(r"/static/|\.[0-9a-f]{12}", "", file) for file in loaded(page)]


def test_a_page_loads_the_bundle_of_its_family_and_what_it_has_beside_it(client: FlaskClient) -> None:
    log = client.post("/api/conversations", data=chat()).json["slug"]
    for path, (css, js) in {
        "/": ("home", "home"),
        "/library": ("library", "library"),
        "/shares": ("library", "library"),
        "/rules": ("reference", "app"),
        "/nothing-here": ("app", "app"),
        f"/c/{log}": ("conversation", "conversation"),
        f"/c/{log}/print": ("conversation views", "conversation views"),
        f"/c/{log}/check": ("conversation views", "conversation views"),
        f"/c/{log}/json/edit": ("conversation views", "conversation views editor"),
    }.items():
        styles, scripts = [f"{one}.css" for one in css.split()], [f"{one}.js" for one in js.split()]
        assert bundles(client.get(path).text) == ["icon.svg", *styles, *scripts, "htmx.js"], path


def test_files_are_kept_for_good_and_may_load_nothing_themselves(client: FlaskClient) -> None:
    for file in loaded(client.get("/").text):
        answer = client.get(file)
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'"
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
    [todays] = [file for file in loaded(client.get("/nothing-here").text) if file.endswith(".css")]
    older = client.get("/static/app.000000000000.css")
    assert older.data == client.get(todays).data
    assert older.headers["Cache-Control"] == "no-cache"


@for_each("name", ["app.css", "app", "nothing.000000000000.js", "htmx.000000000000.css", "..%2Fapp.css"])
def test_other_names_are_no_files(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/static/{name}")
    assert answer.status_code == (200 if name == "app.css" else 404)


FOLDER = data_dir("static")


def modules_of(bundle: str) -> list[str]:
    return re.findall(r"^// (.*\.js)$", Assets(FOLDER)[f"{bundle}.js"].data.decode(), re.MULTILINE)


def test_every_stylesheet_and_script_stands_in_a_bundle() -> None:
    css = "".join(path.read_text() for path in FOLDER.glob("bundles/*.css"))
    assert set(re.findall(r"/css/([\w-]+)\.css", css)) == {path.stem for path in FOLDER.glob("css/*.css")}
    js = {module for path in FOLDER.glob("bundles/*.js") for module in modules_of(path.stem)}
    assert js == {path.name for path in FOLDER.glob("js/*.js")}


def test_a_page_of_several_bundles_loads_no_module_twice() -> None:
    loaded = [module for name in ("conversation", "views", "editor") for module in modules_of(name)]
    assert "announce.js" in loaded
    assert len(loaded) == len(set(loaded))


def test_each_bundle_of_a_family_begins_with_what_every_page_has() -> None:
    always = stylesheet(FOLDER / "bundles/app.css")
    declared = set(re.findall(r"\w+", always.partition(";")[0]))
    for path in FOLDER.glob("bundles/*.css"):
        text = stylesheet(path)
        assert "@import" not in text
        assert text.startswith(always) is (path.stem not in ("views", "mapping")), path.name
        used = set(re.findall(r"@layer (\w+)\{", text))
        assert used, path.name
        assert used <= declared, path.name


def test_a_module_comes_after_those_that_it_imports_and_keeps_its_names(js: Path) -> None:
    (js / "main.js").write_text(
        'import { one, two as other } from "./b.js";\nimport "./c.js";\nlet x = one;\n'
    )
    (js / "b.js").write_text(
        "// why\nexport const one = 1;\nlet x = 2;\nexport async function two() {}\nexport { x };\n"
    )
    (js / "c.js").write_text('import { one } from "./b.js"; // again\nx(one);\n')
    assert script(js / "main.js").splitlines() == [
        *("// b.js", "{", "const one=1;", "let x=2;", "async function two(){}"),
        *("globalThis.$b = { one, two, x };", "}"),
        *("// c.js", "{", "const{one}=$b;", "x(one);", "}"),
        *("// main.js", "{", "const{one,two:other}=$b;", "let x=one;", "}"),
    ]


def test_a_module_that_every_page_has_is_no_part_of_another_script(js: Path) -> None:
    (js / "app.js").write_text('import "./a.js";\n')
    (js / "a.js").write_text("export const one = 1;\n")
    (js / "home.js").write_text('import { one } from "./a.js";\n')
    assert "// a.js" in script(js / "home.js")
    loaded = script(js / "home.js", modules(js / "app.js"))
    assert loaded.splitlines() == ["// home.js", "{", "const{one}=$a;", "}"]


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


def test_a_first_visit_to_any_conversation_takes_60_kilobytes_with_gzip(client: FlaskClient) -> None:
    packed = {"Accept-Encoding": "gzip"}
    for messages in (6, 400):
        log = client.post("/api/conversations", data=upload(messages)).json["slug"]
        page = client.get(f"/c/{log}", headers=packed)
        files = [client.get(file, headers=packed) for file in loaded(gzip.decompress(page.data).decode())]
        sizes = [len(one.data) + len(str(one.headers)) for one in (page, *files)]
        assert len(sizes) <= 12
        assert sum(sizes) <= 60_000


def test_styles_lose_no_white_space_that_means_something(tmp_path: Path) -> None:
    (tmp_path / "main.css").write_text('@import url("one.css") layer(base);\n')
    (tmp_path / "one.css").write_text(
        '.a .b, .c:is(:hover, [title="x ; y"]) {\n  margin: 1px -2px calc(1px + 2px); /* why */\n'
        '  content: "a: {b}; ";\n}\n\n@media (width > 3em) {\n  .d { color: red; }\n}\n'
    )
    assert stylesheet(tmp_path / "main.css") == (
        '@layer base{.a .b,.c:is(:hover,[title="x ; y"]){margin:1px -2px calc(1px + 2px);'
        'content:"a: {b}; "}@media (width > 3em){.d{color:red}}}'
    )
