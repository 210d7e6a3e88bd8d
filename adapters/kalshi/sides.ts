/**
 * Which side of a game is at home, and what each is called.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { PlatformSide, Sport } from "../../core/game/mod.ts";
import { type EventTicker, splitSides } from "./event_ticker.ts";
import type { MilestoneRow } from "./payload.ts";
import type { SideMarket } from "./side_market.ts";
import { parseTitle, type TitleSides } from "./title.ts";

/** What the sides are read from. */
export interface SideEvidence {
  readonly sport: Sport;
  readonly ticker: Option.Option<EventTicker>;
  readonly markets: readonly [SideMarket, SideMarket] | undefined;
  readonly milestone: MilestoneRow | undefined;
  /** Titles of the milestone and of the events, best first. */
  readonly titles: ReadonlyArray<string>;
}

/** Both sides of a game. */
export interface Sides {
  readonly home: PlatformSide;
  readonly away: PlatformSide;
}

type Place = "home" | "away";

/** American sports name the guest first; soccer, and those who play for themselves, do not. */
const GUEST_FIRST: ReadonlySet<Sport> = new Set(["football", "basketball", "baseball", "hockey"]);

/** Reads the sides; fails with what is wrong with them. */
export function readSides(evidence: SideEvidence): Result.Result<Sides, string> {
  const titles = evidence.titles.flatMap((title) => Option.toArray(parseTitle(title)));
  const { markets } = evidence;
  return markets === undefined
    ? fromTitles(titles, evidence.sport)
    : fromMarkets({ ...evidence, markets }, titles);
}

/** The order in which a sport's tickers and titles name the sides. */
function firstPlace(sport: Sport): Place {
  return GUEST_FIRST.has(sport) ? "away" : "home";
}

function fromTitles(titles: ReadonlyArray<TitleSides>, sport: Sport): Result.Result<Sides, string> {
  const [title] = titles;
  if (title === undefined) return Result.fail("no market and no title tells its two sides");
  const place = title.link === "at" ? "away" : firstPlace(sport);
  const side = (name: string): PlatformSide => ({ names: [name], codes: [] });
  return Result.succeed(inPlace(side(title.first), side(title.second), place));
}

function fromMarkets(
  { sport, ticker, markets, milestone }: SideEvidence & {
    readonly markets: readonly [SideMarket, SideMarket];
  },
  titles: ReadonlyArray<TitleSides>,
): Result.Result<Sides, string> {
  const codes = [markets[0].code, markets[1].code] as const;
  const split = Option.getOrUndefined(
    Option.flatMap(ticker, (parsed) => splitSides(parsed, codes)),
  );
  const byId = placeById(markets, milestone);
  if (byId === "both") return Result.fail("its milestone has one side as both");
  const [a, b] = split !== undefined && split.first === codes[1]
    ? [markets[1], markets[0]]
    : markets;
  // Where the ticker says no order, neither do its titles: then only the ids tell the sides.
  const byTicker = split === undefined ? undefined : firstPlace(sport);
  const placeOfA = byId === undefined ? byTicker : a === markets[0] ? byId : opposite(byId);
  if (placeOfA === undefined) return Result.fail("its ticker is not made of its markets' codes");
  const order = { a, b, placeOfA, byTicker };
  const named = titles.map((title) => aligned(title, order));
  const side = (market: SideMarket, at: 0 | 1): PlatformSide => ({
    names: withoutCode(
      [...market.names, ...named.flatMap((names) => names[at] ?? [])],
      market.code,
    ),
    codes: [market.code],
  });
  return Result.succeed(inPlace(side(a, 0), side(b, 1), placeOfA));
}

/** Where the first market's side plays by the milestone; undefined where that says nothing. */
function placeById(
  [a, b]: readonly [SideMarket, SideMarket],
  milestone: MilestoneRow | undefined,
): Place | "both" | undefined {
  const { home_team_id: home, away_team_id: away } = milestone?.details ?? {};
  const is = (market: SideMarket, id: string | null | undefined) =>
    typeof id === "string" && market.targetIds.has(id);
  const isAHome = is(a, home) || is(b, away);
  const isBHome = is(b, home) || is(a, away);
  if (isAHome && isBHome) return "both";
  return isAHome ? "home" : isBHome ? "away" : undefined;
}

interface SideOrder {
  readonly a: SideMarket;
  readonly b: SideMarket;
  readonly placeOfA: Place;
  /** Where `a` plays by the ticker, which names it first; undefined where that says nothing. */
  readonly byTicker: Place | undefined;
}

/**
 * What a title calls each of both sides, by what the markets are called; where those say something
 * else, `at` parts guest and host, and `vs` follows the ticker. Nothing where that is not certain.
 */
function aligned(
  { first, second, link }: TitleSides,
  { a, b, placeOfA, byTicker }: SideOrder,
): readonly [string, string] | readonly [] {
  const straight = [first, second] as const;
  const turned = [second, first] as const;
  if (isCalled(a, straight) || isCalled(b, turned)) return straight;
  if (isCalled(a, turned) || isCalled(b, straight)) return turned;
  if (link === "vs") return byTicker === undefined ? [] : straight;
  // Ids that turn the sides of the ticker around may be wrong, or the title may be.
  if (byTicker !== undefined && byTicker !== placeOfA) return [];
  return placeOfA === "away" ? straight : turned;
}

/** The first name is its label, or begins with its code as `KC Chiefs` and the other does not. */
function isCalled({ names, code }: SideMarket, [name, other]: readonly [string, string]): boolean {
  const hasCode = (text: string) => text.startsWith(`${code} `);
  return names.includes(name) || (hasCode(name) && !hasCode(other));
}

/** `KC Chiefs` is `Chiefs` as well, where `KC` is the code. Each name once. */
function withoutCode(names: ReadonlyArray<string>, code: string): ReadonlyArray<string> {
  const rest = names.filter((name) => name.startsWith(`${code} `))
    .map((name) => name.slice(code.length).trim());
  return [...new Set([...names, ...rest])];
}

function inPlace(first: PlatformSide, second: PlatformSide, placeOfFirst: Place): Sides {
  return placeOfFirst === "home" ? { home: first, away: second } : { home: second, away: first };
}

function opposite(place: Place): Place {
  return place === "home" ? "away" : "home";
}
