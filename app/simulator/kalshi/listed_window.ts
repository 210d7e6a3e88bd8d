/**
 * A window on Kalshi, of the world or recorded, and where it stands at an instant.
 *
 * @module
 */
import { type WireRow } from "./wire_row.ts";

/** How a window ended. */
export interface Ending {
  /** `yes`, `no`, or of a recorded row any other word. */
  readonly result: string;
  /** The price, with all its digits; empty if there is none. */
  readonly value: string;
  /** What a contract pays, in dollars. */
  readonly payout: string;
}

/** The ending of a window whose target was never set. */
export const NO_TARGET: Ending = { result: "no", value: "", payout: "0.0000" };

/** A second ending, which replaces the first. */
export interface Amendment {
  /** When it is made, and until when the market is marked as amended. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly ending: () => Ending;
}

/** A window. Prices are computed when they are asked for. */
export interface ListedWindow {
  readonly ticker: string;
  readonly createdMs: number;
  readonly openSec: number;
  readonly closeSec: number;
  /** Decimals of its prices. */
  readonly digits: number;
  /** The target, as text with all its digits, and when it appears; undefined: never. */
  readonly strike:
    | { readonly fromMs: number; readonly type: string; readonly text: () => string }
    | undefined;
  /** Undefined: it stays closed. */
  readonly ending: (() => Ending) | undefined;
  readonly amendment: Amendment | undefined;
  /** Returns what a contract is worth at a second, in thousandths; undefined: nobody trades. */
  readonly worth: ((sec: number) => number) | undefined;
  /** What a recorded row says besides. */
  readonly recorded: WireRow;
}

/** The windows of all series. */
export interface WindowBook {
  /** Returns those of a series that close in a span, both ends included, the latest first. */
  readonly closing: (
    series: string,
    span: { readonly minSec: number; readonly maxSec: number },
  ) => Iterable<ListedWindow>;
  /** Returns those of a ticker: two in the hour that comes twice. */
  readonly named: (ticker: string) => ReadonlyArray<ListedWindow>;
}

/** A market's status. */
export type WindowStatus =
  | "initialized"
  | "active"
  | "closed"
  | "determined"
  | "amended"
  | "finalized";

/** Seconds from the open back to when a window is made, at least. */
export const CREATED_AHEAD_SEC = 23 * 3_600;
/** Seconds from the close to the result, and to the payment. */
export const DETERMINED_SEC = 9;
const FINALIZED_SEC = 10;

/** Returns the status at an instant. */
export function statusOf(window: ListedWindow, nowMs: number): WindowStatus {
  const { openSec, closeSec, ending, amendment } = window;
  if (nowMs < openSec * 1000) return "initialized";
  if (nowMs < closeSec * 1000) return "active";
  const closedMs = nowMs - closeSec * 1000;
  if (ending === undefined || closedMs < DETERMINED_SEC * 1000) return "closed";
  if (closedMs < FINALIZED_SEC * 1000) return "determined";
  const isAmended = amendment !== undefined && nowMs >= amendment.fromMs &&
    nowMs < amendment.untilMs;
  return isAmended ? "amended" : "finalized";
}

/** Returns the ending that holds at an instant; undefined before the result. */
export function endingOf(window: ListedWindow, nowMs: number): Ending | undefined {
  const { closeSec, ending, amendment } = window;
  if (ending === undefined || nowMs < (closeSec + DETERMINED_SEC) * 1000) return undefined;
  return amendment !== undefined && nowMs >= amendment.fromMs ? amendment.ending() : ending();
}
