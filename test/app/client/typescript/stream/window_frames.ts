/** Frames of the windows of one series. @module */
import type {
  QuoteFrame,
  WindowFrame,
  WindowPhase,
} from "../../../../../app/client/typescript/stream/window_frame.ts";
import type { Leg } from "../../../../../app/client/typescript/wire/leg.ts";
import { WINDOW_EXAMPLE } from "../../../../../adapters/http/window/wire_window_state.ts";

export const TOPIC = "windows:btc:5min";
/** The length of a window. */
export const LENGTH_SEC = 300;

/** A window at a start, in unix seconds. */
export function windowFrame(start: number, phase: WindowPhase, isResolved = false): WindowFrame {
  const isClosed = phase === "closed";
  const instant = new Date((start + LENGTH_SEC) * 1000).toISOString();
  return {
    type: "window",
    topic: TOPIC,
    seq: start,
    phase,
    window: {
      ...WINDOW_EXAMPLE,
      start,
      end: start + LENGTH_SEC,
      close: isClosed ? { price: 87_700.5, source: "oracle_twap", at: instant } : null,
      outcome: isClosed ? "up" : null,
      resolution: isResolved ? { outcome: "up", at: instant, source: "CHAINLINK" } : null,
    },
  };
}

const LEG: Leg = {
  venue: "polymarket",
  kind: "up_down",
  id: "0x1",
  url: "https://polymarket.com/event/btc-updown-5m-1767225600",
  target: 87_648.21,
  target_text: "87648.21",
  target_state: "final",
  target_source: "oracle_twap",
  rule: {
    index: "BTC/USD",
    method: "twap",
    seconds: 60,
    comparison: "greater_or_equal",
    digits: 18,
    tie: "up",
  },
  outcome: null,
  outcome_state: "open",
  settled_text: null,
  at: null,
  comparable: "same_oracle",
  disputed: false,
  redistributable: "unknown" as const,
};

/** The window with its legs, of which the other venue's is so. */
export function legged(frame: WindowFrame, other: Partial<Leg>): WindowFrame {
  const comparable = "same_clock_other_index";
  const legs = [LEG, { ...LEG, venue: "kalshi", comparable, ...other } as const];
  const basis = [{ a: "polymarket", b: "kalshi", price: -4.34, bps: -0.4952 }];
  return { ...frame, window: { ...frame.window, legs, basis } };
}

/** The prices of a window: those of its Up, in USDC, and its live price. */
export function quoteFrame(
  start: number,
  { bid, ask, value = 87_700, at = start + 100 }: {
    readonly bid: number | null;
    readonly ask: number | null;
    readonly value?: number | null;
    readonly at?: number;
  },
): QuoteFrame {
  const instant = new Date(at * 1000).toISOString();
  const size = (price: number | null) => price === null ? null : 5;
  return {
    type: "quote",
    topic: TOPIC,
    start,
    price: value === null ? null : {
      value,
      source: "oracle_twap",
      at: instant,
      distance: value - 87_648,
      distance_bps: 1,
    },
    outcomes: [
      { name: "Up", best_bid: bid, bid_size: size(bid), best_ask: ask, ask_size: size(ask) },
      { name: "Down", best_bid: null, bid_size: null, best_ask: null, ask_size: null },
    ],
    at: instant,
  };
}
