/**
 * The slugs that the secondary venue's site uses for a recurring market and its two sides.
 *
 * `btc-above-78213-may-03-0600` is a market, `btc-above-78213-yes-may-03-0600` its Yes side. A slug
 * has no year, so it is unique only among live markets.
 *
 * @module
 */
import { Option } from "effect";
import { daysInMonth, twoDigits } from "../time/mod.ts";
import type { OutcomeMarket } from "./outcome_market.ts";
import { type Side, SIDES } from "./side.ts";

/** The parts of a slug. */
export interface TradeSlug {
  /** Lower-case letters and digits only. */
  readonly underlying: string;
  /** As written: with its decimal point, or without it, as on the site. */
  readonly target: string;
  /** Null in the slug of a market. */
  readonly side: Side | null;
  /** The UTC minute of the expiry, such as `may-03-0600`. */
  readonly minute: string;
}

const MONTHS = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
] as const;

const SHAPE = new RegExp(
  `^([a-z0-9.:_-]+?)-above-(\\d+(?:\\.\\d+)?)(?:-(${SIDES.join("|")}))?` +
    `-((${MONTHS.join("|")})-(\\d{2})-(\\d{2})(\\d{2}))$`,
);

/** A year that contains 29 February. */
const LEAP_YEAR = 2024;

/** Formats a slug as the site does: in lower case, with only the digits of the target. */
export function formatTradeSlug({ underlying, target, side, minute }: TradeSlug): string {
  const words = [underlying, "above", withoutPoint(target), ...(side === null ? [] : [side])];
  return [...words, minute].join("-");
}

/**
 * Parses a slug, case-insensitively, with or without the target's decimal point. None for text that
 * is not the slug of a recurring market, such as the slug of a contest.
 */
export function parseTradeSlug(text: string): Option.Option<TradeSlug> {
  const [, underlying, target, side, minute, month = "", day, hour, min] =
    SHAPE.exec(text.toLowerCase()) ?? [];
  if (underlying === undefined || target === undefined || minute === undefined) {
    return Option.none();
  }
  const days = daysInMonth(LEAP_YEAR, MONTHS.findIndex((name) => name === month) + 1);
  if (Number(day) < 1 || Number(day) > days || Number(hour) > 23 || Number(min) > 59) {
    return Option.none();
  }
  const plain = plainName(underlying);
  if (plain === "") return Option.none();
  return Option.some({
    underlying: plain,
    target,
    side: SIDES.find((name) => name === side) ?? null,
    minute,
  });
}

/** Returns the parts of the slug of a market, or of one of its sides. */
export function tradeSlugOf(market: OutcomeMarket, side: Side | null): TradeSlug {
  return {
    underlying: plainName(market.underlying),
    target: market.targetText,
    side,
    minute: minuteOf(market.expirySec),
  };
}

/**
 * Returns whether the slug belongs to the market or one of its sides. A decimal point in the slug
 * must be where the market's target has it.
 */
export function isSlugOf(market: OutcomeMarket, slug: TradeSlug): boolean {
  const own = tradeSlugOf(market, slug.side);
  return slugKey(own) === slugKey(slug) &&
    (slug.target === own.target || !slug.target.includes("."));
}

/** Returns a key that is equal for all slugs that may belong to the same market. */
export function slugKey({ underlying, target, minute }: TradeSlug): string {
  return `${underlying}-${withoutPoint(target)}-${minute}`;
}

function withoutPoint(target: string): string {
  return target.replace(".", "");
}

/**
 * Strips all but letters and digits. The site does so; a slug of an underlying with a colon has not
 * been observed.
 */
function plainName(underlying: string): string {
  return underlying.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function minuteOf(sec: number): string {
  const at = new Date(sec * 1000);
  const time = [at.getUTCHours(), at.getUTCMinutes()].map(twoDigits).join("");
  return `${MONTHS[at.getUTCMonth()]}-${twoDigits(at.getUTCDate())}-${time}`;
}
