"""Which small faults the tests find: 40 flipped conditions, one after another, in a copy of the checkout.

python -m bench.faults                 the sample, and the test that finds each fault, by the default run
python -m bench.faults --thorough      what that misses is tried with --thorough too
python -m bench.faults --list          only the sample
python -m bench.faults --only 3 17     some of it

One run of all tests first tells which tests come to each condition; only these are asked, those that come
to the fewest conditions first, a browser's last. Faults that change no outcome are to be judged by hand.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.fault_places import Fault, chosen

ROOT = Path(__file__).parents[1]
REPORTER = '''
import os

told = set()


def at(fault):
    """Note that the test that runs came to a condition."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if (fault, test) not in told:
        told.add((fault, test))
        with open({file!r}, "a") as file:
            file.write(f"{{fault}} {{test}}\\n")
'''
HOW = ("-q", "--tb=no", "-rfE", "-p", "no:cacheprovider")
QUICK_TRY = 30
"""How many tests are asked before whole files are."""
LONGEST, LONGEST_AT_WORK = 3600, 300
"""Seconds, and seconds of CPU, after which a run that does not end counts as a fault that was found."""
FEWER_CASES = ("tests.selection", "hypothesis", "tests.measured", "tests.shared_corpus", "mark.thorough")
"""What a test module names in which `--thorough` tries more."""
FAILING = "failing"
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


@dataclass
class Reached:
    """Which tests came to which condition."""

    tests: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    failing: list[str] = field(default_factory=list)
    """Tests that fail without any fault, in the copy: they can find none."""

    def in_order(self, fault: Fault) -> list[str]:
        """The tests that came to this condition, those that came to fewest conditions first."""
        conditions_of = Counter(test for tests in self.tests.values() for test in tests)
        return sorted(self.tests[fault.rank] - {""}, key=lambda test: (conditions_of[test], test))


@dataclass(frozen=True)
class Copy:
    """A copy of the checkout, in which one file at a time is changed."""

    root: Path

    @contextmanager
    def changed(self, changes: dict[str, bytes]) -> Iterator[None]:
        kept = {name: (self.root / name).read_bytes() for name in changes}
        for name, source in changes.items():
            self._write(name, source)
        try:
            yield
        finally:
            for name, source in kept.items():
                self._write(name, source)

    def _write(self, name: str, source: bytes) -> None:
        """With a time later than before, by which Python knows that what it compiled is old."""
        file = self.root / name
        later = file.stat().st_mtime + 2
        file.write_bytes(source)
        os.utime(file, (later, later))

    def run_tests(self, *arguments: str, most: int | str = "unlimited") -> str:
        """What pytest says in the end, after at most these seconds of CPU; empty when it found nothing."""
        within = ("sh", "-c", f'ulimit -t {most}; exec "$@"', "sh")
        variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        command = [sys.executable, "-m", "pytest", *HOW, *arguments]
        try:
            run = subprocess.run(
                [*within, *command],
                cwd=self.root,
                env=variables,
                capture_output=True,
                text=True,
                timeout=LONGEST,
            )
        except subprocess.TimeoutExpired:
            return "ERROR it does not end"
        # 5: all tests that were named are left out by their markers
        if run.returncode in (0, 5):
            return ""
        return run.stdout + run.stderr or f"ERROR pytest ended with {run.returncode}"


def copied(folder: Path) -> Copy:
    """The files that Git knows or would take, as they stand."""
    root = folder / "checkout"
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)
    if (data := ROOT.parent / "shared").exists():
        (folder / "shared").symlink_to(data.resolve())
    return Copy(root)


def run_all(copy: Copy, faults: Sequence[Fault], told: Path) -> None:
    """One run of all tests, in which every condition tells a file who comes to it."""
    (copy.root / "reached_faults.py").write_text(REPORTER.format(file=str(told)))
    sources = {fault.file: fault.reported((copy.root / fault.file).read_bytes()) for fault in faults}
    with copy.changed(sources):
        said = copy.run_tests("-n0")
    with told.open("a") as file:
        file.writelines(f"{FAILING} {test}\n" for test in FAILED.findall(said))


def read_back(told: Path) -> Reached:
    found = Reached()
    for line in told.read_text().splitlines():
        what, _, test = line.partition(" ")
        if what == FAILING:
            found.failing.append(test)
        else:
            found.tests[what].add(test)
    return found


def finder(copy: Copy, fault: Fault, reached: Reached) -> str | None:
    """The test of the default run that finds a fault."""
    tests = reached.in_order(fault)
    quick = [test for test in tests if not test.startswith("tests/browser/")]
    files = {test.partition("::")[0]: None for test in [*quick, *tests]}
    others = [file for file in files if not file.startswith("tests/browser/")]
    driving = [file for file in files if file.startswith("tests/browser/")]
    if "" in reached.tests[fault.rank]:  # while something was imported: any test may stand on it
        others.append("tests")
    steps = (quick[:QUICK_TRY], others, driving)
    return next((found for step in steps if (found := asked(copy, fault, reached, step))), None)


def thorough_finder(copy: Copy, fault: Fault, reached: Reached) -> str | None:
    """The test that finds a fault only with `--thorough`: of those that try more then."""
    trying_more = [name for name in test_files(copy.root) if tries_more(copy.root / name)]
    came = {test.partition("::")[0] for test in reached.tests[fault.rank]}
    files = [name for name in trying_more if name in came] or trying_more
    return asked(copy, fault, reached, files, "--thorough")


def test_files(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.glob("tests/**/test_*.py"))


def tries_more(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    return any(name in text for name in FEWER_CASES)


def asked(copy: Copy, fault: Fault, reached: Reached, tests: Iterable[str], *arguments: str) -> str | None:
    """The first of these tests that fails with the fault in its place."""
    named = list(tests)
    if not named:
        return None
    left_out = [f"--deselect={test}" for test in reached.failing]
    source = (copy.root / fault.file).read_bytes()
    with copy.changed({fault.file: fault.in_place(source)}):
        said = copy.run_tests("-x", "-n0", *left_out, *arguments, *named, most=LONGEST_AT_WORK)
    if not said:
        return None
    return next(iter(FAILED.findall(said)), said.strip().splitlines()[-1])


def row(number: int, fault: Fault, *more: str) -> str:
    before, after = (" ".join(text.split()).replace("|", "\\|") for text in (fault.before, fault.after))
    cells = [str(number), fault.area, f"{fault.file}:{fault.line}", f"`{before}`", f"`{after}`", *more]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.faults")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--list", action="store_true", help="only the sample")
    parser.add_argument("--only", type=int, nargs="+", help="these of the sample")
    parser.add_argument("--thorough", action="store_true", help="try with --thorough what is missed")
    parser.add_argument("--told", type=Path, help="which tests come to which condition: kept in this file")
    options = parser.parse_args()
    faults = chosen(ROOT, options.seed)
    wanted = [(number, one) for number, one in enumerate(faults, 1) if number in (options.only or [number])]
    if options.list:
        print("\n".join(row(number, fault) for number, fault in wanted))
        return
    with tempfile.TemporaryDirectory(prefix="cw-faults-") as folder:
        copy = copied(Path(folder))
        told = (options.told or Path(folder) / "told").resolve()
        if not told.exists():
            run_all(copy, faults, told)
        report(copy, wanted, read_back(told), thorough=options.thorough)


def report(copy: Copy, wanted: Sequence[tuple[int, Fault]], reached: Reached, *, thorough: bool) -> None:
    """A line for each fault as soon as it is known, and the counts."""
    for test in reached.failing:
        print(f"without any fault this fails in the copy, and is not asked: {test}")
    counts: Counter[str] = Counter()
    for number, fault in wanted:
        found, by = finder(copy, fault, reached), "default"
        if not found and thorough:
            found, by = thorough_finder(copy, fault, reached), "thorough"
        counts[by if found else "none"] += 1
        came = len(reached.tests[fault.rank])
        print(row(number, fault, by if found else f"none of {came} that come to it", found or ""), flush=True)
    print(f"{dict(counts)} of {len(wanted)}")


if __name__ == "__main__":
    main()
