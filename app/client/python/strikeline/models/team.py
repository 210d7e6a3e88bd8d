"""What the service sends about teams and leagues.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass

from .game import GamesMeta, Team
from .names import DurationBasis, League, Sport

__all__ = ["LeagueDuration", "LeagueFacts", "LeagueList", "TeamsPage"]


@dataclass(frozen=True, slots=True)
class TeamsPage:
    """Teams that appear in games."""

    data: tuple[Team, ...]
    #: Send it as `cursor` for the next page; None on the last.
    next_cursor: str | None
    meta: GamesMeta


@dataclass(frozen=True, slots=True)
class LeagueDuration:
    """From kickoff to end."""

    #: Median duration of its games, in minutes.
    median_min: int
    #: 90th-percentile duration, in minutes.
    p90_min: int
    #: `league_measured`: 20 or more games that this service saw end. `sport_prior`: published
    #: figures. None: unknown, 180 and 240 minutes are assumed.
    basis: DurationBasis | None


@dataclass(frozen=True, slots=True)
class LeagueFacts:
    """A league."""

    code: League
    name: str
    sport: Sport
    #: Number of its games that are known and shown.
    games: int
    duration: LeagueDuration


@dataclass(frozen=True, slots=True)
class LeagueList:
    """Leagues."""

    data: tuple[LeagueFacts, ...]
    meta: GamesMeta
