"""What the client raises. Everything is a `StrikelineError`.

An item of an answer that says `ok: false` is no error: it is a value that says why.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from .models.names import OrderReason

if TYPE_CHECKING:
    # Models are read by what raises these errors.
    from ._core.goal import MissReason, OrderGoal
    from .models.order import SentOrder


class StrikelineError(Exception):
    """Any failure of the client or the service. It can be passed between processes."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[StrikelineError], args: tuple[Any, ...]) -> StrikelineError:
    return kind.__new__(kind, *args)


class ApiError(StrikelineError):
    """The service refused the request, or could not answer it."""

    #: The HTTP status.
    status: int
    #: A stable code such as `bad_request`; None for routes of prices and fees, which send none.
    code: str | None
    #: What failed, in one sentence.
    message: str
    #: What to do next.
    hint: str | None
    #: Why an order is refused; None for whatever else is.
    reason: OrderReason | None
    #: Quote it when you report an error. None if no request was sent.
    request_id: str | None
    #: Seconds after which the service expects the request again.
    retry_after: float | None

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str | None = None,
        hint: str | None = None,
        reason: OrderReason | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message if hint is None else f"{message}: {hint}")
        self.status = status
        self.code = code
        self.message = message
        self.hint = hint
        self.reason = reason
        self.request_id = request_id
        self.retry_after = retry_after


class BadRequest(ApiError):
    """The service cannot use the request (400, 405, 413, 415)."""


class AuthenticationError(ApiError):
    """No API key was sent, or none that is valid here (401)."""


class PermissionDenied(ApiError):
    """The key or the wallet may not do this (403)."""


class NotFound(ApiError):
    """There is no such market, outcome or path (404)."""


class Conflict(ApiError):
    """The idempotency key belongs to another request (409)."""


class RateLimited(ApiError):
    """The limit is reached (429), and does not reset before the deadline of the call."""


class ServiceUnavailable(ApiError):
    """A provider, the venue or the store cannot be asked now (502, 503, 504)."""


class InternalError(ApiError):
    """An error of the service itself (500). Report it with its `request_id`."""


class ConnectionFailed(StrikelineError):
    """No answer came: the service cannot be reached, or the connection broke."""


class DeadlinePassed(StrikelineError, TimeoutError):
    """The call's `timeout` passed before an answer came."""


class UnexpectedAnswer(StrikelineError):
    """The answer is not what the service documents, such as a page of a proxy."""


class OrderUncertain(StrikelineError):
    """The deadline passed, and it is not known whether the order was placed.

    Send the same order again with `idempotency_key=error.idempotency_key`: it is placed at most
    once, and the answer is its outcome. `error.__cause__` is the last thing that went wrong.
    """

    #: What may have happened.
    happened: ClassVar[str] = "the order was placed"
    #: What is sent again.
    again: ClassVar[str] = "the same order"

    #: The key of the order; of a batch that of the first.
    idempotency_key: str
    #: The key of each order, in the order of the batch.
    idempotency_keys: tuple[str, ...]

    def __init__(self, idempotency_keys: tuple[str, ...], cause: BaseException) -> None:
        how = self.how_to_learn(idempotency_keys)
        super().__init__(f"Cannot tell whether {self.happened} ({cause}): {how}")
        self.idempotency_keys = idempotency_keys
        self.idempotency_key = idempotency_keys[0]

    @classmethod
    def how_to_learn(cls, idempotency_keys: tuple[str, ...]) -> str:
        """Returns how to learn what became of it."""
        each = " ".join(f'idempotency_key="{key}"' for key in idempotency_keys)
        return f"send {cls.again} again with {each} to learn it"


class ActionUncertain(OrderUncertain):
    """The deadline passed, and it is not known whether a claim, a split or a merge is under way.

    Send the same request again with `idempotency_key=error.idempotency_key`: it is done at most
    once, and the answer is what became of it. `error.__cause__` is the last thing that went wrong.
    """

    happened = "it is under way"
    again = "the same request"


class GoalMissed(StrikelineError):
    """An order can never come to where it is waited for. It is final, and says why."""

    goal: "OrderGoal"
    reason: "MissReason"
    order: "SentOrder"

    def __init__(self, goal: "OrderGoal", reason: "MissReason", order: "SentOrder") -> None:
        why = order.why if order.refusal is None else order.refusal.message
        super().__init__(
            f"Order {order.order_id} can never be {goal}: it {_MISSES[reason]}, {_shares(order)}"
            + ("" if why is None else f": {why}")
        )
        self.goal = goal
        self.reason = reason
        self.order = order


class WaitTimeout(StrikelineError, TimeoutError):
    """The time of a wait is over. The order goes on: it may come there still.

    Wait for it again; placed once more, it would be a second order. `error.__cause__` is why the
    service could not be asked last, if it could not.
    """

    order_id: str
    goal: "OrderGoal"
    #: What was known of it last: its `state`, `filled` and `settled`. None: nothing.
    order: "SentOrder | None"

    def __init__(
        self, order_id: str, goal: "OrderGoal", timeout_s: float, order: "SentOrder | None"
    ) -> None:
        last = "nothing is known of it"
        if order is not None:
            last = f"it was {order.state} last, {_shares(order)}"
        super().__init__(
            f"Order {order_id} was not seen {goal} within {timeout_s:g} s: {last}."
            " It goes on: wait again, and do not place it again"
        )
        self.order_id = order_id
        self.goal = goal
        self.order = order


_MISSES: "Mapping[MissReason, str]" = {
    "refused": "was refused",
    "canceled": "was canceled",
    "matched": "has traded already",
    "failed": "has traded nothing that the chain has not taken back",
}


def _shares(order: "SentOrder") -> str:
    known = [each and each.shares for each in (order.filled, order.settled)]
    filled, settled = ("unknown" if each is None else f"{each:f}" for each in known)
    return f"shares filled {filled}, settled {settled}"


class StreamRejected(StrikelineError):
    """The service refuses a subscription, and a retry would not help."""

    #: What failed, in one sentence.
    message: str
    #: One of the service's codes; `protocol` if it speaks another version of the protocol.
    code: str
    #: What to send instead.
    hint: str | None

    def __init__(self, message: str, *, code: str, hint: str | None = None) -> None:
        super().__init__(message if hint is None else f"{message}: {hint}")
        self.message = message
        self.code = code
        self.hint = hint


class StreamOverrun(StrikelineError):
    """The loop takes events more slowly than they arrive. It got every buffered event first."""

    #: The last seq that the loop got, by topic. Nothing before it is missing: pass it as `since`.
    last_seqs: Mapping[str, int]

    def __init__(self, events_max: int, last_seqs: Mapping[str, int]) -> None:
        super().__init__(
            f"Cannot buffer more than {events_max} events: the loop takes them too slowly"
        )
        self.last_seqs = last_seqs


class MissingDependency(StrikelineError, ImportError):
    """The stream needs the package `websockets`, which is not installed."""


#: The error of each status; other statuses of 400 and more are `BadRequest` or `InternalError`.
ERROR_BY_STATUS: Mapping[int, type[ApiError]] = {
    401: AuthenticationError,
    403: PermissionDenied,
    404: NotFound,
    409: Conflict,
    429: RateLimited,
    502: ServiceUnavailable,
    503: ServiceUnavailable,
    504: ServiceUnavailable,
}


def api_error_class(status: int) -> type[ApiError]:
    """Returns the class of errors with an HTTP status of 400 or more."""
    return ERROR_BY_STATUS.get(status, BadRequest if status < 500 else InternalError)
