/**
 * Games, from the rows that Limitless lists.
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
import type { LeagueListing } from "../../core/port/mod.ts";
import type { UnixSec } from "../../core/time/mod.ts";
import { agreedKickoff, readKickoff } from "./kickoff.ts";
import { leagueOfRow } from "./league.ts";
import { ListedRow } from "./payload.ts";
import type { Sweep } from "./sweep.ts";

/** Why a row is unread whose match another row has in another league. */
const OTHER_LEAGUE = "others of its match name another league";

/** Why a row is unread that is not written as rows are: the platform has changed. */
export const OTHER_FORM = "it has another form";

/** Why a row with two sides is unread that may be of any league. */
export const NO_LEAGUE = "it names no league";

/** What keeps from saying that a game is absent: such a row may be about any. */
const MAY_BE_ANY: ReadonlySet<string> = new Set([OTHER_LEAGUE, OTHER_FORM, NO_LEAGUE]);

/** What was made of all rows. */
export interface SportsListing {
  readonly games: ReadonlyArray<PlatformGame>;
  /** What could not be read, and of which league it is; null where that is not to be known. */
  readonly unread: ReadonlyArray<UnreadListing & { readonly league: LeagueCode | null }>;
  /** Leagues that were named and are none of ours. */
  readonly otherLeagues: ReadonlySet<string>;
}

/** Reads all rows; those of one match become one game. */
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
  return { id: slug, title: title ?? "", why: OTHER_LEAGUE, league };
}

/**
 * What of it concerns one league. What names no league may be of any. It is not complete with a row
 * that may be about any game.
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

/** A row that is about a match. */
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
  | { readonly kind: "passed over"; readonly otherLeague?: string };

const decodeRow = Schema.decodeUnknownOption(ListedRow);

function readRow(written: unknown): RowReading {
  const decoded = decodeRow(written);
  if (Option.isNone(decoded)) {
    return unread({ id: idOf(written), title: "" }, OTHER_FORM);
  }
  const row = decoded.value;
  const title = row.title ?? "";
  if ((row.automationType ?? "sports") !== "sports") return { kind: "passed over" };
  const home = row.metadata?.homeTeam?.trim() ?? "";
  const away = row.metadata?.awayTeam?.trim() ?? "";
  const hasSides = home !== "" && away !== "" && home !== away;
  const of = leagueOfRow(row);
  switch (of.kind) {
    case "other":
      return { kind: "passed over", otherLeague: of.named };
    case "unnamed":
      // What names neither a league nor two sides is about no game that we could look for.
      return hasSides ? unread({ id: row.slug, title }, NO_LEAGUE) : { kind: "passed over" };
    case "known":
      return hasSides
        ? { kind: "match", league: of.league, key: keyOf(row), row, home, away }
        : unread({ id: row.slug, title }, "it names no two sides", of.league);
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

/** What says which match a row is about, surest first: at last, that it is about one of its own. */
function keyOf({ slug, metadata }: ListedRow): string {
  const eventId = metadata?.eventId ?? "";
  if (eventId !== "") return `event:${eventId}`;
  const matchId = metadata?.externalMatchId ?? "";
  return matchId === "" ? `market:${slug}` : `match:${matchId}`;
}

/** The rows come in any order, and the game must not depend on it. */
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
 * A side by its name in the first row, and by what rows that name the other side alike call it.
 * A row in which the sides changed places adds nothing.
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

/** A group has the markets that it names; any other row is a market itself. */
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
