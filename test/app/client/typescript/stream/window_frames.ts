/** Frames of the windows of one series. @module */
import type {
  QuoteFrame,
  WindowFrame,
  WindowPhase,
} from "../../../../../app/client/typescript/stream/window_frame.ts";
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
