/**
 * The terms of the simulated venue's markets: the metadata shows them, and the order book enforces
 * them.
 *
 * @module
 */
import { type Fee, feeOf } from "./fee_period.ts";
import { type Listing } from "./listing.ts";
import { windowOf } from "./outcome_price.ts";
import { type Protocol, protocolOf } from "./protocol.ts";
import { type Tick } from "./quote.ts";

/** The terms fixed at the listing of an event, the same for all its markets. */
export interface MarketTerms {
  readonly protocol: Protocol;
  /** The tick size in USDC, unless the price is extreme. */
  readonly tick: Tick;
  /** The smallest order, in shares. */
  readonly sizeMin: number;
  readonly isNegRisk: boolean;
  /** Seconds for which every order is delayed before it matches. */
  readonly delaySec: number;
  /** Milliseconds by which the answer to a taking order is delayed; 0 for none. */
  readonly takerDelayMs: number;
  /** Undefined if takers pay no fee. */
  readonly fee: Fee | undefined;
  /** Start of the game in unix seconds, for markets of games. */
  readonly gameStartSec: number | undefined;
}

const SIZE_MIN = 5;
/** Source: the venue's changelog. The value before the first announcement is unknown. */
const TAKER_DELAY_MS = 250;
const TAKER_DELAY_LOWERED_SEC = Date.parse("2026-08-17T11:00:00Z") / 1000;
const TAKER_DELAY_LOWERED_MS = 50;

/** Returns the terms of a listing's markets at an instant. */
export function marketTerms(listing: Listing, nowSec: number): MarketTerms {
  const { subject } = listing.track;
  const topic = subject.kind === "topic" ? subject.topic : undefined;
  const isLowered = nowSec >= TAKER_DELAY_LOWERED_SEC;
  return {
    protocol: protocolOf(listing),
    tick: topic?.tick ?? 0.01,
    sizeMin: SIZE_MIN,
    isNegRisk: topic?.isNegRisk ?? false,
    delaySec: topic?.delaySec ?? 0,
    takerDelayMs: windowOf(listing) === undefined
      ? 0
      : isLowered
      ? TAKER_DELAY_LOWERED_MS
      : TAKER_DELAY_MS,
    fee: feeOf(
      subject.kind === "topic"
        ? { category: subject.topic.category }
        : { category: "crypto", interval: subject.interval },
      listing.createdSec,
    ),
    gameStartSec: topic?.sportsMarketType === undefined ? undefined : listing.endSec,
  };
}
