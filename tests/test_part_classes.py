"""What asks every part of a log asks `type(part) is TextPart`, which is right only as long as nothing is
derived from the classes of parts."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import crosswire
from crosswire.model import Message, Part


def test_nothing_is_derived_from_a_class_of_parts_or_from_messages() -> None:
    for module in pkgutil.walk_packages(crosswire.__path__, "crosswire."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    classes = [Message, *Part.__subclasses__()]
    assert len(classes) > 8
    assert {one: one.__subclasses__() for one in classes if one.__subclasses__()} == {}
