"""Claims, splits and merges of positions: asked for once, and followed until they are over."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TypeVar

from ._core.call import Call, Pages
from ._core.describe import get as described_get
from ._core.json_text import Amount, exact, text, write_json
from ._core.placing import placing
from .errors import ActionUncertain
from .models.position import ChainAction, Claim, ClaimsMade, ClaimsPage, MergeMade, SplitMade
from .names import ActionState

Made = TypeVar("Made", ClaimsMade, SplitMade, MergeMade)


def claim(
    wallet_id: str,
    *,
    condition_id: str | None = None,
    until_over_s: float = 0.0,
    idempotency_key: str | None = None,
) -> Call[ClaimsMade]:
    """Claims what a wallet has won, once: of one market, or everything that can be claimed.

    `state` of a claim is `confirmed` once its USDC has come. `nothing_left`: somebody else has
    claimed it for the wallet, which is a success too. With `until_over_s` it is asked for again
    until none is `sent` any more, or so many seconds have passed: what is `sent` then goes on by
    itself, and the same call with its `idempotency_key` says what has become of it.

    The request has an idempotency key, a new one unless `idempotency_key` is passed, and is
    repeated with it until it is answered. If the client's `timeout` passes before that, this raises
    `ActionUncertain`, whose `idempotency_key` goes on with the same.
    """
    fields = {"condition_id": None if condition_id is None else text("condition_id", condition_id)}
    return _asked("claim", wallet_id, fields, ClaimsMade, idempotency_key, until_over_s)


def split(
    *,
    wallet_id: str,
    slug: str,
    size: Amount,
    until_over_s: float = 0.0,
    idempotency_key: str | None = None,
) -> Call[SplitMade]:
    """Makes `size` shares of each outcome of a market of `size` USDC, once.

    Keys, repetitions, `until_over_s` and `ActionUncertain` are as for `claim`.
    """
    fields = {"slug": text("slug", slug), "size": exact("size", size)}
    return _asked("split", wallet_id, fields, SplitMade, idempotency_key, until_over_s)


def merge(
    *,
    wallet_id: str,
    slug: str,
    size: Amount,
    until_over_s: float = 0.0,
    idempotency_key: str | None = None,
) -> Call[MergeMade]:
    """Makes `size` USDC of `size` shares of each outcome of a market, once.

    Keys, repetitions, `until_over_s` and `ActionUncertain` are as for `claim`.
    """
    fields = {"slug": text("slug", slug), "size": exact("size", size)}
    return _asked("merge", wallet_id, fields, MergeMade, idempotency_key, until_over_s)


def claims(
    wallet_id: str,
    *,
    state: Sequence[ActionState] | None = None,
    market: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[ClaimsPage]:
    """Returns a page of the claims of a wallet as they are now, newest first.

    `market` is a condition id. What is claimed elsewhere, by hand or by the venue, is not listed.
    """
    parameters = {
        "walletId": wallet_id,
        "state": state,
        "market": market,
        "limit": limit,
        "cursor": cursor,
    }
    return described_get("/api/v1/positions/claims", ClaimsPage, parameters, bucket="keyed")


def iter_claims(
    wallet_id: str,
    *,
    state: Sequence[ActionState] | None = None,
    market: str | None = None,
    limit: int | None = None,
) -> Pages[Claim]:
    """Yields the claims of all pages. `limit` is the size of a page."""
    return lambda cursor: claims(wallet_id, state=state, market=market, limit=limit, cursor=cursor)


def _asked(
    action: str,
    wallet_id: str,
    fields: Mapping[str, object],
    into: type[Made],
    idempotency_key: str | None,
    until_over_s: float,
) -> Call[Made]:
    if not until_over_s >= 0:
        raise ValueError(f"Cannot wait for {until_over_s!r} s: pass seconds of 0 or more")
    body = {"walletId": text("wallet_id", wallet_id), **fields}
    asked = placing(
        f"/api/v1/positions/{action}",
        write_json({name: value for name, value in body.items() if value is not None}),
        idempotency_key,
        into,
        lambda made, key, _: dataclasses.replace(made, idempotency_key=key),
    )

    asked = dataclasses.replace(asked, uncertain=ActionUncertain, settle_s=until_over_s)

    def followed(call: Call[Made]) -> Call[Made]:
        def settle(made: Made, _: bool) -> tuple[Made, Call[Made] | None]:
            is_under_way = any(each.state == "sent" for each in _actions(made))
            again = followed(dataclasses.replace(call, is_resumed=True))
            return made, again if is_under_way else None

        return dataclasses.replace(call, settle=settle)

    return followed(asked)


def _actions(made: ClaimsMade | SplitMade | MergeMade) -> Sequence[Claim | ChainAction]:
    if isinstance(made, ClaimsMade):
        return made.claims
    return [made.split if isinstance(made, SplitMade) else made.merge]
