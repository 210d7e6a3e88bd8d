/**
 * Groups the rows of Limitless into games.
 *
 * @module
 */
import { Option, Schema } from "effect";
import type {
  LeagueCode,
  PlatformEvent,
  PlatformGame,
  PlatformSide,
  UnreadListing,
} from "../../core/game/mod.ts";
import type { LeagueListing } from "../../core/port/platform_source.ts";
import type { UnixSec } from "../../core/time/mod.ts";
import { agreedKickoff, readKickoff } from "./kickoff.ts";
import { leagueOfRow } from "./league.ts";
import { ListedRow } from "./payload.ts";
import type { Sweep } from "./sweep.ts";

/** Reason for rows of one match that name different leagues. */
const DIFFERENT_LEAGUES = "other rows of its match name another league";

/** Reason for a row in an unexpected format: the platform has changed. */
export const UNEXPECTED_FORMAT = "it has an unexpected format";

/** Reason for a row with two sides that names no league and so may be of any. */
export const NO_LEAGUE = "it names no league";

/** Reasons that prevent reporting a game as not listed: such a row may be about any game. */
const MAY_BE_ANY: ReadonlySet<string> = new Set([DIFFERENT_LEAGUES, UNEXPECTED_FORMAT, NO_LEAGUE]);

/** The result of reading all rows. */
export interface SportsListing {
  readonly games: ReadonlyArray<PlatformGame>;
  /** Rows that could not be read, with their league; null if unknown. */
  readonly unread: ReadonlyArray<UnreadListing & { readonly league: LeagueCode | null }>;
  /** Names of leagues that this service does not list. */
  readonly otherLeagues: ReadonlySet<string>;
}

/** Reads all rows and groups those of one match into one game. */
export function readSports(rows: ReadonlyArray<unknown>, nowSec: UnixSec): SportsListing {
  const parts = new Map<string, Array<MatchRow>>();
  const unread: Array<SportsListing["unread"][number]> = [];
  const otherLeagues = new Set<string>();
  for (const written of rows) {
    const read = readRow(written);
    if (read.kind === "match") {
      parts.set(read.key, [...parts.get(read.key) ?? [], read]);
    } else if (read.kind === "unread") unread.push(read.listing);
    else if (read.otherLeague !== undefined) otherLeagues.add(read.otherLeague);
  }
  const games: Array<PlatformGame> = [];
  for (const matchRows of parts.values()) {
    const [league, another] = new Set(matchRows.map((row) => row.league));
    if (league !== undefined && another === undefined) games.push(toGame(matchRows, nowSec));
    else unread.push(...matchRows.map(({ row, league }) => contradiction(row, league)));
  }
  return { games, unread, otherLeagues };
}

function contradiction({ slug, title }: ListedRow, league: LeagueCode) {
  return { id: slug, title: title ?? "", why: DIFFERENT_LEAGUES, league };
}

/**
 * Returns the part of the listing for one league, including unread rows without a league. It is not
 * complete if an unread row may be about any game.
 */
export function listingOf(
  league: LeagueCode,
  { games, unread }: SportsListing,
  { isComplete }: Pick<Sweep, "isComplete">,
): LeagueListing {
  const own = unread.filter((one) => one.league === league || one.league === null);
  const isRead = own.every(({ why }) => !MAY_BE_ANY.has(why));
  return {
    games: games.filter((game) => game.league === league),
    isComplete: isComplete && isRead,
    unread: own.map(({ id, title, why }) => ({ id, title, why })),
  };
}

/** A row about a match. */
interface MatchRow {
  readonly kind: "match";
  readonly league: LeagueCode;
  readonly key: string;
  readonly row: ListedRow;
  readonly home: string;
  readonly away: string;
}

type RowReading =
  | MatchRow
  | { readonly kind: "unread"; readonly listing: SportsListing["unread"][number] }
  | { readonly kind: "skipped"; readonly otherLeague?: string };

const decodeRow = Schema.decodeUnknownOption(ListedRow);

