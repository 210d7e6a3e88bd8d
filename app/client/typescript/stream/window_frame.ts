/**
 * The frames of windows. A bot gets the windows that are made of them.
 *
 * @module
 */
import type { Window, WindowPrice, WindowToken } from "../wire/window.ts";

/** `next` from a minute before a window opens, then `open`, and `closed` with its close. */
export type WindowPhase = "next" | "open" | "closed";

/** A whole window. */
export interface WindowFrame {
  readonly type: "window";
  /** `windows:btc:5min` */
  readonly topic: string;
  /** The window's start, unix seconds. */
  readonly seq: number;
  readonly phase: WindowPhase;
  readonly window: Window;
}

/** The newest prices of an open window. Each replaces the one before. */
export interface QuoteFrame {
  readonly type: "quote";
  /** `windows:btc:5min` */
  readonly topic: string;
  /** The window's start, unix seconds. */
  readonly start: number;
  readonly price: WindowPrice | null;
  readonly outcomes: ReadonlyArray<Omit<WindowToken, "token_id" | "at">>;
  /** When the prices were so, by the service's clock, ISO 8601. */
  readonly at: string;
}
