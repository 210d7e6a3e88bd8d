/**
 * The slugs of recurring markets: how the venue's site calls a market and its two sides.
 *
 * `btc-above-78213-may-03-0600` is a market, `btc-above-78213-yes-may-03-0600` its Yes side. There
 * is no year in it: only among live markets it names one.
 *
 * @module
 */
import { Option } from "effect";
import { daysInMonth, twoDigits } from "../time/mod.ts";
import type { OutcomeMarket } from "./outcome_market.ts";
import { type Side, SIDES } from "./side.ts";

/** What a slug says. */
export interface TradeSlug {
  /** Lower case letters and digits alone. */
  readonly underlying: string;
  /** As written: with its point, or, as the site does, without. */
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

/** A year in which every day exists that ever does. */
const LEAP_YEAR = 2024;

/** The slug in the form of the site: in lower case, and of the target only its digits. */
export function formatTradeSlug({ underlying, target, side, minute }: TradeSlug): string {
  const words = [underlying, "above", withoutPoint(target), ...(side === null ? [] : [side])];
  return [...words, minute].join("-");
}

/**
 * Reads a slug in any case, with the point of the target or without. None for text that is no slug
 * of a recurring market, such as that of a contest.
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

/** What the slug of a market says, or that of one of its sides. */
export function tradeSlugOf(market: OutcomeMarket, side: Side | null): TradeSlug {
  return {
    underlying: plainName(market.underlying),
    target: market.targetText,
    side,
    minute: minuteOf(market.expirySec),
  };
}

/**
 * Whether the slug is that of the market or of one of its sides. A point that is written must stand
 * where the market's target has it.
 */
export function isSlugOf(market: OutcomeMarket, slug: TradeSlug): boolean {
  const own = tradeSlugOf(market, slug.side);
  return slugKey(own) === slugKey(slug) &&
    (slug.target === own.target || !slug.target.includes("."));
}

/** The same for all slugs that may be those of one market. */
export function slugKey({ underlying, target, minute }: TradeSlug): string {
  return `${underlying}-${withoutPoint(target)}-${minute}`;
}

function withoutPoint(target: string): string {
  return target.replace(".", "");
}

/** Nobody has seen a slug of an underlying with a colon; the site drops what is no letter. */
function plainName(underlying: string): string {
  return underlying.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function minuteOf(sec: number): string {
  const at = new Date(sec * 1000);
  const time = [at.getUTCHours(), at.getUTCMinutes()].map(twoDigits).join("");
  return `${MONTHS[at.getUTCMonth()]}-${twoDigits(at.getUTCDate())}-${time}`;
}
