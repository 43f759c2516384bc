"""What holds for the sources of all templates."""

from pathlib import Path

TEMPLATES = Path(__file__).parent.parent / "templates"
LONGEST_LINE = 140


def test_no_line_of_a_template_is_longer_than_can_be_read_beside_another_file() -> None:
    long = [
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert not long
