"""Decides what an attempt at a call means: it is answered, refused, or may be repeated."""

from dataclasses import dataclass
from typing import Any, cast

from ..errors import ApiError, ConnectionFailed, StrikelineError, UnexpectedAnswer, api_error_class
from ..models.names import OrderReason
from .call import Answer, Call
from .http_date import http_date
from .json_text import read_json


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """An attempt without an answer.

    - `was_sent`: the service may have received the request.
    - `is_last`: there can be no further attempt, because the client is closed.
    """

    why: str
    was_sent: bool
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """An attempt that gave no answer to return.

    - `error`: what to raise if it is not repeated.
    - `may_repeat`: whether repeating the request is allowed and may help.
    - `may_be_placed`: whether the order may have been placed after this attempt. None: the attempt
      says nothing about it.
    - `wait`: the seconds for which the service wants to be left alone.
    """

    error: StrikelineError
    may_repeat: bool
    may_be_placed: bool | None
    wait: float = 0.0


Verdict = Answer | Failed

TEXTS = ("error", "code", "hint", "reason")


def judge(call: Call[Any], outcome: Answer | NoAnswer, may_be_placed: bool) -> Verdict:
    """Judges one attempt. `may_be_placed`: whether an earlier one may have placed the order."""
    if isinstance(outcome, NoAnswer):
        return _judge_silence(call, outcome)
    if 200 <= outcome.status < 300 or outcome.status == 304:
        return outcome
    if outcome.status < 400:
        text = f"Cannot use an answer with status {outcome.status}: the service does not redirect"
        return Failed(UnexpectedAnswer(text), may_repeat=False, may_be_placed=None)
    error = api_error(outcome)
    if call.idempotency_keys:
        return _judge_order(outcome, error, may_be_placed)
    may_repeat = call.request.method != "POST" and outcome.status in (429, 502, 503, 504)
    return Failed(error, may_repeat, may_be_placed=False, wait=error.retry_after or 0.0)


def _judge_silence(call: Call[Any], outcome: NoAnswer) -> Failed:
    is_repeatable = call.request.method != "POST" or bool(call.idempotency_keys)
    may_repeat = is_repeatable and not outcome.is_last
    error = ConnectionFailed(outcome.why)
    return Failed(error, may_repeat, may_be_placed=True if outcome.was_sent else None)


def _judge_order(answer: Answer, error: ApiError, may_be_placed: bool) -> Failed:
    """Judges a refusal of a request with an idempotency key.

    The service says `Retry-After` where the same request may get another answer, and keeps a final
    one, which it marks as replayed. Each of its refusals has a `code`.
    """
    wait = error.retry_after
    is_replayed = answer.headers.get("idempotent-replayed") == "true"
    if error.status == 429:
        return Failed(error, may_repeat=True, may_be_placed=None, wait=wait or 0.0)
    if error.code is None:
        # The page of a proxy: below 500 the proxy passed nothing on. It may have lost the answer
        # of the service where it says 500 or more, and it knows nothing of earlier attempts.
        is_lost = error.status >= 500
        may_be_placed = may_be_placed or is_lost
        return Failed(error, may_be_placed, True if is_lost else None, wait or 0.0)
    if wait is not None and error.status in (409, 503):
        return Failed(error, may_repeat=True, may_be_placed=True, wait=wait)
    if is_replayed:
        return Failed(error, may_repeat=False, may_be_placed=False)
    if "www-authenticate" in answer.headers:
        # The key was refused before anybody looked for the order.
        return Failed(error, may_repeat=False, may_be_placed=None)
    if error.status == 503:
        # Nothing was placed by this attempt. Only an earlier one is a reason to ask again.
        return Failed(error, may_repeat=may_be_placed, may_be_placed=None)
    if error.status >= 500:
        return Failed(error, may_repeat=True, may_be_placed=True)
    # Whether its end is late enough may be looked at before anybody looks for the order.
    is_certain = error.reason != "expiration"
    return Failed(error, may_repeat=False, may_be_placed=False if is_certain else None)


def api_error(answer: Answer) -> ApiError:
    """Returns the error that an answer with a status of 400 or more describes."""
    try:
        body = read_json(answer.body)
    except ValueError:
        body = None
    fields = body if isinstance(body, dict) else {}
    texts = {name: fields[name] for name in TEXTS if name in fields}
    is_known = all(isinstance(text, str) for text in texts.values())
    if not is_known or "error" not in texts:
        # Such as the page of a proxy.
        texts = {"error": f"The answer has status {answer.status} and no error that can be read"}
    return api_error_class(answer.status)(
        texts["error"],
        status=answer.status,
        code=texts.get("code"),
        hint=texts.get("hint"),
        reason=cast(OrderReason | None, texts.get("reason")),
        request_id=answer.headers.get("x-request-id"),
        retry_after=retry_after(answer),
    )


def retry_after(answer: Answer) -> float | None:
    """Returns the seconds of `Retry-After`, which is a number or a date (RFC 9110, 10.2.3)."""
    text = answer.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit() and len(text) < 10:
        return float(text)
    at, sent_at = http_date(text), http_date(answer.headers.get("date", ""))
    return None if at is None or sent_at is None else max(0.0, (at - sent_at).total_seconds())
