"""Decides whether an order has come to where somebody waits for it."""

from typing import Literal

from ..models.order import SentOrder

#: Where an order can be waited for. `live`: in the book. `matched`: it has ended as traded. `over`:
#: it has ended: matched, canceled or refused. `confirmed`: it has ended, and the chain has
#: confirmed everything that it has traded.
OrderGoal = Literal["live", "matched", "over", "confirmed"]

#: Why an order never comes there. `refused`: it was not placed. `canceled`: it was canceled, for
#: `confirmed` with nothing of it traded. `matched`: it has traded, and is in the book no more.
#: `failed`: the chain has taken back everything that it has traded.
MissReason = Literal["refused", "canceled", "matched", "failed"]


def progress_of(order: SentOrder, goal: OrderGoal) -> Literal["open", "reached"] | MissReason:
    """Returns how far an order is on its way; a `MissReason` where it never comes there."""
    state = order.state
    if goal == "live" and state == "live":
        return "reached"
    if state not in ("matched", "canceled", "refused"):
        return "open"
    if goal == "over":
        return "reached"
    if goal == "live" or state == "refused":
        return state
    shares = order.filled and order.filled.shares
    if shares == 0:
        return "failed" if state == "matched" else "canceled"
    if goal == "matched":
        return "reached" if state == "matched" else "canceled"
    is_settled = shares is not None and order.settled and order.settled.shares == shares
    return "reached" if is_settled else "open"
