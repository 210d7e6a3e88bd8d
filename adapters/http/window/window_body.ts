/**
 * Writes windows as answers and frames carry them: every number with its own digits.
 *
 * @module
 */
import { BigDecimal } from "effect";
import type { Leg } from "../../../core/leg/mod.ts";
import { formatE18 } from "../../../core/price/mod.ts";
import { toIso } from "../../../core/time/mod.ts";
import type { VenueChoice } from "../../../core/use_case/venue/mod.ts";
import type { ActiveWindow } from "../../../core/use_case/window/mod.ts";
import type { QuotedLevel, WindowState } from "../../../core/window/mod.ts";
import { asItIs } from "../wire/answer.ts";
import { exactDigits, exactNumber } from "../wire/number.ts";
import { basisBody, legBody } from "./leg_body.ts";
import type { ActiveWindowWire, QuotedOutcomeWire, WindowWire } from "./wire_window_state.ts";

type Body = typeof WindowWire.static;

/** Writes a window; with its legs where they are asked for. */
export function windowStateBody(
  venue: VenueChoice,
  state: WindowState,
  legs?: ReadonlyArray<Leg>,
): Body {
  const { asset, window, target, price, close, resolution } = state;
  const slug = venue.profile.slugOf(asset, window);
  return {
    asset,
    interval: window.interval,
    start: window.startSec,
    end: window.endSec,
    start_iso: toIso(window.startSec),
    end_iso: toIso(window.endSec),
    slug,
    url: `${venue.eventBaseUrl}/${slug}`,
    seconds_left: state.secondsLeft,
    target: {
      price: dollars(target.priceE18),
      source: target.source,
      state: target.state,
      at: isoOf(target.atMs),
    },
    price: priceBody(price),
    price_state: state.priceState,
    market: marketBody(state.market),
    close: close && {
      price: exactDigits(formatE18(close.priceE18)),
      source: close.source,
      at: isoOf(close.atMs),
    },
    outcome: state.outcome,
    resolution: resolution &&
      { outcome: resolution.outcome, at: isoOf(resolution.atMs), source: resolution.source },
    ...(legs === undefined ? {} : { legs: legs.map(legBody), basis: basisBody(legs) }),
  };
}

/** Writes the newest prices of a window. */
export function quoteBody({ window, price, market }: WindowState) {
  return {
    start: window.startSec,
    price: priceBody(price),
    outcomes: asItIs((market?.outcomes ?? []).map(({ name, quote }) => ({
      name,
      ...sideBody("bid", quote?.bid),
      ...sideBody("ask", quote?.ask),
    }))) as unknown as Array<typeof QuotedOutcomeWire.static>,
  };
}

function priceBody(price: WindowState["price"]): Body["price"] {
  return price && {
    value: exactDigits(formatE18(price.priceE18)),
    source: price.source,
    at: new Date(price.atMs).toISOString(),
    distance: dollars(price.distanceE18),
    distance_bps: decimal(price.distanceBps),
  };
}

/** Writes an open window with the one after it. */
export function activeWindowBody(
  venue: VenueChoice,
  { state, next }: ActiveWindow,
  legsOf: (state: WindowState) => ReadonlyArray<Leg> | undefined,
): typeof ActiveWindowWire.static {
  return {
    ...windowStateBody(venue, state, legsOf(state)),
    next: next && windowStateBody(venue, next, legsOf(next)),
  };
}

function marketBody(market: WindowState["market"]): Body["market"] {
  if (market === null) return null;
  const { fee } = market;
  return {
    condition_id: market.conditionId,
    protocol: market.protocol,
    tick: decimal(market.tick),
    min_size: decimal(market.sizeMin),
    accepting_orders: market.isAcceptingOrders,
    fee: fee && {
      rate: exactNumber(fee.rate),
      exponent: exactNumber(fee.exponent),
      taker_only: fee.isTakerOnly,
    },
    outcomes: asItIs(market.outcomes.map(({ name, tokenId, quote }) => ({
      name,
      token_id: tokenId,
      ...sideBody("bid", quote?.bid),
      ...sideBody("ask", quote?.ask),
      at: isoOf(quote?.atMs ?? null),
    }))) as NonNullable<Body["market"]>["outcomes"],
  };
}

function sideBody(side: "bid" | "ask", level: QuotedLevel | null | undefined) {
  return {
    [`best_${side}`]: level == null ? null : millionths(level.priceE6),
    [`${side}_size`]: level == null ? null : millionths(level.sizeE6),
  };
}

function millionths(value: bigint): number {
  return exactNumber(BigDecimal.make(value, 6));
}

function decimal(value: BigDecimal.BigDecimal | null): number | null {
  return value === null ? null : exactNumber(value);
}

function dollars(valueE18: bigint | null): number | null {
  return valueE18 === null ? null : exactDigits(formatE18(valueE18));
}

function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
