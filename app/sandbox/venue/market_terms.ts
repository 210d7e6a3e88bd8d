/**
 * The terms on which a market of the simulated venue is traded: its metadata shows them, and its
 * order book holds to them.
 *
 * @module
 */
import { type Fee, feeOf } from "./fee_period.ts";
import { type Listing } from "./listing.ts";
import { windowOf } from "./outcome_price.ts";
import { type Protocol, protocolOf } from "./protocol.ts";
import { type Tick } from "./quote.ts";

/** What is fixed when an event is listed, alike for all its markets. */
export interface MarketTerms {
  readonly protocol: Protocol;
  /** In USDC, where the price is not extreme. */
  readonly tick: Tick;
  /** The smallest order, in shares. */
  readonly sizeMin: number;
  readonly isNegRisk: boolean;
  /** How long every order is held before it matches. */
  readonly delaySec: number;
  /** How long the answer to an order that takes is held back, in milliseconds; 0 for not at all. */
  readonly takerDelayMs: number;
  /** Undefined where takers pay nothing. */
  readonly fee: Fee | undefined;
  /** Of a game: when it begins, in unix seconds. */
  readonly gameStartSec: number | undefined;
}

const SIZE_MIN = 5;
/** Source: the venue's changelog. What it was before the first announcement is not known. */
const TAKER_DELAY_MS = 250;
const TAKER_DELAY_LOWERED_SEC = Date.parse("2026-08-17T11:00:00Z") / 1000;
const TAKER_DELAY_LOWERED_MS = 50;

/** The terms of a listing's markets at an instant. */
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
