"""The documentation under /docs: files of a folder, under a policy of their own."""

import base64
import hashlib
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from tests.conftest import MakeApp
from webapp.settings import Settings

SCRIPT = "var a = 1"
PAGE = f'<title>Crosswire</title><script>{SCRIPT}</script><script type="application/json">{{}}</script>'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site" / "html"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "assets" / "app.js").write_text("1")
    (folder / "assets" / "data").write_text("<script>1</script>")
    (tmp_path / "site" / "beside.html").write_text("not for others")
    (folder / "out.html").symlink_to(tmp_path / "site" / "beside.html")
    return folder


@pytest.fixture
def reader(make_app: MakeApp, settings: Settings, site: Path) -> FlaskClient:
    return make_app(settings.model_copy(update={"docs": site})).test_client()


def test_a_built_site_is_served_with_a_policy_of_its_own(reader: FlaskClient) -> None:
    assert reader.get("/docs").location == "/docs/index.html"
    answer = reader.get("/docs/index.html")
    assert (answer.text, answer.mimetype) == (PAGE, "text/html")
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert f"script-src 'self' 'sha256-{digest}'; " in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert digest not in reader.get("/docs/assets/app.js").headers["Content-Security-Policy"]
    assert "worker-src" not in reader.get("/").headers["Content-Security-Policy"]


def test_a_page_that_a_browser_has_is_not_sent_again(reader: FlaskClient, site: Path) -> None:
    first = reader.get("/docs/index.html")
    assert first.headers["Cache-Control"] == "no-cache"
    again = reader.get("/docs/index.html", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    (site / "index.html").write_text(PAGE + "new")
    assert reader.get("/docs/index.html", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "../beside.html",
        "%2e%2e/beside.html",
        "out.html",
        "assets",
        "none.html",
        "/etc/passwd",
        "a%00b",
        "a" * 999,
    ],
)
def test_nothing_beside_the_site_is_served(reader: FlaskClient, path: str) -> None:
    answer = reader.get(f"/docs/{path}", follow_redirects=True)
    assert answer.status_code == 404
    assert "not for others" not in answer.text


def test_a_file_of_an_unknown_kind_is_no_page(reader: FlaskClient) -> None:
    assert reader.get("/docs/assets/data").mimetype == "application/octet-stream"


@pytest.mark.parametrize("path", ["/docs", "/docs/tour.html"])
def test_where_the_site_is_not_built_a_page_says_how(
    make_app: MakeApp, settings: Settings, tmp_path: Path, path: str
) -> None:
    bare = make_app(settings.model_copy(update={"docs": tmp_path / "none"})).test_client()
    answer = bare.get(path)
    assert answer.status_code == 404
    assert "<code>./dev docs --site</code>" in answer.text
    assert "<code>CROSSWIRE_DOCS</code>" in answer.text
    for page in ("/rules", "/errors", "/targets", "/formats"):
        assert f'<a href="{page}">' in answer.text


def test_each_page_leads_to_the_documentation(client: FlaskClient) -> None:
    assert '<a href="/docs">' in client.get("/reference").text
