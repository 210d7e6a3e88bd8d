"""A game as the service sends it, in lists and on the stream."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from .names import (
    DurationBasis,
    GameStatus,
    League,
    Platform,
    Redistributable,
    Sport,
)


@dataclass(frozen=True, slots=True)
class Team:
    """A side of a game: a team, or in some sports a person."""

    id: str
    name: str
    abbreviation: str
    logo_url: str | None
    sport: Sport
    league: League


@dataclass(frozen=True, slots=True)
class PreviousKickoff:
    """A kickoff that was given up."""

    kickoff_at: datetime
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class GameTime:
    """The times of a game."""

    kickoff_at: datetime
    #: False while the time of day is a placeholder.
    kickoff_confirmed: bool
    #: Kickoff plus the median duration. Only `status` says whether a game is over.
    est_end_at: datetime
    #: Kickoff plus the duration within which 90 % of the games end.
    end_p90_at: datetime
    #: None where the end was not observed.
    actual_end_at: datetime | None
    est_basis: DurationBasis | None
    #: Oldest first.
    previous_kickoffs: tuple[PreviousKickoff, ...]


@dataclass(frozen=True, slots=True)
class GameScore:
    """The score and clock of a game."""

    home: int
    away: int
    clock: str | None
    #: Half, quarter, period or inning, from 1.
    period: int | None
    detail: str | None
    #: When a figure was last seen to change.
    updated_at: datetime | None


@dataclass(frozen=True, slots=True)
class GamePlatform:
    """A platform that lists a game."""

    source: Platform
    #: `review`: the listing may be this game, unconfirmed.
    confidence: Literal["exact", "high", "review"]
    redistributable: Redistributable
    license_note: str | None
    #: How many of the platform's events are of this game. Those of listings for review count
    #: only where there are no others.
    events: int
    markets_stored: int
    last_seen: datetime | None


@dataclass(frozen=True, slots=True)
class GameCoverage:
    """Whether one platform lists a game."""

    source: Platform
    #: `not_listed`: checked and absent. `not_checked`: unknown.
    status: Literal["not_checked", "not_listed", "listed"]
    checked_at: datetime | None


@dataclass(frozen=True, slots=True)
class GameSpine:
    """The reference schedule that lists a game."""

    source: Literal["espn", "openfootball"]
    event_id: str
    license_note: str | None


@dataclass(frozen=True, slots=True)
class Game:
    """A game, with its teams, times, score and listings."""

    #: `<schedule>:<event id>`
    id: str
    sport: Sport
    league: League
    #: Only this says whether a game is over.
    status: GameStatus
    home: Team
    away: Team
    time: GameTime
    score: GameScore | None
    spine: GameSpine
    #: The id of the game that this one replaces.
    supersedes: str | None
    redistributable: Redistributable
    #: None unless it was asked for.
    platforms: tuple[GamePlatform, ...] | None = None
    coverage: tuple[GameCoverage, ...] | None = None
