/**
 * Whether the venue trades: it restarts, takes post-only orders for a while afterwards, or takes
 * none.
 *
 * @module
 */
import { type Enforcement, type Tier } from "./rate_bucket.ts";
import { type Answer } from "../answer.ts";
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
 * Whether callers are taken for such from a blocked region: their orders are refused, or an edge in
 * front of the venue refuses all they ask.
 */
export type Region = "open" | "blocked" | "firewall";

/**
 * What the venue is set to. A restart with a duration is followed by two minutes of post-only
 * mode, and that by normal trading; without one, a mode lasts until the next is set.
 */
export interface VenueState {
  region: Region;
  /** What `GET /version` answers: of the venue as a whole, and of no market. */
  version: 2 | 3;
  /** Of every signer: by how many orders and cancellations a second they are limited. */
  tier: Tier;
  limits: Enforcement;
  setMode(mode: TradingMode, durationSec: number | undefined): void;
  /** Why a request is refused for where it comes from, or undefined. */
  refuseCaller(request: { readonly method: string; readonly path: string }): Answer | undefined;
  /** Why an order is, or undefined. */
  refuseOrder(isPostOnly: boolean): Answer | undefined;
  /** Why a cancellation is, or undefined. */
  refuseCancel(): Answer | undefined;
}

const POST_ONLY_SEC = 120;

/** Everything is open. */
export function makeVenueState(nowMs: () => number): VenueState {
  let set: { readonly mode: TradingMode; readonly endMs: number } = {
    mode: "normal",
    endMs: Infinity,
  };
  /** The mode now, and how many whole seconds it lasts. */
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
    region: "open",
    version: 2,
    tier: "standard",
    limits: "enforced",
    setMode(mode, durationSec) {
      const endMs = durationSec === undefined ? Infinity : nowMs() + durationSec * 1000;
      set = { mode, endMs };
    },
    refuseCaller({ method, path }) {
      if (this.region === "firewall") return REFUSAL.firewall;
      const isOrder = method === "POST" && (path === "/order" || path === "/orders");
      return this.region === "blocked" && isOrder ? REFUSAL.region : undefined;
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
