/**
 * Finds the home and away sides of a game and their names.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { PlatformSide, Sport } from "../../core/game/mod.ts";
import { type EventTicker, splitSides } from "./event_ticker.ts";
import type { MilestoneRow } from "./payload.ts";
import type { SideMarket } from "./side_market.ts";
import { parseTitle, type TitleSides } from "./title.ts";

/** The data from which sides are read. */
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

type Role = "home" | "away";

/** American team sports name the away side first; soccer and individual sports do not. */
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
function firstNamedRole(sport: Sport): Role {
  return GUEST_FIRST.has(sport) ? "away" : "home";
}

function fromTitles(titles: ReadonlyArray<TitleSides>, sport: Sport): Result.Result<Sides, string> {
  const [title] = titles;
  if (title === undefined) return Result.fail("no market and no title names its two sides");
  const role = title.link === "at" ? "away" : firstNamedRole(sport);
  const side = (name: string): PlatformSide => ({ names: [name], codes: [] });
  return Result.succeed(toSides(side(title.first), side(title.second), role));
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
  const byId = roleById(markets, milestone);
  if (byId === "both") return Result.fail("its milestone has one side as both");
  const [a, b] = split !== undefined && split.first === codes[1]
    ? [markets[1], markets[0]]
    : markets;
  // If the ticker gives no order, neither do the titles: then only the ids identify the sides.
  const byTicker = split === undefined ? undefined : firstNamedRole(sport);
  const roleOfA = byId === undefined ? byTicker : a === markets[0] ? byId : opposite(byId);
  if (roleOfA === undefined) return Result.fail("its ticker is not made of its markets' codes");
  const order = { a, b, roleOfA, byTicker };
  const named = titles.map((title) => aligned(title, order));
  const side = (market: SideMarket, at: 0 | 1): PlatformSide => ({
    names: withoutCode(
      [...market.names, ...named.flatMap((names) => names[at] ?? [])],
      market.code,
    ),
    codes: [market.code],
  });
  return Result.succeed(toSides(side(a, 0), side(b, 1), roleOfA));
}

/** Home or away of the first market's side by the milestone; undefined if that does not say. */
function roleById(
  [a, b]: readonly [SideMarket, SideMarket],
  milestone: MilestoneRow | undefined,
): Role | "both" | undefined {
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
  readonly roleOfA: Role;
  /** Home or away of `a` by the ticker, which names it first; undefined if that does not say. */
  readonly byTicker: Role | undefined;
}

/**
 * A title's names of both sides, assigned by the names of the markets. If those differ, `at`
 * separates away and home, and `vs` follows the order of the ticker. Empty if uncertain.
 */
function aligned(
  { first, second, link }: TitleSides,
  { a, b, roleOfA, byTicker }: SideOrder,
): readonly [string, string] | readonly [] {
  const straight = [first, second] as const;
  const reversed = [second, first] as const;
  if (isCalled(a, straight) || isCalled(b, reversed)) return straight;
  if (isCalled(a, reversed) || isCalled(b, straight)) return reversed;
  if (link === "vs") return byTicker === undefined ? [] : straight;
  // If ids and ticker disagree about the sides, either the ids or the title may be wrong.
  if (byTicker !== undefined && byTicker !== roleOfA) return [];
  return roleOfA === "away" ? straight : reversed;
}

/** Whether the first name is its label, or only the first begins with its code, as `KC Chiefs`. */
function isCalled({ names, code }: SideMarket, [name, other]: readonly [string, string]): boolean {
  const hasCode = (text: string) => text.startsWith(`${code} `);
  return names.includes(name) || (hasCode(name) && !hasCode(other));
}

/** Adds `Chiefs` for `KC Chiefs` if `KC` is the code. Each name once. */
function withoutCode(names: ReadonlyArray<string>, code: string): ReadonlyArray<string> {
  const rest = names.filter((name) => name.startsWith(`${code} `))
    .map((name) => name.slice(code.length).trim());
  return [...new Set([...names, ...rest])];
}

function toSides(first: PlatformSide, second: PlatformSide, roleOfFirst: Role): Sides {
  return roleOfFirst === "home" ? { home: first, away: second } : { home: second, away: first };
}

function opposite(role: Role): Role {
  return role === "home" ? "away" : "home";
}
