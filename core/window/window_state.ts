/**
 * A window as a bot sees it: what it has to beat, where the price is, and how it ended.
 *
 * One fold from parts to the whole, without a clock: who pushes windows and who answers about them
 * find the parts, and say alike what they mean.
 *
 * @module
 */
import { type BigDecimal } from "effect";
import { roundRatio } from "../fee/mod.ts";
import type { Asset, MarketWindow } from "../market/mod.ts";
import type { Outcome, TargetSource } from "../price/mod.ts";
import type { WindowMarket, WindowOutcomeToken } from "./window_market.ts";

/** A number of a source. */
export interface SourcedNumber {
  readonly priceE18: bigint;
  readonly source: TargetSource;
  /** The instant of the number itself, unix milliseconds; null where the source does not say. */
  readonly atMs: number | null;
}

/** A target that was found. */
export interface FoundTarget extends SourcedNumber {
  readonly isProvisional: boolean;
}

/** A number that is pushed, with its instant. */
export interface LiveNumber extends SourcedNumber {
  readonly atMs: number;
}

/** How the venue resolved a market. `source`: who reported it. */
export interface WindowResolution {
  readonly outcome: Outcome;
  readonly atMs: number | null;
  readonly source: string | null;
}

/** The best price of one side of a book: USDC a share, and shares, both times 10^6. */
export interface QuotedLevel {
  readonly priceE6: bigint;
  readonly sizeE6: bigint;
}

/** The best prices of an outcome. A side is null while nobody quotes there. */
export interface TokenQuote {
  readonly bid: QuotedLevel | null;
  readonly ask: QuotedLevel | null;
  /** When the book was so, unix milliseconds. */
  readonly atMs: number;
}

/** What a window is made of. What is not known is null. */
export interface WindowParts {
  readonly asset: Asset;
  readonly window: MarketWindow;
  readonly nowMs: number;
  readonly target: FoundTarget | null;
  /** The newest number of the source that settles the window, however old. */
  readonly price: LiveNumber | null;
  readonly market: WindowMarket | null;
  /** Returns the best prices of a token. */
  readonly quoteOf: (tokenId: string) => TokenQuote | null;
  /** The final closing price. */
  readonly close: SourcedNumber | null;
  /** The final outcome by target and close. */
  readonly outcome: Outcome | null;
  readonly resolution: WindowResolution | null;
}

/** The states of a target: not known, known but a better source may correct it, or for ever. */
export const TARGET_STATES = ["pending", "provisional", "final"] as const;

/** Whether the price of a window is new. */
export const PRICE_STATES = ["live", "stale"] as const;

/** The target of a window. */
export interface WindowTarget {
  readonly priceE18: bigint | null;
  readonly source: TargetSource | null;
  readonly state: (typeof TARGET_STATES)[number];
  readonly atMs: number | null;
}

/** A live price, and how far it is above the target; null before that is known. */
export interface WindowPrice extends LiveNumber {
  readonly distanceE18: bigint | null;
  /** In hundredths of a percent of the target, rounded half to even to four decimals. */
  readonly distanceBps: BigDecimal.BigDecimal | null;
}

/** An outcome with its best prices. */
export interface QuotedOutcome extends WindowOutcomeToken {
  readonly quote: TokenQuote | null;
}

/** A window at an instant. */
export interface WindowState {
  readonly asset: Asset;
  readonly window: MarketWindow;
  /** Whole seconds until the window ends, and 0 after that. */
  readonly secondsLeft: number;
  readonly target: WindowTarget;
  readonly price: WindowPrice | null;
  readonly priceState: (typeof PRICE_STATES)[number];
  readonly market:
    | Omit<WindowMarket, "outcomes"> & { readonly outcomes: ReadonlyArray<QuotedOutcome> }
    | null;
  readonly close: SourcedNumber | null;
  readonly outcome: Outcome | null;
  readonly resolution: WindowResolution | null;
}

/** The age, in milliseconds, beyond which a number that is pushed all the time is not a price. */
export const PRICE_AGE_MS_MAX = 10_000;
const BPS_SCALE = 4;
const WHOLE_BPS = 10_000n;

/** Folds the parts. What may not be known yet, such as the close of an open window, is null. */
export function composeWindow(parts: WindowParts): WindowState {
  const { asset, window, nowMs, market, quoteOf } = parts;
  const [isOpened, isEnded] = [window.startSec, window.endSec].map((sec) => sec * 1000 <= nowMs);
  const target = targetOf(isOpened === true ? parts.target : null);
  const price = priceOf(parts, target.priceE18);
  return {
    asset,
    window,
    secondsLeft: Math.max(0, window.endSec - Math.floor(nowMs / 1000)),
    target,
    price,
    priceState: price === null ? "stale" : "live",
    market: market === null ? null : {
      ...market,
      outcomes: market.outcomes.map((outcome) => ({
        ...outcome,
        quote: outcome.tokenId === null ? null : quoteOf(outcome.tokenId),
      })),
    },
    close: isEnded === true ? parts.close : null,
    outcome: isEnded === true ? parts.outcome : null,
    resolution: isEnded === true ? parts.resolution : null,
  };
}

/** Returns a state with the prices of a later instant, and all else as it was known. */
export function renewWindow(
  state: WindowState,
  now: Pick<WindowParts, "nowMs" | "price" | "quoteOf">,
): WindowState {
  const { target: { priceE18, source, atMs, state: targetState } } = state;
  const target = priceE18 === null || source === null
    ? null
    : { priceE18, source, atMs, isProvisional: targetState === "provisional" };
  return composeWindow({ ...state, ...now, target });
}

function targetOf(found: FoundTarget | null): WindowTarget {
  if (found === null) return { priceE18: null, source: null, state: "pending", atMs: null };
  const { priceE18, source, isProvisional, atMs } = found;
  return { priceE18, source, state: isProvisional ? "provisional" : "final", atMs };
}

/** A number from after the window's end is none of the window's. */
function priceOf(
  { price, window, nowMs }: WindowParts,
  targetE18: bigint | null,
): WindowPrice | null {
  if (price === null || nowMs - price.atMs > PRICE_AGE_MS_MAX) return null;
  if (price.atMs >= window.endSec * 1000) return null;
  if (targetE18 === null) return { ...price, distanceE18: null, distanceBps: null };
  const distanceE18 = price.priceE18 - targetE18;
  const distanceBps = targetE18 <= 0n ? null : roundRatio(
    { numerator: distanceE18 * WHOLE_BPS, denominator: targetE18 },
    { scale: BPS_SCALE, mode: "half_even" },
  );
  return { ...price, distanceE18, distanceBps };
}
