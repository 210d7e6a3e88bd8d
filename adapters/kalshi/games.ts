/**
 * Groups Kalshi's events and milestones into the games of a league.
 *
 * @module
 */
import { Option, Result } from "effect";
import {
  LEAGUE_FACTS,
  type LeagueCode,
  type PlatformEvent,
  type PlatformGame,
  type PlatformKickoff,
  type UnreadListing,
} from "../../core/game/mod.ts";
import { exists, UnixSec } from "../../core/time/mod.ts";
import { kickoffOf, parseEventTicker, splitSides } from "./event_ticker.ts";
import type { LeagueSeries } from "./league_series.ts";
import type { ListedRows } from "./listed_rows.ts";
import type { EventRow, MilestoneRow } from "./payload.ts";
import { sideMarketsOf } from "./side_market.ts";
import { readSides } from "./sides.ts";

/** The listing of a league, grouped into games. */
export interface SortedGames {
  readonly games: ReadonlyArray<PlatformGame>;
  readonly unread: ReadonlyArray<UnreadListing>;
}

/** A league and its series. */
export interface SortedLeague {
  readonly league: LeagueCode;
  readonly series: LeagueSeries;
}

/** The rows of one game. The key is the ticker of its main event, whether or not it is listed. */
interface GameRows {
  readonly key: string;
  readonly events: ReadonlyArray<EventRow>;
  /** May be empty, or more than one while Kalshi replaces a milestone. */
  readonly milestones: ReadonlyArray<MilestoneRow>;
}

/** Groups rows into games. Each event belongs to one game or is reported as unread. */
export function sortGames(rows: ListedRows, of: SortedLeague): SortedGames {
  const games: Array<PlatformGame> = [];
  const unread: Array<UnreadListing> = [...rows.unread];
  for (const group of groupRows(rows, of)) {
    const game = toGame(group, of);
    if (Result.isSuccess(game)) games.push(game.success);
    else {
      const title = group.events.map((event) => event.title ?? "").find((text) => text !== "");
      unread.push({ id: group.key, title: title ?? "", why: game.failure });
    }
  }
  return { games, unread };
}

/** Groups events by milestone, and those without one by the tail of their tickers. */
function groupRows(
  { events, milestones }: ListedRows,
  { series }: SortedLeague,
): ReadonlyArray<GameRows> {
  const keyByEvent = new Map<string, string>();
  const milestonesByKey = new Map<string, Array<MilestoneRow>>();
  for (const milestone of milestones.values()) {
    const key = mainTickerOf(milestone, series);
    if (key === undefined) continue;
    milestonesByKey.set(key, [...milestonesByKey.get(key) ?? [], milestone]);
    for (const ticker of [key, ...milestone.primary_event_tickers ?? []]) {
      keyByEvent.set(ticker, key);
    }
  }
  const eventsByKey = new Map<string, Array<EventRow>>();
  for (const event of events.values()) {
    const key = keyByEvent.get(event.event_ticker) ?? keyByTail(event.event_ticker, series);
    eventsByKey.set(key, [...eventsByKey.get(key) ?? [], event]);
  }
  return [...eventsByKey].map(([key, found]) => ({
    key,
    events: found.toSorted((a, b) =>
      Number(b.event_ticker === key) - Number(a.event_ticker === key)
    ),
    milestones: milestonesByKey.get(key) ?? [],
  }));
}

/** The ticker in the league's main series; undefined if the milestone is of another league. */
function mainTickerOf(
  { details, primary_event_tickers: primary }: MilestoneRow,
  { main }: LeagueSeries,
): string | undefined {
  const tickers = [details?.main_game_event_ticker ?? "", ...primary ?? []];
  const found = new Set(tickers.filter((ticker) => ticker.startsWith(`${main}-`)));
  const [ticker] = found;
  return tickers[0] !== "" && found.has(tickers[0] ?? "")
    ? tickers[0]
    : found.size === 1
    ? ticker
    : undefined;
}

function keyByTail(eventTicker: string, { main }: LeagueSeries): string {
  return Option.match(parseEventTicker(eventTicker), {
    onNone: () => eventTicker,
    onSome: ({ tail }) => `${main}-${tail}`,
  });
}

function toGame(
  { key, events, milestones }: GameRows,
  { league }: SortedLeague,
): Result.Result<PlatformGame, string> {
  const ticker = parseEventTicker(key);
  const markets = sideMarketsOf(events.find((event) => event.event_ticker === key));
  const [milestone] = milestones;
  const sides = readSides({
    sport: LEAGUE_FACTS[league].sport,
    ticker,
    markets,
    milestone,
    titles: [...milestones, ...events].map(({ title }) => title ?? ""),
  });
  const split = markets === undefined ? Option.none() : Option.flatMap(
    ticker,
    (parsed) => splitSides(parsed, [markets[0].code, markets[1].code]),
  );
  const byTicker = Option.map(ticker, (parsed) => kickoffOf(parsed, split));
  return Result.map(sides, ({ home, away }) => ({
    source: "kalshi",
    key,
    league,
    kickoff: startOf(milestones) ?? Option.getOrElse(byTicker, () => ({ kind: "unknown" })),
    home,
    away,
    isOpen: events.some(isTraded),
    events: [...events.map(toEvent), ...unlistedEvents(events, milestones)],
  }));
}

/**
 * The milestone's start is the kickoff, and is updated if the game is moved. Expected expiration
 * and occurrence are three hours later and the close two days; they are never used. Undefined if
 * milestones contradict each other.
 */
function startOf(milestones: ReadonlyArray<MilestoneRow>): PlatformKickoff | undefined {
  const starts = milestones.flatMap((row) => Option.toArray(parseStartDate(row.start_date)));
  const [sec] = starts;
  if (sec === undefined || starts.some((other) => other !== sec)) return undefined;
  return { kind: "at", sec };
}

/** Statuses of markets that no longer trade. Any other market trades or will. */
const ENDED: ReadonlySet<string> = new Set([
  "closed",
  "determined",
  "disputed",
  "amended",
  "finalized",
  "settled",
]);

/** Whether any market trades or will. An event without markets was settled. */
function isTraded({ markets }: EventRow): boolean {
  return (markets ?? []).some(({ status }) => !ENDED.has(status ?? ""));
}

function toEvent({ event_ticker: id, title, markets }: EventRow): PlatformEvent {
  return { id, title: title ?? "", markets: (markets ?? []).map(({ ticker }) => ticker) };
}

/** Events that a milestone names but no series lists. Their markets are unknown. */
function unlistedEvents(
  events: ReadonlyArray<EventRow>,
  milestones: ReadonlyArray<MilestoneRow>,
): ReadonlyArray<PlatformEvent> {
  const listed = new Set(events.map((event) => event.event_ticker));
  const named = new Map(
    milestones.flatMap(({ primary_event_tickers: tickers, title }) =>
      (tickers ?? []).map((id) => [id, title ?? ""] as const)
    ),
  );
  return [...named].filter(([id]) => !listed.has(id))
    .map(([id, title]) => ({ id, title, markets: [] }));
}

const START_DATE = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses the start of a milestone, dropping fractions of a second. None if it is not an instant.
 */
function parseStartDate(text: string | null | undefined): Option.Option<UnixSec> {
  const parts = START_DATE.exec(text ?? "");
  if (parts === null) return Option.none();
  const [year = 0, month = 0, day = 0] = parts.slice(1, 4).map(Number);
  const ms = Date.parse(parts[0]);
  if (!exists({ year, month, day }) || Number.isNaN(ms)) return Option.none();
  return Option.some(UnixSec(Math.floor(ms / 1000)));
}
