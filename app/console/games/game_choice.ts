/**
 * Which games a reader wants to see, as the page's address has it.
 *
 * @module
 */
import type { ListedGame } from "../../client/typescript/game.ts";
import type { PlatformCode } from "../../client/typescript/wire/names.ts";

/** The lists of codes that games are chosen by. None chosen means any. */
export const LISTS = ["league", "status", "source"] as const;

/** One of {@linkcode LISTS}. */
export type ListName = (typeof LISTS)[number];

/** A choice of games. */
export interface GameChoice extends Readonly<Record<ListName, ReadonlyArray<string>>> {
  /** The local day, such as `2026-09-20`. */
  readonly day: string;
  /** IANA time zone of the day, and of every time shown. */
  readonly zone: string;
}

/** What each status of a game is called. */
export const STATUS_WORDS: Readonly<Record<ListedGame["status"], string>> = {
  scheduled: "Scheduled",
  live: "Live",
  finished: "Finished",
  postponed: "Postponed",
  cancelled: "Cancelled",
};

const NAMES: Readonly<Record<PlatformCode, string>> = {
  polymarket: "Polymarket",
  kalshi: "Kalshi",
  limitless: "Limitless",
  sx_bet: "SX Bet",
  hyperliquid: "Hyperliquid",
};

/** What each platform is called, in the order in which the service checks them. */
export const PLATFORM_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(NAMES));

/** Returns what a platform is called; of one that is not known here, its code. */
export function platformName(source: string): string {
  return PLATFORM_NAMES.get(source) ?? source;
}

/** The codes of a list of an address: `nba,nfl`. */
export function codesOf(text: string | null): ReadonlyArray<string> {
  return (text ?? "").split(",").filter((code) => code !== "");
}

/** The list of an address with a code added or, if it is there, removed. */
export function toggledCode(text: string | null, code: string): string {
  const codes = codesOf(text);
  return (codes.includes(code) ? codes.filter((one) => one !== code) : [...codes, code]).join();
}

/** The query that asks the API for a choice of games. */
export function gamesQuery(choice: GameChoice): Readonly<Record<string, string>> {
  const { day, zone: tz } = choice;
  const lists = LISTS.map((name) => [name, choice[name].join()] as const)
    .filter(([, codes]) => codes !== "");
  return { day, tz, ...Object.fromEntries(lists), include: "platforms,coverage" };
}

/** The day so many days after another, or before it. */
export function dayAfter(day: string, days: number): string {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) ? day : new Date(ms + days * 86_400_000).toISOString().slice(0, 10);
}
