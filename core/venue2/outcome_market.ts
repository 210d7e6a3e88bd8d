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

/** The one class of markets that has a target and a window. */
export const MARKET_CLASS = "priceBinary";

/** A market. */
export interface OutcomeMarket {
  readonly outcomeId: number;
  /** As the venue writes it: `BTC`, `xyz:SILVER`. */
  readonly underlying: string;
  /** As the venue writes it: `1d`. */
  readonly period: string;
  /** The expiry less the period: the market itself appears some seconds later. */
  readonly startSec: UnixSec;
  readonly expirySec: UnixSec;
  /** US dollars, as the venue writes them; more than 0. */
  readonly targetText: string;
  /** Which of its two sides is Yes. */
  readonly yesIndex: SideIndex;
}

/** What the venue lists of any market. */
export interface ListedOutcome {
  readonly outcomeId: number;
  readonly name: string;
  readonly description: string;
  readonly sideNames: ReadonlyArray<string>;
}

/** Why a listed market is not one of ours. `isNoise`: it never claimed to be. */
export interface OutcomeSkipped {
  readonly why: string;
  readonly isNoise: boolean;
}

const QUOTED_CHARS_MAX = 40;

/** Markets of anybody's templates; what their descriptions say is up to whoever deployed them. */
const TEMPLATE = /^template[: ]/;

/**
 * Reads what is listed. The sides are told by their names, and the window by expiry and period; a
 * description may say other things besides, in any order.
 *
 * Skipped are markets from templates, those of another class or without one (buckets, contests,
 * prose), and those that claim to be a {@linkcode MARKET_CLASS} and lack a fact.
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

/** When the market counts: from its start up to, but without, its expiry. */
export function windowOf({ startSec, expirySec }: OutcomeMarket): TimeRange {
  return { startSec, endSec: expirySec };
}

/** Whether the instant lies in the market's window. */
export function isDuring(market: OutcomeMarket, atSec: UnixSec): boolean {
  return isInside(windowOf(market), atSec);
}

/** The target in US dollars, times 10^18. */
export function targetE18Of({ targetText }: OutcomeMarket): bigint {
  return Option.getOrThrow(parseE18(targetText));
}

/** What the market asks. At the target counts as above it, by the venue's rule of settlement. */
export function questionOf({ underlying, targetText, expirySec }: OutcomeMarket): string {
  const [day, time = ""] = toIso(expirySec).split("T");
  return `Will ${underlying} be at or above ${targetText} on ${day} at ${time.slice(0, 5)} UTC?`;
}

/** Whether both are the same market with the same facts. */
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

/** What deployers write may be of any length. */
function quoted(text: string): string {
  return JSON.stringify(text.length <= QUOTED_CHARS_MAX ? text : text.slice(0, QUOTED_CHARS_MAX));
}

function isPrice(text: string): boolean {
  return Option.exists(parseE18(text), (priceE18) => priceE18 > 0n);
}
