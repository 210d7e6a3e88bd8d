/**
 * The venue's trading mode: normal, restarting, post-only for a while afterwards, cancel-only or
 * disabled.
 *
 * @module
 */
import { type Tier } from "./rate_bucket.ts";
import { type Answer } from "../../kit/answer.ts";
import { type CallerRegion } from "../venue/caller_region.ts";
import { postOnlyMode, REFUSAL, restarting } from "./refusal.ts";

/** Every mode. */
export const TRADING_MODES = [
  "normal",
  "restarting",
  "post_only",
  "cancel_only",
  "disabled",
] as const;

/** One of {@linkcode TRADING_MODES}. */
export type TradingMode = (typeof TRADING_MODES)[number];

/**
 * The venue's settings. A restart with a duration is followed by two minutes of post-only mode, and
 * then by normal trading; without a duration, a mode lasts until the next change.
 */
export interface VenueState {
  /** The tier of every signer, which sets the limits of orders and cancellations per second. */
  tier: Tier;
  setMode(mode: TradingMode, durationSec: number | undefined): void;
  /** Returns the refusal of a request for its region; undefined if allowed. */
  refuseCaller(request: { readonly method: string; readonly path: string }): Answer | undefined;
  /** Returns the refusal of an order; undefined if allowed. */
  refuseOrder(isPostOnly: boolean): Answer | undefined;
  /** Returns the refusal of a cancellation; undefined if allowed. */
  refuseCancel(): Answer | undefined;
}

const POST_ONLY_SEC = 120;

/** Makes the state of normal trading, for callers of a region. */
export function makeVenueState(nowMs: () => number, caller: CallerRegion): VenueState {
  let set: { readonly mode: TradingMode; readonly endMs: number } = {
    mode: "normal",
    endMs: Infinity,
  };
  /** Returns the current mode, and the whole seconds it still lasts. */
  const current = (): { readonly mode: TradingMode; readonly waitSec: number | undefined } => {
    const left = (endMs: number) => Math.ceil((endMs - nowMs()) / 1000);
    const { mode, endMs } = set;
    if (nowMs() < endMs) return { mode, waitSec: endMs === Infinity ? undefined : left(endMs) };
    const afterMs = endMs + POST_ONLY_SEC * 1000;
    return mode === "restarting" && nowMs() < afterMs
      ? { mode: "post_only", waitSec: left(afterMs) }
      : { mode: "normal", waitSec: undefined };
  };
  return {
    tier: "standard",
    setMode(mode, durationSec) {
      const endMs = durationSec === undefined ? Infinity : nowMs() + durationSec * 1000;
      set = { mode, endMs };
    },
    refuseCaller({ method, path }) {
      if (caller.region === "firewall") return REFUSAL.firewall;
      const isOrder = method === "POST" && (path === "/order" || path === "/orders");
      return caller.region === "blocked" && isOrder ? REFUSAL.region : undefined;
    },
    refuseOrder(isPostOnly) {
      const { mode, waitSec } = current();
      switch (mode) {
        case "normal":
          return undefined;
        case "restarting":
          return restarting(waitSec);
        case "post_only":
          return isPostOnly ? undefined : postOnlyMode(waitSec ?? POST_ONLY_SEC);
        case "cancel_only":
          return REFUSAL.cancelOnly;
        case "disabled":
          return REFUSAL.disabled;
      }
    },
    refuseCancel() {
      const { mode, waitSec } = current();
      if (mode === "restarting") return restarting(waitSec);
      return mode === "disabled" ? REFUSAL.disabled : undefined;
    },
  };
}
