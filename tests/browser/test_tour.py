"""The tour is followed word by word, and its pictures are there."""

import struct

import pytest
from playwright.sync_api import Page
from tests.browser.tour import TOUR, VIEWPORT, follow

LARGEST = 150_000
"""Bytes of a picture."""


@pytest.mark.thorough
def test_the_tour_is_followed_word_by_word(page: Page, live_server: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    pictures = [TOUR.parent / name for name in follow(page, live_server)]
    assert [picture.name for picture in pictures] == ["tour-paste.png", "tour-wrong.png"]
    for picture in pictures:
        data = picture.read_bytes()
        assert struct.unpack(">II", data[16:24]) == (VIEWPORT["width"], VIEWPORT["height"])
        assert len(data) <= LARGEST