function readRow(written: unknown): RowReading {
  const decoded = decodeRow(written);
  if (Option.isNone(decoded)) {
    return unread({ id: idOf(written), title: "" }, UNEXPECTED_FORMAT);
  }
  const row = decoded.value;
  const title = row.title ?? "";
  if ((row.automationType ?? "sports") !== "sports") return { kind: "skipped" };
  const home = row.metadata?.homeTeam?.trim() ?? "";
  const away = row.metadata?.awayTeam?.trim() ?? "";
  const hasSides = home !== "" && away !== "" && home !== away;
  const of = leagueOfRow(row);
  switch (of.kind) {
    case "other":
      return { kind: "skipped", otherLeague: of.named };
    case "unnamed":
      // A row without a league and two sides is not about a game of ours.
      return hasSides ? unread({ id: row.slug, title }, NO_LEAGUE) : { kind: "skipped" };
    case "known":
      return hasSides
        ? { kind: "match", league: of.league, key: keyOf(row), row, home, away }
        : unread({ id: row.slug, title }, "it does not name two sides", of.league);
  }
}

function unread(
  { id, title }: { readonly id: string; readonly title: string },
  why: string,
  league: LeagueCode | null = null,
): RowReading {
  return { kind: "unread", listing: { id, title, why, league } };
}

const hasSlug = Schema.is(Schema.Struct({ slug: Schema.NonEmptyString }));
const hasId = Schema.is(Schema.Struct({ id: Schema.Union([Schema.String, Schema.Number]) }));

function idOf(written: unknown): string {
  if (hasSlug(written)) return written.slug;
  return hasId(written) ? String(written.id) : "without a name";
}

/** The key of a row's match by the most reliable id; without one, the row is its own match. */
function keyOf({ slug, metadata }: ListedRow): string {
  const eventId = metadata?.eventId ?? "";
  if (eventId !== "") return `event:${eventId}`;
  const matchId = metadata?.externalMatchId ?? "";
  return matchId === "" ? `market:${slug}` : `match:${matchId}`;
}

/** Sorts the rows first, so that the game does not depend on their order. */
function toGame(unordered: ReadonlyArray<MatchRow>, nowSec: UnixSec): PlatformGame {
  const rows = unordered.toSorted((a, b) => a.row.slug < b.row.slug ? -1 : 1);
  const [first] = rows as [MatchRow, ...Array<MatchRow>];
  const kickoffs = rows.map(({ row }) =>
    readKickoff(row.metadata?.startMatchTimestampInUTC, nowSec)
  );
  return {
    source: "limitless",
    key: first.key,
    league: first.league,
    kickoff: agreedKickoff(kickoffs),
    home: sideOf(first.home, rows),
    away: sideOf(first.away, rows),
    isOpen: true,
    events: rows.map(toEvent),
  };
}

/**
 * A side with its name in the first row, and its names in rows with the same name for the other
 * side. A row with swapped sides adds nothing.
 */
function sideOf(name: string, rows: ReadonlyArray<MatchRow>): PlatformSide {
  const [first] = rows as [MatchRow, ...Array<MatchRow>];
  const names = rows.flatMap(({ home, away }) => {
    if (name === first.home) return away === first.away ? [home] : [];
    return home === first.home ? [away] : [];
  });
  return { names: [...new Set([name, ...names])], codes: [] };
}

const decodeMarket = Schema.decodeUnknownOption(Schema.Struct({ slug: Schema.NonEmptyString }));

/** A group lists its markets; any other row is a market itself. */
function toEvent({ row }: MatchRow): PlatformEvent {
  const slugs = (row.markets ?? []).flatMap((market) =>
    Option.match(decodeMarket(market), { onNone: () => [], onSome: ({ slug }) => [slug] })
  );
  return {
    id: row.slug,
    title: row.title ?? "",
    markets: row.markets === null || row.markets === undefined ? [row.slug] : [...new Set(slugs)],
  };
}
