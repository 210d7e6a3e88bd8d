/**
 * Listings of games, teams and leagues, as requests ask for them and answers carry them.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Result } from "effect";
import {
  DAYS_MAX,
  GAME_STATUSES,
  type GamePart,
  LEAGUES,
  parseInclude,
  parseSearch,
  PLATFORMS,
  SPORTS,
} from "../../../core/game/mod.ts";
import { PAGE_LIMIT } from "../../../core/page/mod.ts";
import { NextCursorWire } from "../wire/answer.ts";
import { strict } from "../wire/kind.ts";
import { Whole } from "../wire/number.ts";
import { AnyOf, Parsed, Text } from "../wire/text.ts";
import { GAME_EXAMPLE, GameWire } from "./wire_game.ts";
import {
  GAMES_META_EXAMPLE,
  GamesMetaWire,
  GamesOfWindowMetaWire,
  HOME_EXAMPLE,
  LeagueWire,
  TeamWire,
} from "./wire_team.ts";

const League = AnyOf(LEAGUES, { description: "Only these leagues", examples: ["nba,nfl"] });

const Limit = Whole({
  minimum: PAGE_LIMIT.min,
  maximum: PAGE_LIMIT.max,
  default: PAGE_LIMIT.usual,
  description: "Maximum number of items on a page",
  examples: [200],
});

const GAMES_CURSOR =
  "WzEsIjFjN2ZjYWU5MmQ1MDYyNjgiLFsxNzk1MjE5MjAwLDE3OTUzMDU2MDAsMTc5NTIyMjgwMCwi" +
  "ZXNwbjo0MjEyNzU3ODEiXSwiYTgwYTVlNWZlNDJiNzVmNiJd";
const TEAMS_CURSOR =
  "WzEsImEyZTJjMzE4NmU5MWM0MzEiLFsiYmFzZWJhbGw6ZXNwbjoxMCJdLCI2ZGNkYjI1ODkzNjEz" +
  "MTU5Il0";

/** What is asked of games. The window is read from all of its fields together. */
export const GamesQuestion = strict({
  from: Type.Optional(Text({
    format: "date-time",
    description: "Games that begin at this time or later. Without `to`: for 24 hours",
    examples: ["2026-09-20T00:00:00Z"],
  })),
  to: Type.Optional(Text({
    format: "date-time",
    description: "Games that begin before this time, at most 31 days after `from`, which it needs",
    examples: ["2026-09-21T00:00:00Z"],
  })),
  day: Type.Optional(Text({
    format: "date",
    description: "Games that begin on this day in `tz`; default: today. Not with `from` and `to`",
    examples: ["2026-09-20"],
  })),
  tz: Type.Optional(Text({
    default: "UTC",
    description: "IANA time zone, not an abbreviation such as EST",
    examples: ["America/New_York"],
  })),
  days: Type.Optional(Parsed<string, number>({ type: "integer", minimum: 1, maximum: DAYS_MAX }, {
    default: 1,
    description: "Number of days, from `day` on",
    examples: [7],
  }, { ask: "Send a number of days", parse: Result.succeed })),
  league: Type.Optional(League),
  status: Type.Optional(AnyOf(GAME_STATUSES, {
    description: "Only games with these statuses",
    examples: ["scheduled,live"],
  })),
  source: Type.Optional(AnyOf(PLATFORMS, {
    description: "Only games found on one of these platforms, for certain or for review",
    examples: ["polymarket"],
  })),
  include: Type.Optional(Parsed<ReadonlyArray<GamePart>>({}, {
    default: "platforms",
    description: "Parts of each game: `platforms`, `coverage`, both with a comma, or neither if " +
      "empty",
    examples: ["platforms,coverage"],
    mayBeEmpty: true,
    spelling: "platforms, coverage, or both with a comma",
  }, { ask: "Send parts of a game", parse: parseInclude })),
  limit: Type.Optional(Limit),
  cursor: Type.Optional(Text({
    description: "`next_cursor` of the previous page, with the same filters; `limit` and " +
      "`include` may differ. A game that keeps its kickoff and matches the filters appears " +
      "exactly once, whatever changes between pages",
    examples: [GAMES_CURSOR],
  })),
});

/** A page of games. */
export const Games = Type.Object({
  data: Type.Array(GameWire),
  next_cursor: { ...NextCursorWire, examples: [GAMES_CURSOR] },
  meta: GamesOfWindowMetaWire,
}, {
  $id: "Games",
  description: "A page of games",
  examples: [{
    data: [GAME_EXAMPLE],
    next_cursor: null,
    meta: { ...GAMES_META_EXAMPLE, unread_leagues: [] },
  }],
});

/** What is asked of teams. */
export const TeamsQuestion = strict({
  league: Type.Optional(League),
  sport: Type.Optional(AnyOf(SPORTS, { description: "Only these sports", examples: ["soccer"] })),
  q: Type.Optional(Parsed<string>({}, {
    description: "Part of the name, or the abbreviation, whatever its case, form and accents",
    examples: ["city"],
  }, { ask: "Send part of a name", parse: parseSearch })),
  limit: Type.Optional(Limit),
  cursor: Type.Optional(Text({
    description: "`next_cursor` of the previous page, with the same filters; `limit` may differ",
    examples: [TEAMS_CURSOR],
  })),
});

/** A page of teams. */
export const Teams = Type.Object({
  data: Type.Array(TeamWire),
  next_cursor: { ...NextCursorWire, examples: [TEAMS_CURSOR] },
  meta: GamesMetaWire,
}, {
  $id: "Teams",
  description: "A page of teams",
  examples: [{ data: [HOME_EXAMPLE], next_cursor: null, meta: GAMES_META_EXAMPLE }],
});

const LEAGUE_EXAMPLE: Static<typeof LeagueWire> = {
  code: "nfl",
  name: "NFL",
  sport: "football",
  games: 272,
  duration: { median_min: 187, p90_min: 212, basis: "league_measured" },
};

/** Every league. */
export const Leagues = Type.Object({ data: Type.Array(LeagueWire), meta: GamesMetaWire }, {
  $id: "Leagues",
  description: "The leagues",
  examples: [{ data: [LEAGUE_EXAMPLE], meta: GAMES_META_EXAMPLE }],
});
