"""What the service sends about games.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from .names import DurationBasis, GameStatus, League, Platform, Redistributable, Sport

__all__ = [
    "Game",
    "GameCoverage",
    "GamePlatform",
    "GameScore",
    "GameSpine",
    "GameTime",
    "GamesMeta",
    "GamesPage",
    "PreviousKickoff",
    "Team",
    "Withheld",
]


@dataclass(frozen=True, slots=True)
class Team:
    """A side of a game: a team, or in some sports a person."""

    #: `<sport>:<source>:<number>`.
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
    #: When the service learned of the change.
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class GameTime:
    """The times of a game."""

    kickoff_at: datetime
    #: False while the time is a placeholder.
    kickoff_confirmed: bool
    #: Kickoff plus the median duration of the league. Only `status` says whether a game is over.
    est_end_at: datetime
    #: Kickoff plus the 90th-percentile duration of the league.
    end_p90_at: datetime
    #: When the game was first seen to be over. It ended at most 5 minutes earlier, because it was
    #: still live then. None if the end was not observed, as for a game that was already over when
    #: first seen.
    actual_end_at: datetime | None
    est_basis: DurationBasis | None
    #: Earlier kickoffs that were replaced, oldest first.
    previous_kickoffs: tuple[PreviousKickoff, ...]


@dataclass(frozen=True, slots=True)
class GameScore:
    """The score and clock of a game."""

    home: int
    away: int
    #: Match clock, such as `58'` or `1:38`.
    clock: str | None
    #: Half, quarter, period or inning, from 1; higher in extra time.
    period: int | None
    #: Such as `HT`, `FT`, `1:38 - 2nd`, `Final/OT`.
    detail: str | None
    #: When any score field was last seen to change; live scores are read about once a minute. None
    #: if the change was not observed, as for a game that was already over when first seen.
    updated_at: datetime | None


@dataclass(frozen=True, slots=True)
class GameSpine:
    """The reference schedule that lists a game."""

    #: The reference schedule.
    source: Literal["espn", "openfootball"]
    event_id: str
    #: A sentence about its licence.
    license_note: str | None


@dataclass(frozen=True, slots=True)
class GamePlatform:
    """A platform that lists a game."""

    source: Platform
    #: `exact`: both teams and the kickoff matched. `high`: both teams, with swapped sides or
    #: another kickoff. `review`: it may be this game.
    confidence: Literal["exact", "high", "review"]
    #: Whether its source permits redistribution; `unknown` permits nothing.
    redistributable: Redistributable
    #: A sentence about its terms.
    license_note: str | None
    #: Number of the platform's events for this game. Those of listings for review count only where
    #: there are no others.
    events: int
    #: Number of their markets stored, close to kickoff.
    markets_stored: int
    last_seen: datetime | None


@dataclass(frozen=True, slots=True)
class GameCoverage:
    """Whether one platform lists a game."""

    source: Platform
    #: `listed`: found, for certain or for review. `not_listed`: a complete scan of the league
    #: around the kickoff, at most 30 minutes old, did not find it. `not_checked`: there is no such
    #: scan, or an event there may be this game, or the game is over or called off and the platform
    #: lists only open games.
    status: Literal["not_checked", "not_listed", "listed"]
    #: `listed`: when it was last seen. `not_listed`: when the latest such scan began.
    checked_at: datetime | None


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the reference schedule."""

    #: `<schedule>:<event id>`.
    id: str
    sport: Sport
    league: League
    status: GameStatus
    home: Team
    away: Team
    time: GameTime
    score: GameScore | None
    spine: GameSpine
    #: Id of the game that this one makes up for.
    supersedes: str | None
    #: Whether the schedule's source permits redistribution.
    redistributable: Redistributable
    #: Platforms on which it was found; present with `include=platforms`.
    platforms: tuple[GamePlatform, ...] | None = None
    #: Every integrated platform; present with `include=coverage`.
    coverage: tuple[GameCoverage, ...] | None = None


@dataclass(frozen=True, slots=True)
class Withheld:
    """Games that match and are not shown."""

    #: Number of games that match the filters and are not shown.
    games: int
    reason: str


@dataclass(frozen=True, slots=True)
class GamesMeta:
    """What a list of games says of itself."""

    #: When the game data last changed; it is refreshed about every 15 s.
    as_of: datetime
    #: `internal`: all games are shown. `yes_only`: some are withheld.
    redistributable_filter: Literal["internal", "yes_only"]
    #: Integrated platforms.
    venues_checked: tuple[Platform, ...]
    #: Number of items that match the filters, on all pages together.
    total: int
    withheld: Withheld
    #: Leagues, among the requested or all, whose schedule was not read for the whole window: they
    #: may have games in it that are not listed.
    unread_leagues: tuple[League, ...] | None = None


@dataclass(frozen=True, slots=True)
class GamesPage:
    """Games in a window."""

    data: tuple[Game, ...]
    #: Send it as `cursor` for the next page; None on the last.
    next_cursor: str | None
    meta: GamesMeta
