"""The last tagged answers, so that an unchanged one is not sent and costs nothing."""

import threading
from collections import OrderedDict
from typing import Any


class KeptAnswers:
    """The values that were read from the last answers, with their tags, by what was asked.

    Holds at most `answers_max`: the one that was not asked for the longest goes first.
    """

    def __init__(self, answers_max: int) -> None:
        self._lock = threading.Lock()
        self._answers_max = answers_max
        self._kept: OrderedDict[str, tuple[str, Any]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, target: str) -> tuple[str, Any] | None:
        """Returns the tag and the value of the last answer."""
        with self._lock:
            if target in self._kept:
                self._kept.move_to_end(target)
            return self._kept.get(target)

    def put(self, target: str, tag: str, value: Any) -> None:
        """Keeps an answer in place of an earlier one."""
        with self._lock:
            self._kept[target] = (tag, value)
            self._kept.move_to_end(target)
            while len(self._kept) > self._answers_max:
                self._kept.popitem(last=False)
