/**
 * Port: stores the guards of wallets, which cancel what rests when they are not renewed, and the
 * heartbeats by which the venue does so itself.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { StoreFailed } from "./store_failure.ts";

/** The guard of a wallet. Instants are whole unix milliseconds by the service's clock. */
export interface WalletGuard {
  /** How long it was armed for, and when it fires unless it is renewed; none while disarmed. */
  readonly armed: Option.Option<{ readonly seconds: number; readonly firesMs: number }>;
  /** When it fired last. */
  readonly firedMs: Option.Option<number>;
  /** The venue's heartbeats: since when they are to be sent, and when one was accepted last. */
  readonly venue: {
    readonly sinceMs: Option.Option<number>;
    readonly acceptedMs: Option.Option<number>;
  };
}

/** Whether heartbeats of a wallet's API key at the venue are to be sent from now on. */
export type HeartbeatWish =
  | { readonly kind: "send"; readonly apiKey: string }
  | { readonly kind: "stop" };

/** Heartbeats to send for one API key of the venue, which wallets may share. */
export interface HeartbeatChain {
  readonly apiKey: string;
  /** One of its wallets. */
  readonly walletId: string;
  /** What the venue answered the last one with; empty before the first. */
  readonly heartbeatId: string;
}

/** A guard that has fired, while it is not certain yet that nothing of before rests. */
export interface FiredGuard {
  readonly walletId: string;
  readonly firedMs: number;
}

/** Guards to act on now, and when to ask for others. */
export interface FiredGuards {
  readonly fired: ReadonlyArray<FiredGuard>;
  readonly nextMs: Option.Option<number>;
}

/** Stores guards. What a call acknowledges is visible to every replica and survives any crash. */
export class GuardStore extends Context.Service<GuardStore, {
  /** Returns the guard of a wallet; one that was never armed is disarmed and has not fired. */
  readonly find: (walletId: string) => Effect.Effect<WalletGuard, StoreFailed>;

  /**
   * Arms or renews the guard of a stored wallet, for `seconds` from `nowMs` on, or disarms it where
   * there are none. One whose time had come by `nowMs` fires all the same, and is armed anew or
   * disarmed in the same step. Changes what is sent to the venue only where that is said. Returns
   * the guard.
   */
  readonly set: (change: {
    readonly walletId: string;
    readonly seconds: Option.Option<number>;
    readonly venue: Option.Option<HeartbeatWish>;
    readonly nowMs: number;
  }) => Effect.Effect<WalletGuard, StoreFailed>;

  /**
   * Fires the guards whose time has come by `nowMs`, which disarms them, and takes those and the
   * ones that have fired and are not finished; the same ones again at `againMs`. The most urgent
   * come first. Who is due is decided in the same step: what was renewed before does not fire.
   * Each firing leaves a message for webhooks that want `guard.fired` in the same step.
   * `nextMs`: when the next one is due.
   */
  readonly takeFired: (query: {
    readonly nowMs: number;
    readonly againMs: number;
    readonly limit: number;
  }) => Effect.Effect<FiredGuards, StoreFailed>;

  /** Finishes a guard that has fired: nothing of before rests. One that fired again is not. */
  readonly finish: (fired: FiredGuard) => Effect.Effect<void, StoreFailed>;

  /** Returns the heartbeats that are to be sent, one entry an API key: the oldest wishes first. */
  readonly heartbeats: (
    query: { readonly limit: number },
  ) => Effect.Effect<ReadonlyArray<HeartbeatChain>, StoreFailed>;

  /**
   * Stores what the venue answered the last heartbeat of an API key with, for all its wallets. What
   * comes late changes nothing.
   */
  readonly noteHeartbeat: (noted: {
    readonly apiKey: string;
    readonly heartbeatId: string;
    readonly atMs: number;
  }) => Effect.Effect<void, StoreFailed>;
}>()("core/port/GuardStore") {}
