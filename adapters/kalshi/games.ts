/**
 * The games of a league, out of Kalshi's events and milestones.
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
import { kickoffOf, parseEventTicker, splitSides } from "./event_ticker.ts";
import type { LeagueSeries } from "./league_series.ts";
import type { ListedRows } from "./listed_rows.ts";
import type { EventRow, MilestoneRow } from "./payload.ts";
import { sideMarketsOf } from "./side_market.ts";
import { readSides } from "./sides.ts";
import { parseStartDate } from "./start_date.ts";

/** What was listed of a league, sorted into games. */
export interface SortedGames {
  readonly games: ReadonlyArray<PlatformGame>;
  readonly unread: ReadonlyArray<UnreadListing>;
}

/** A league and its series. */
export interface SortedLeague {
  readonly league: LeagueCode;
  readonly series: LeagueSeries;
}

/** All that there is of one game. The key is the ticker of its main event, there or not. */
interface GameRows {
  readonly key: string;
  readonly events: ReadonlyArray<EventRow>;
  /** Empty, or more than one where Kalshi is about to replace one by another. */
  readonly milestones: ReadonlyArray<MilestoneRow>;
}

/** Sorts rows into games. Each event is of one game, or is named as unread. */
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

/** A milestone brings its events together; those without one are joined by their tickers' tail. */
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

/** Of the league's own main series; undefined where the milestone is of no game of the league. */
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
 * The milestone's start is the kickoff, and follows a game that is moved. Expected expiration and
 * occurrence lie three hours later and the close two days; they are never looked at. Milestones
 * that contradict each other say nothing.
 */
function startOf(milestones: ReadonlyArray<MilestoneRow>): PlatformKickoff | undefined {
  const starts = milestones.flatMap((row) => Option.toArray(parseStartDate(row.start_date)));
  const [sec] = starts;
  if (sec === undefined || starts.some((other) => other !== sec)) return undefined;
  return { kind: "at", sec };
}

/** What a market ends as. One that is not open yet will be. */
const ENDED: ReadonlySet<string> = new Set([
  "closed",
  "determined",
  "disputed",
  "amended",
  "finalized",
  "settled",
]);

/** An event without markets was settled. */
function isTraded({ markets }: EventRow): boolean {
  return (markets ?? []).some(({ status }) => !ENDED.has(status ?? ""));
}

function toEvent({ event_ticker: id, title, markets }: EventRow): PlatformEvent {
  return { id, title: title ?? "", markets: (markets ?? []).map(({ ticker }) => ticker) };
}

/** Events that a milestone names and no series that was read has. Their markets were not seen. */
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
