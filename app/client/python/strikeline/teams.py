"""Teams and leagues."""

from collections.abc import Sequence

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
from .game_models import Team
from .models.team import *
from .names import League, Sport


def list(
    *,
    league: Sequence[League] | None = None,
    sport: Sequence[Sport] | None = None,
    q: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[TeamsPage]:
    """Returns one page of teams. `q` is a part of the name, or the abbreviation."""
    parameters = {"league": league, "sport": sport, "q": q, "limit": limit, "cursor": cursor}
    return get("/api/v1/teams", TeamsPage, parameters, bucket="keyed", is_tagged=True)


def iter(
    *,
    league: Sequence[League] | None = None,
    sport: Sequence[Sport] | None = None,
    q: str | None = None,
    limit: int | None = None,
) -> Pages[Team]:
    """Yields the teams of all pages. `limit` is the size of a page."""
    return lambda cursor: list(league=league, sport=sport, q=q, limit=limit, cursor=cursor)


def leagues() -> Call[LeagueList]:
    """Returns every league, with the number and the duration of its games."""
    return get("/api/v1/leagues", LeagueList, bucket="keyed", is_tagged=True)


class Teams(SyncResource):
    """Teams, of `Client`."""

    list = sync(list)
    iter = sync_items(iter)


class AsyncTeams(AsyncResource):
    """Teams, of `AsyncClient`."""

    list = asynchronous(list)
    iter = async_items(iter)


class Leagues(SyncResource):
    """Leagues, of `Client`."""

    list = sync(leagues)


class AsyncLeagues(AsyncResource):
    """Leagues, of `AsyncClient`."""

    list = asynchronous(leagues)
