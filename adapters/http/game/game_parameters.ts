/**
 * The parameters of the routes about games.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { DAYS_MAX, GAME_STATUSES, LEAGUES, PLATFORMS, SPORTS } from "../../../core/game/mod.ts";
import { PAGE_LIMIT } from "../../../core/page/mod.ts";

const base = { in: "query", required: false } as const;

const listOf = (words: ReadonlyArray<string>) => `Comma-separated, any of ${words.join(", ")}`;

/** `from`, `to`, `day`, `tz` and `days`. */
export const WINDOW_PARAMETERS = [
  {
    ...base,
    name: "from",
    schema: Type.String({ format: "date-time" }),
    description: "Games that begin at or after this time. Without `to` the window is 24 hours",
    example: "2026-09-20T00:00:00Z",
  },
  {
    ...base,
    name: "to",
    schema: Type.String({ format: "date-time" }),
    description: "Games that begin before this time. Needs `from`; at most 31 days after it",
    example: "2026-09-21T00:00:00Z",
  },
  {
    ...base,
    name: "day",
    schema: Type.String({ format: "date" }),
    description: "Games that begin on this local day, which lasts 23 or 25 hours when clocks " +
      "change. Not with `from` and `to`. Defaults to today",
    example: "2026-09-20",
  },
  {
    ...base,
    name: "tz",
    schema: Type.String({ default: "UTC" }),
    description: "IANA time zone of `day`, or of today. Abbreviations such as EST are refused",
    example: "America/New_York",
  },
  {
    ...base,
    name: "days",
    schema: Type.Integer({ minimum: 1, maximum: DAYS_MAX, default: 1 }),
    description: "Number of consecutive local days, starting at `day` or today",
    example: "7",
  },
] as const;

/** `league`. */
export const LEAGUE_PARAMETER = {
  ...base,
  name: "league",
  schema: Type.String(),
  description: `Only these leagues. ${listOf(LEAGUES)}`,
  example: "nba,nfl",
} as const;

/** `status`. */
export const STATUS_PARAMETER = {
  ...base,
  name: "status",
  schema: Type.String(),
  description: `Only games with these statuses. ${listOf(GAME_STATUSES)}`,
  example: "scheduled,live",
} as const;

/** `source`. */
export const SOURCE_PARAMETER = {
  ...base,
  name: "source",
  schema: Type.String(),
  description: `Only games found on at least one of these platforms, for certain or ` +
    `for review. ${listOf(PLATFORMS)}`,
  example: "polymarket",
} as const;

/** `include`. */
export const INCLUDE_PARAMETER = {
  ...base,
  name: "include",
  schema: Type.String({ default: "platforms" }),
  description: "Parts to include with each game: `platforms`, `coverage`, both separated by a " +
    "comma, or neither if empty",
  example: "platforms,coverage",
  mayBeEmpty: true,
} as const;

/** `sport`. */
export const SPORT_PARAMETER = {
  ...base,
  name: "sport",
  schema: Type.String(),
  description: `Only these sports. ${listOf(SPORTS)}`,
  example: "soccer",
} as const;

/** `q`. */
export const TEXT_PARAMETER = {
  ...base,
  name: "q",
  schema: Type.String(),
  description: "Part of the name, or the abbreviation, whatever its case, form and accents",
  example: "city",
} as const;

/** `limit`. */
export const LIMIT_PARAMETER = {
  ...base,
  name: "limit",
  schema: Type.Integer({
    minimum: PAGE_LIMIT.min,
    maximum: PAGE_LIMIT.max,
    default: PAGE_LIMIT.usual,
  }),
  description: "Maximum number of items on a page",
  example: "200",
} as const;

/** `cursor` of the listing of teams. */
export const TEAM_CURSOR_PARAMETER = {
  ...base,
  name: "cursor",
  schema: Type.String(),
  description: "`next_cursor` of the previous page, with the same filters; `limit` may differ",
  example: "WzEsImEyZTJjMzE4NmU5MWM0MzEiLFsiYmFzZWJhbGw6ZXNwbjoxMCJdLCI2ZGNkYjI1ODkzNjEzMTU5Il0",
} as const;

/** `cursor` of the listing of games. */
export const PAGE_CURSOR_PARAMETER = {
  ...base,
  name: "cursor",
  schema: Type.String(),
  description: "`next_cursor` of the previous page, with the same filters; `limit` and " +
    "`include` may differ. A game that keeps its kickoff and matches the filters appears exactly " +
    "once, whatever changes between pages",
  example: "WzEsIjFjN2ZjYWU5MmQ1MDYyNjgiLFsxNzk1MjE5MjAwLDE3OTUzMDU2MDAsMTc5NTIyMjgwMCwiZXNwbjo0" +
    "MjEyNzU3ODEiXSwiYTgwYTVlNWZlNDJiNzVmNiJd",
} as const;
