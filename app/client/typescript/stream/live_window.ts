/**
 * A window with its newest prices and what a bot computes from them.
 *
 * @module
 */
import { type AnyWindow, secondsBetween } from "../any_window.ts";
import type { Window, WindowToken } from "../wire/window.ts";
import type { QuoteFrame, WindowFrame, WindowPhase } from "./window_frame.ts";

/**
 * A window as it was when the loop took it, with the fields that `windows.get` answers with. Two
 * of them are methods here: the time left runs on, and `outcome` finds one of the sides.
 */
export interface LiveWindow extends AnyWindow, Omit<Window, "outcome" | "seconds_left"> {
  readonly phase: WindowPhase;
  /** How it ended, by target and close; null before both are final. */
  readonly result: Window["outcome"];
  /** The live price less the target, in US dollars; null while either is not known. */
  readonly distance: number | null;
  /** Returns a side, such as `Up`, in any case; undefined while the market is not known. */
  readonly outcome: (name: string) => WindowToken | undefined;
  /** Returns the middle of the best prices of a side, in USDC; null without both. */
  readonly mid: (name: string) => number | null;
  /** Returns the best ask less the best bid of a side, in USDC; null without both. */
  readonly spread: (name: string) => number | null;
}

/** A window that comes with the same window at other venues, as `legs: true` asks for it. */
export type LeggedWindow = LiveWindow & Required<Pick<LiveWindow, "legs" | "basis">>;

/** The steps of a price in a USDC: the service's prices have at most six decimals. */
const STEPS = 1e6;

/** Makes a window of what the service says of it. `clock` shows the service's time. */
export function makeLiveWindow(
  { phase, window }: Pick<WindowFrame, "phase" | "window">,
  clock: () => number,
): LiveWindow {
  const { outcome: result, seconds_left: _, ...fields } = window;
  const outcome = (name: string) =>
    fields.market?.outcomes.find((one) => one.name.toLowerCase() === name.toLowerCase());
  /** Of the ask and the bid in whole steps, so that no digit is lost. */
  const between = (name: string, of: (askSteps: number, bidSteps: number) => number) => {
    const { best_ask: ask = null, best_bid: bid = null } = outcome(name) ?? {};
    if (ask === null || bid === null) return null;
    return of(Math.round(ask * STEPS), Math.round(bid * STEPS)) / (2 * STEPS);
  };
  return {
    ...fields,
    phase,
    result,
    distance: fields.price?.distance ?? null,
    secondsLeft: (nowMs = clock()) => secondsBetween(nowMs, fields.end),
    outcome,
    mid: (name) => between(name, (ask, bid) => ask + bid),
    spread: (name) => between(name, (ask, bid) => 2 * (ask - bid)),
  };
}

/** Puts newer prices into what was said of a window. */
export function withQuote(frame: WindowFrame, { price, outcomes, at }: QuoteFrame): WindowFrame {
  const { market } = frame.window;
  const merged = market && {
    ...market,
    outcomes: market.outcomes.map((token): WindowToken => {
      const quote = outcomes.find(({ name }) => name === token.name);
      if (!quote) return token;
      const isKnown = quote.best_bid !== null || quote.best_ask !== null;
      return { ...token, ...quote, at: isKnown ? at : null };
    }),
  };
  const price_state = price ? "live" : "stale";
  return { ...frame, window: { ...frame.window, price, price_state, market: merged } };
}

/** The last of each window that is not over, by topic and start. */
export interface WindowMerge {
  /** Takes news of a window. Returns the whole of it; undefined for prices of an unknown one. */
  readonly take: (frame: WindowFrame | QuoteFrame) => WindowFrame | undefined;
}

/** Returns the windows of a loop that has none yet. */
export function makeWindowMerge(): WindowMerge {
  const byTopic = new Map<string, Map<number, WindowFrame>>();
  return {
    take: (frame) => {
      const { topic } = frame;
      const known = byTopic.get(topic) ?? new Map<number, WindowFrame>();
      byTopic.set(topic, known);
      const start = frame.type === "quote" ? frame.start : frame.seq;
      const last = known.get(start);
      const whole = frame.type === "window" ? frame : last && withQuote(last, frame);
      if (!whole) return undefined;
      known.set(start, whole);
      // Prices come of the open window alone, and none is needed of those before it.
      if (whole.phase === "closed") known.delete(start);
      if (whole.phase === "open") {
        for (const other of known.keys()) if (other < start) known.delete(other);
      }
      return whole;
    },
  };
}
