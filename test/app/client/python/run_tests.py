"""Lists or runs tests of the standard library's `unittest`, one line of JSON a test.

    run_tests.py list MODULE...
    run_tests.py run MODULE...
"""

import json
import sys
import unittest
from collections.abc import Iterator
from typing import Any


class LineResult(unittest.TestResult):
    """Prints the outcome of each test as soon as it is known."""

    def addSuccess(self, test: unittest.TestCase) -> None:
        super().addSuccess(test)
        _print(test, "passed")

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        super().addError(test, err)
        _print(test, "failed", self.errors[-1][1])

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:
        super().addFailure(test, err)
        _print(test, "failed", self.failures[-1][1])

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        super().addSkip(test, reason)
        _print(test, "failed", f"skipped, which the list of tests does not know: {reason}")

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: Any) -> None:
        super().addSubTest(test, subtest, err)
        if err is not None:
            _print(test, "failed", f"{subtest}\n{(self.errors + self.failures)[-1][1]}")


def _print(test: unittest.TestCase, outcome: str, text: str = "") -> None:
    print(json.dumps({"id": test.id(), "outcome": outcome, "text": text}), flush=True)


def _cases(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from _cases(each)
        else:
            yield each


def main(command: str, modules: list[str]) -> None:
    suite = unittest.defaultTestLoader.loadTestsFromNames(modules)
    if command == "list":
        for case in _cases(suite):
            words = case.shortDescription() or case.id()
            print(json.dumps({"id": case.id(), "words": words}))
    else:
        suite.run(LineResult())


main(sys.argv[1], sys.argv[2:])
