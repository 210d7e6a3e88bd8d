/** How the world around the replicas behaves now, which the steps of a history change. @module */
import type { Provider } from "../../../core/market/mod.ts";

/**
 * How a store answers. `fails`: nothing is done. `fails_after`: it is done, and the answer is a
 * failure. `late`: it is done late, and answered later. `away`: nothing is done, after a while.
 */
export const STORE_STATES = ["answers", "fails", "fails_after", "late", "away"] as const;

/** How a provider answers questions. */
export const PROVIDER_STATES = ["answers", "fails", "slow", "silent"] as const;

/**
 * How the next observations come: `prompt`, `late`, `twice`, `missing` (they must be asked for) or
 * `lost` (the provider's adapter gives them up).
 */
export const DELIVERIES = ["prompt", "late", "twice", "missing", "lost"] as const;

/**
 * What becomes of orders on their way to the venue. `late`: no answer, and it arrives later.
 * `twice`, `twice_apart`: a copy arrives as well. `undecided`: the venue decides later. Of the last
 * three nothing arrives, and the sender knows it.
 */
export const WIRES = [
  "prompt",
  "slow",
  "lost_request",
  "lost_reply",
  "late",
  "twice",
  "twice_apart",
  "undecided",
  "busy",
  "paused",
  "not_sent",
] as const;

/**
 * How the venue answers questions. `blind`: it does not find new orders for a while. `untold`: it
 * does what it is asked, and the answer is lost.
 */
export const VENUE_STATES = ["answers", "fails", "untold", "slow", "blind", "bookless"] as const;

/** How frames of the venue's news come. `lost`: every second one does not. */
export const NEWS_STATES = ["prompt", "late", "twice", "lost", "cut"] as const;

/** Whether the makers' market takes orders. */
export const MADE_STATES = ["open", "closed"] as const;

/** What the chain does with trades. */
export const CHAIN_STATES = ["settles", "fails"] as const;

/** What the receivers of webhooks do. `untold`: they take a message, and the answer is lost. */
export const RECEIVERS = ["takes", "untold", "fails", "silent"] as const;

/** The conditions, in place: at first everything works. */
export class Conditions {
  store: (typeof STORE_STATES)[number] = "answers";
  oracle: (typeof PROVIDER_STATES)[number] = "answers";
  exchange: (typeof PROVIDER_STATES)[number] = "answers";
  /** The positions of the replicas that cannot open sockets to a provider. */
  readonly cutOff: Record<Provider, Set<number>> = { oracle: new Set(), exchange: new Set() };
  delivery: (typeof DELIVERIES)[number] = "prompt";
  wire: (typeof WIRES)[number] = "prompt";
  venue: (typeof VENUE_STATES)[number] = "answers";
  news: (typeof NEWS_STATES)[number] = "prompt";
  made: (typeof MADE_STATES)[number] = "open";
  chain: (typeof CHAIN_STATES)[number] = "settles";
  receivers: (typeof RECEIVERS)[number] = "takes";
  /** Whether every second answer to a customer is lost. */
  answers: "arrive" | "get_lost" = "arrive";
}
