/**
 * A webhook: a URL of an account, and the events that are posted to it.
 *
 * @module
 */
import type { Option } from "effect";
import type { Asset, Interval } from "../market/mod.ts";

/**
 * The events, by the names of their messages.
 *
 * - `window.opened`: a window has opened, and its target is known.
 * - `window.closed`: a window has ended, and its outcome is final.
 * - `order.settled`: it is known for certain how an order of the account ended.
 * - `order.canceled`: the same, of one that was canceled.
 * - `fill.matched`: an order of the account has traded.
 * - `fill.confirmed`, `fill.failed`: the chain has settled that, or taken it back.
 * - `guard.fired`: the guard of a wallet was not renewed in time.
 * - `claim.confirmed`: what a wallet of the account has won has come.
 * - `position.differs`: the venue's index has had other shares than the ledger for long.
 * - `feed.down`: nothing is received from a provider of prices.
 */
export const WEBHOOK_EVENTS = [
  "window.opened",
  "window.closed",
  "order.settled",
  "order.canceled",
  "fill.matched",
  "fill.confirmed",
  "fill.failed",
  "guard.fired",
  "claim.confirmed",
  "position.differs",
  "feed.down",
] as const;

/** One of {@linkcode WEBHOOK_EVENTS}. */
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

/** An event of a window, which a webhook may limit to some assets and intervals. */
export type WindowEventName = Extract<WebhookEventName, `window.${string}`>;

/** Whether an event is of a window. */
export function isWindowEvent(name: WebhookEventName): name is WindowEventName {
  return name.startsWith("window.");
}

/** The most webhooks of an account. */
export const WEBHOOKS_MAX = 20;

/**
 * Why a webhook was stopped. `gone`: the receiver answered 410. `failing`: every attempt has failed
 * for days. `full`: more of wallets waits for it than the outbox may hold.
 */
export type WebhookStop = "gone" | "failing" | "full";

/** A webhook. Instants are unix milliseconds of the machine's time, unless noted. */
export interface Webhook {
  /** `hook_` and 32 hexadecimal digits. */
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEventName>;
  /** Limits the events of windows; empty for all. */
  readonly assets: ReadonlyArray<Asset>;
  /** Limits the events of windows; empty for all. */
  readonly intervals: ReadonlyArray<Interval>;
  readonly createdMs: number;
  /** By the service's clock: it is told of nothing that happened before. */
  readonly sinceMs: number;
  /** Why nothing is sent; none while it is active. */
  readonly stop: Option.Option<WebhookStop>;
  readonly lastSuccessMs: Option.Option<number>;
  readonly lastFailure: Option.Option<{ readonly atMs: number; readonly reason: string }>;
  /** The first failure since the last success. */
  readonly failingSinceMs: Option.Option<number>;
}
