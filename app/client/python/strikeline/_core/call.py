"""One request to the service and what its answer is read into."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from ..errors import OrderUncertain

T_co = TypeVar("T_co", covariant=True)
Item_co = TypeVar("Item_co", covariant=True)
Item = TypeVar("Item")

#: Whose limit a request counts against: the address's, the key's, or that of /health alone.
Bucket = Literal["public", "keyed", "health", "none"]


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent. Equal requests are sent as equal bytes."""

    method: Literal["GET", "POST", "PUT", "DELETE"]
    #: The path and the query, percent-encoded.
    target: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. The names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Call(Generic[T_co]):
    """A request, how it is read, and how it may be repeated."""

    request: Request
    read: Callable[[Answer], T_co]
    bucket: Bucket = "public"
    #: With these the same request may be repeated, and is carried out once.
    idempotency_keys: tuple[str, ...] = ()
    #: Whether an earlier call may have sent it already.
    is_resumed: bool = False
    #: Whether the service tags the answer, so that an unchanged one need not be sent again.
    is_tagged: bool = False
    #: Takes a value, and whether an earlier attempt may have placed its orders. Returns it with
    #: those marked that have no outcome, and the request for them, whose value is whole.
    settle: "Callable[[Any, bool], tuple[Any, Call[Any] | None]] | None" = None
    #: How long that goes on, in seconds from the first attempt, also while nobody answers. None:
    #: until the deadline of the call, or an attempt that fails.
    settle_s: float | None = None
    #: What is raised where it is not known whether it was done.
    uncertain: type[OrderUncertain] = OrderUncertain


class Page(Protocol[Item_co]):
    """One page of a list."""

    @property
    def data(self) -> Sequence[Item_co]:
        """The items of this page."""

    @property
    def next_cursor(self) -> str | None:
        """What to send for the next page; None or empty on the last."""


#: Describes the request of the page at a cursor; None is the first page.
Pages = Callable[[str | None], Call[Page[Item]]]
