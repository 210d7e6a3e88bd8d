"""A call from its first attempt to its end, as steps that somebody else carries out.

The generator says what to do next, and is told what came of it. So the client and its asynchronous
twin share every decision, and tests need neither a socket nor time.
"""

import dataclasses
import itertools
import random
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..errors import (
    DeadlinePassed,
    OrderUncertain,
    RateLimited,
    StrikelineError,
    UnexpectedAnswer,
)
from .call import Answer, Call, Request
from .kept_answers import KeptAnswers
from .rate_limits import RateLimits
from .settings import Settings
from .verdict import Failed, NoAnswer, judge

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Send:
    """Send this, and tell the answer within so many seconds."""

    request: Request
    timeout: float


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait for so many seconds."""

    seconds: float


Steps = Generator[Send | Pause, Answer | NoAnswer | None, T]


@dataclass(slots=True)
class Surroundings:
    """What the calls of one client share, and what they know of the world."""

    kept: KeptAnswers
    limits: RateLimits = field(default_factory=RateLimits)
    #: Seconds of a monotonic clock.
    now: Callable[[], float] = time.monotonic
    #: At least 0 and below 1.
    random: Callable[[], float] = random.random


#: The wait before the first repetition, in seconds. It doubles with each further one.
FIRST_WAIT = 0.25
WAIT_MAX = 8.0


def back_off(repetitions: int, random: float) -> float:
    """Returns the seconds before the next repetition.

    `random` takes away up to half, so that clients that failed together do not come back together.
    """
    return float(min(WAIT_MAX, FIRST_WAIT * 2 ** min(repetitions, 10)) * (1 - random / 2))


def perform(call: Call[T], settings: Settings, around: Surroundings) -> Steps[T]:
    """Performs a call. Raises a `StrikelineError` if it fails or its time is over."""
    began = around.now()
    deadline = began + settings.timeout
    end = deadline if call.settle_s is None else began + call.settle_s
    value, may_be_placed = yield from _perform(call, settings, around, deadline)
    for repetitions in itertools.count():
        value, rest = call.settle(value, may_be_placed) if call.settle else (value, None)
        wait = back_off(repetitions, around.random())
        if rest is None or around.now() + wait >= end:
            break
        yield Pause(wait)
        deadline = min(end, around.now() + settings.timeout)
        try:
            value, may_be_placed = yield from _perform(rest, settings, around, deadline)
        except StrikelineError as error:
            # What is known stays true, and says what is not.
            if call.settle_s is None or not isinstance(error, OrderUncertain):
                break
        else:
            call = rest
    return value


def _perform(
    call: Call[T], settings: Settings, around: Surroundings, deadline: float
) -> Steps[tuple[T, bool]]:
    """Returns the value, and whether an attempt before the answer may have placed an order."""
    kept = around.kept.get(call.request.target) if call.is_tagged else None
    request = _tagged(call.request, kept[0]) if kept is not None else call.request
    may_be_placed = call.is_resumed
    failed: Failed | None = None
    repetitions = 0
    while True:
        outcome = yield from _attempt(call, request, settings, around, deadline, failed)
        verdict = outcome if isinstance(outcome, Failed) else judge(call, outcome, may_be_placed)
        if isinstance(verdict, Answer):
            try:
                return _value(call, verdict, kept, around), may_be_placed
            except UnexpectedAnswer as error:
                # An order whose answer cannot be read was placed all the same.
                unreadable = _final(call, error, may_be_placed=True)
                raise unreadable from unreadable.__cause__
        if verdict.may_be_placed is not None:
            may_be_placed = verdict.may_be_placed
        failed = verdict
        wait = max(verdict.wait, back_off(repetitions, around.random()))
        repetitions += 1
        is_order = bool(call.idempotency_keys)
        if not verdict.may_repeat or (repetitions > settings.retries and not is_order):
            raise _final(call, verdict.error, may_be_placed)
        if around.now() + wait >= deadline:
            raise _final(call, _late(verdict.error, settings), may_be_placed)
        yield Pause(wait)


def note_key(call: Call[Any], stopped: BaseException) -> None:
    """Adds the key of what is done once to what stops its call from outside, such as Ctrl-C."""
    if call.idempotency_keys and not isinstance(stopped, StrikelineError):
        how = call.uncertain.how_to_learn(call.idempotency_keys)
        stopped.add_note(f"Perhaps {call.uncertain.happened}: {how}")


def _attempt(
    call: Call[Any],
    request: Request,
    settings: Settings,
    around: Surroundings,
    deadline: float,
    failed: Failed | None,
) -> Generator[Send | Pause, Answer | NoAnswer | None, Answer | NoAnswer | Failed]:
    """Waits for its turn and sends the request once."""
    while (wait := around.limits.begin(call.bucket, around.now())) > 0:
        if not settings.wait_for_limits or around.now() + wait >= deadline:
            return Failed(_limited(wait), may_repeat=False, may_be_placed=None)
        yield Pause(wait)
    answer: Answer | NoAnswer | None = None
    try:
        timeout = min(settings.attempt_timeout, deadline - around.now())
        if timeout <= 0:
            late = failed.error if failed is not None else ConnectionError("nothing was sent")
            return Failed(_late(late, settings), may_repeat=False, may_be_placed=None)
        answer = yield Send(request, timeout)
    finally:
        heard = answer if isinstance(answer, Answer) else None
        around.limits.end(call.bucket, heard, around.now())
    assert answer is not None
    return answer


def _tagged(request: Request, tag: str) -> Request:
    return dataclasses.replace(request, headers={**request.headers, "if-none-match": tag})


def _value(call: Call[T], answer: Answer, kept: tuple[str, Any] | None, around: Surroundings) -> T:
    if answer.status == 304 and kept is not None:
        value: T = kept[1]
        return value
    value = call.read(answer)
    tag = answer.headers.get("etag")
    if call.is_tagged and tag is not None:
        around.kept.put(call.request.target, tag, value)
    return value


def _limited(wait: float) -> RateLimited:
    return RateLimited(
        "The rate limit is reached: nothing was sent",
        status=429,
        code="rate_limited",
        hint=f"Try again in {wait:.0f} s",
        retry_after=wait,
    )


def _late(error: BaseException, settings: Settings) -> StrikelineError:
    if isinstance(error, RateLimited):
        return error
    late = DeadlinePassed(f"Cannot get an answer within {settings.timeout:g} s: {error}")
    late.__cause__ = error
    return late


def _final(call: Call[Any], error: StrikelineError, may_be_placed: bool) -> StrikelineError:
    """Returns what to raise. An order whose outcome is not known always says so."""
    if not call.idempotency_keys or not may_be_placed:
        return error
    uncertain = call.uncertain(call.idempotency_keys, error)
    uncertain.__cause__ = error
    return uncertain
