"""Games, and which platforms list them."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Literal

from ._core.call import Call, Pages
from ._core.describe import get
from ._io.methods import (
    AsyncResource,
    SyncResource,
    async_items,
    asynchronous,
    sync,
    sync_items,
)
from .game_models import Game
from .models.game import *
from .names import GameStatus, League, Platform

#: The parts of a game that are sent only if they are asked for.
GamePart = Literal["platforms", "coverage"]


def list(
    *,
    from_: datetime | str | None = None,
    to: datetime | str | None = None,
    day: date | str | None = None,
    tz: str | None = None,
    days: int | None = None,
    league: Sequence[League] | None = None,
    status: Sequence[GameStatus] | None = None,
    source: Sequence[Platform] | None = None,
    include: Sequence[GamePart] | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[GamesPage]:
    """Returns one page of the games of a day, of several days, or of `from_` to `to`.

    `day` is today by default, in the time zone `tz`. `source`: only games that one of these
    platforms lists. `include` is `["platforms"]` by default. An unchanged answer is kept, and
    asking for it again does not count against the limit.
    """
    parameters = {
        "from": from_,
        "to": to,
        "day": day,
        "tz": tz,
        "days": days,
        "league": league,
        "status": status,
        "source": source,
        "include": include,
        "limit": limit,
        "cursor": cursor,
    }
    return get("/api/v1/games", GamesPage, parameters, bucket="keyed", is_tagged=True)


def iter(
    *,
    from_: datetime | str | None = None,
    to: datetime | str | None = None,
    day: date | str | None = None,
    tz: str | None = None,
    days: int | None = None,
    league: Sequence[League] | None = None,
    status: Sequence[GameStatus] | None = None,
    source: Sequence[Platform] | None = None,
    include: Sequence[GamePart] | None = None,
    limit: int | None = None,
) -> Pages[Game]:
    """Yields the games of all pages. `limit` is the size of a page."""
    return lambda cursor: list(
        from_=from_,
        to=to,
        day=day,
        tz=tz,
        days=days,
        league=league,
        status=status,
        source=source,
        include=include,
        limit=limit,
        cursor=cursor,
    )


class Games(SyncResource):
    """Games, of `Client`."""

    list = sync(list)
    iter = sync_items(iter)


class AsyncGames(AsyncResource):
    """Games, of `AsyncClient`."""

    list = asynchronous(list)
    iter = async_items(iter)
