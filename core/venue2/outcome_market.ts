/**
 * A recurring market of the secondary venue: will the price be at or above the target at expiry?
 *
 * @module
 */
import { Option, Result } from "effect";
import { parseE18 } from "../price/mod.ts";
import { isInside, type TimeRange, toIso, UnixSec } from "../time/mod.ts";
import { parseDescription } from "./description.ts";
import { parseMinuteStamp } from "./minute_stamp.ts";
import { parsePeriod } from "./period.ts";
import type { SideIndex } from "./side.ts";

/** The only class of markets that has a target and a window. */
export const MARKET_CLASS = "priceBinary";

/** A recurring market. */
export interface OutcomeMarket {
  readonly outcomeId: number;
  /** As the venue writes it: `BTC`, `xyz:SILVER`. */
  readonly underlying: string;
  /** As the venue writes it: `1d`. */
  readonly period: string;
  /** The expiry minus the period. The market itself appears some seconds later. */
  readonly startSec: UnixSec;
  readonly expirySec: UnixSec;
  /** The target in US dollars, as the venue writes it; greater than 0. */
  readonly targetText: string;
  /** The index of the Yes side. */
  readonly yesIndex: SideIndex;
}

/** The fields that the venue lists for any market. */
export interface ListedOutcome {
  readonly outcomeId: number;
  readonly name: string;
  readonly description: string;
  readonly sideNames: ReadonlyArray<string>;
}

/** Why a listed market is skipped. `isNoise`: it does not claim to be a recurring market. */
export interface OutcomeSkipped {
  readonly why: string;
  readonly isNoise: boolean;
}

const QUOTED_CHARS_MAX = 40;

/** Markets made from public templates, whose descriptions are freely chosen by the deployer. */
const TEMPLATE = /^template[: ]/;

/**
 * Parses a listed market. The side names identify Yes and No; expiry and period define the window.
 * A description may contain other facts, in any order.
 *
 * Skips markets from templates, markets of another class or without one (buckets, contests, prose),
 * and markets of class {@linkcode MARKET_CLASS} that lack a fact.
 */
export function readOutcomeMarket(
  { outcomeId, name, description, sideNames }: ListedOutcome,
): Result.Result<OutcomeMarket, OutcomeSkipped> {
  const skip = (why: string, isNoise = false) => Result.fail({ why, isNoise });
  if (TEMPLATE.test(name)) return skip("it is made from a template", true);
  const facts = parseDescription(description);
  const fact = (key: string) => facts.get(key) ?? "";
  if (!facts.has("class")) return skip("its description names no class", true);
  if (fact("class") !== MARKET_CLASS) return skip(`its class is ${quoted(fact("class"))}`, true);
  const yesIndex = yesIndexOf(sideNames);
  if (yesIndex === undefined) return skip("its sides are not Yes and No");
  const underlying = fact("underlying");
  if (!/^(?=.*[a-z0-9])[!-{}~]{1,64}$/i.test(underlying)) return skip("it names no underlying");
  const expiry = parseMinuteStamp(fact("expiry"));
  if (Option.isNone(expiry)) return skip(`its expiry ${quoted(fact("expiry"))} is no minute`);
  const period = parsePeriod(fact("period"));
  if (Option.isNone(period)) return skip(`its period ${quoted(fact("period"))} is not known`);
  const targetText = fact("targetPrice");
  if (!isPrice(targetText)) return skip(`its target ${quoted(targetText)} is no price`);
  const expirySec = expiry.value;
  const startSec = UnixSec(expirySec - period.value);
  return Result.succeed({
    outcomeId,
    underlying,
    period: fact("period"),
    startSec,
    expirySec,
    targetText,
    yesIndex,
  });
}

/** Returns the market's window: from its start, included, to its expiry, excluded. */
export function windowOf({ startSec, expirySec }: OutcomeMarket): TimeRange {
  return { startSec, endSec: expirySec };
}

/** Returns whether the market's window contains the instant. */
export function isDuring(market: OutcomeMarket, atSec: UnixSec): boolean {
  return isInside(windowOf(market), atSec);
}

/** Returns the target in US dollars, times 10^18. */
export function targetE18Of({ targetText }: OutcomeMarket): bigint {
  return Option.getOrThrow(parseE18(targetText));
}

/** Formats the market's question. At the target counts as above it, by the venue's settlement. */
export function questionOf({ underlying, targetText, expirySec }: OutcomeMarket): string {
  const [day, time = ""] = toIso(expirySec).split("T");
  return `Will ${underlying} be at or above ${targetText} on ${day} at ${time.slice(0, 5)} UTC?`;
}

/** Returns whether both are the same market with the same facts. */
export function isSameMarket(a: OutcomeMarket, b: OutcomeMarket): boolean {
  return a.outcomeId === b.outcomeId && a.underlying === b.underlying && a.period === b.period &&
    a.startSec === b.startSec && a.expirySec === b.expirySec && a.targetText === b.targetText &&
    a.yesIndex === b.yesIndex;
}

function yesIndexOf(names: ReadonlyArray<string>): SideIndex | undefined {
  if (names.length !== 2 || !names.includes("No")) return undefined;
  const at = names.indexOf("Yes");
  return at === 0 || at === 1 ? at : undefined;
}

/** Quotes text of a deployer, which may be of any length, and truncates it. */
function quoted(text: string): string {
  return JSON.stringify(text.length <= QUOTED_CHARS_MAX ? text : text.slice(0, QUOTED_CHARS_MAX));
}

function isPrice(text: string): boolean {
  return Option.exists(parseE18(text), (priceE18) => priceE18 > 0n);
}
