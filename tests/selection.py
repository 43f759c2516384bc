"""Which cases of a test are tried, and how many of them one test id stands for.

`./dev test` tries some cases where many are alike; `--thorough` tries all. A case of its own costs
pytest about 2 ms; where its work costs less, `for_each` tries all cases in one test.
"""

from __future__ import annotations

import inspect
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")
Ids = Callable[[Any], Any] | Iterable[str] | None
MAX_NAME = 80
NEEDS_PACKAGES = "it needs packages that only ./dev test --thorough installs"
_options = {"thorough": True}
"""Programs beside the tests, which nobody tells, take everything."""


def program(name: str) -> str:
    """A program that the thorough packages bring, or that this machine has; skips the test where
    there is none."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        pytest.skip(NEEDS_PACKAGES)
    return found


def set_thorough(thorough: bool) -> None:
    """What `--thorough` says; called before any test module is imported."""
    _options["thorough"] = thorough


def is_thorough() -> bool:
    """Whether the run was asked to try every case."""
    return _options["thorough"]


def some_of(values: Iterable[T], stride: int) -> list[T]:
    """Every `stride`-th of the values, beginning with the first; with `--thorough` all."""
    return list(values)[:: 1 if is_thorough() else stride]


def tries(few: int, *, thorough: int) -> int:
    """How often a test tries what chance makes: `thorough` times with `--thorough`."""
    return thorough if is_thorough() else few


def in_turns(values: Sequence[T], number: int, few: int) -> list[T]:
    """`few` of the values, other ones for each number; with `--thorough` all."""
    if is_thorough() or few >= len(values):
        return list(values)
    return [values[(number * few + offset) % len(values)] for offset in range(few)]


def for_each(
    names: str | Sequence[str], cases: Iterable[Any] | Callable[[], Iterable[Any]], *, ids: Ids = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try all cases in one test, which fails at its end and names every case that failed.

    Takes what `pytest.mark.parametrize` takes; cases that take long to make are a function, called by the
    test. The cases share the test's fixtures.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    given = cases if callable(cases) else list(cases)
    title_of = ids if callable(ids) or ids is None else list(ids)

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def all_cases(*args: Any, **fixtures: Any) -> None:
            listed = list(given() if callable(given) else given)
            if not listed:
                pytest.skip("What these cases are made of is not here.")
            failures: dict[str, BaseException] = {}
            skipped: list[BaseException] = []
            for number, case in enumerate(listed):
                values = dict(zip(arguments, _values(case, len(arguments)), strict=True))
                try:
                    test(*args, **fixtures, **values)
                except pytest.skip.Exception as skip:
                    skipped.append(skip)
                except (Exception, pytest.fail.Exception) as failure:  # noqa: BLE001 - each is raised below
                    title = _title(number, case, title_of)
                    failure.add_note(f"This is the case {title}.")
                    failures[title] = failure
            if failures:
                summary = f"{len(failures)} of {len(listed)} cases failed: {'; '.join(failures)}"
                raise BaseExceptionGroup(summary, list(failures.values()))
            if skipped and len(skipped) == len(listed):
                raise skipped[0]

        all_cases.__signature__ = _without(arguments, test)  # type: ignore[attr-defined]  # read by inspect
        return all_cases

    return decorate


def _values(case: Any, size: int) -> Sequence[Any]:
    if isinstance(case, ParameterSet):
        return case.values
    return (case,) if size == 1 else case


def _title(number: int, case: Any, ids: Callable[[Any], Any] | Sequence[str] | None) -> str:
    if isinstance(case, ParameterSet) and case.id is not None:
        return str(case.id)
    if callable(ids):
        return f"{ids(case)}"
    if ids is not None:
        return ids[number]
    name = case if isinstance(case, str) else repr(case)
    return name if name.isprintable() and len(name) <= MAX_NAME else f"{number}: {name[:MAX_NAME]!a}"


def _without(names: Sequence[str], test: Callable[..., None]) -> inspect.Signature:
    signature = inspect.signature(test)
    missing = set(names) - set(signature.parameters)
    assert not missing, f"{test.__name__} takes no {', '.join(sorted(missing))}"
    kept = [value for name, value in signature.parameters.items() if name not in names]
    return signature.replace(parameters=kept)
