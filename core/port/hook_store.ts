/**
 * Port: stores webhooks, and the outbox of their messages.
 *
 * @module
 */
import { Context, type Effect, type Option, Schema } from "effect";
import { type Hook, type HookEventName, HOOKS_MAX, type HookStop } from "../hook/mod.ts";
import type { Asset, Interval } from "../market/mod.ts";
import type { Sealed } from "./secret_box.ts";
import type { StoreFailed } from "./store_failure.ts";

/** An account has as many hooks as it may have. */
export class HooksTooMany extends Schema.TaggedError<HooksTooMany>()("HooksTooMany", {}) {
  override get message(): string {
    return `Cannot add another webhook: the account has ${HOOKS_MAX}`;
  }
}

/** The secrets of a hook, sealed for {@linkcode hookSecretLocation}. */
export interface SealedHookSecrets {
  readonly current: Sealed;
  /** The secret before the last rotation, which signs beside it until `untilMs`, machine time. */
  readonly former: Option.Option<{ readonly sealed: Sealed; readonly untilMs: number }>;
}

/** Returns what the secrets of a hook are sealed for. */
export function hookSecretLocation(hookId: string): string {
  return `hook:${hookId}:secret`;
}

/** A hook with its sealed secrets. */
export interface StoredHook {
  readonly hook: Hook;
  readonly secrets: SealedHookSecrets;
}

/** A hook, and how many of its messages wait, and were given up or dropped. */
export interface HookReport {
  readonly hook: Hook;
  readonly waiting: number;
  readonly lost: number;
}

/** What happened, for every hook that wants to be told. */
export interface HookNotice {
  readonly event: HookEventName;
  /** A hook is told once of a key. */
  readonly key: string;
  /** When it happened, by the service's clock. */
  readonly atMs: number;
  /** The series of an event of a window. */
  readonly series: Option.Option<{ readonly asset: Asset; readonly interval: Interval }>;
  /** The message's JSON text. */
  readonly body: string;
}

/** A message that was claimed for an attempt. */
export interface HookMessage {
  /** `msg_` and 32 hexadecimal digits: the same at every attempt. */
  readonly id: string;
  readonly event: HookEventName;
  /** The JSON text, or the id of the final order that it is still to be written of. */
  readonly content:
    | { readonly kind: "body"; readonly body: string }
    | { readonly kind: "order"; readonly orderId: string };
  readonly createdMs: number;
  /** With the one that it was claimed for. */
  readonly attempts: number;
  readonly to: StoredHook;
}

/** How an attempt ended. */
export type AttemptResult =
  | { readonly kind: "delivered" }
  | {
    readonly kind: "failed";
    readonly reason: string;
    /** When to try again; none if the message is given up. */
    readonly nextMs: Option.Option<number>;
    /** Why the hook is to be stopped, if it is. */
    readonly stop: Option.Option<HookStop>;
  };

/** The state of the whole outbox. */
export interface OutboxState {
  readonly waiting: number;
  /** The age reference of the oldest message that waits for an active hook. */
  readonly oldestCreatedMs: Option.Option<number>;
  readonly stoppedHooks: number;
}

/**
 * Stores hooks and messages. Order messages are written by `OrderStore.note`, in one step with the
 * order's final state.
 */
export class HookStore extends Context.Service<HookStore, {
  /** Adds a hook of a stored account. */
  readonly add: (hook: StoredHook) => Effect.Effect<void, StoreFailed | HooksTooMany>;

  readonly find: (id: string) => Effect.Effect<Option.Option<StoredHook>, StoreFailed>;

  /** Returns an account's hooks, oldest first. */
  readonly ofAccount: (
    accountId: string,
  ) => Effect.Effect<ReadonlyArray<HookReport>, StoreFailed>;

  /** Returns the hooks that are not stopped. */
  readonly active: Effect.Effect<ReadonlyArray<Hook>, StoreFailed>;

  /** Removes a hook and its messages. Returns false where there is none. */
  readonly remove: (id: string) => Effect.Effect<boolean, StoreFailed>;

  /**
   * Lets a hook go on; what waits for it is due at once, at `atMs`. One that was stopped is told of
   * what happens from `sinceMs` on, by the service's clock. Returns false where there is none.
   */
  readonly resume: (going: {
    readonly id: string;
    readonly atMs: number;
    readonly sinceMs: number;
  }) => Effect.Effect<boolean, StoreFailed>;

  /** Replaces secrets. Returns false, and changes nothing, where they changed since. */
  readonly replaceSecrets: (change: {
    readonly id: string;
    readonly from: SealedHookSecrets;
    readonly to: SealedHookSecrets;
  }) => Effect.Effect<boolean, StoreFailed>;

  /** Returns the hooks with a secret that is sealed under any other key. */
  readonly notSealedUnder: (
    keyId: string,
  ) => Effect.Effect<ReadonlyArray<StoredHook>, StoreFailed>;

  /**
   * Writes a message for every active hook that wants a notice and was not told of it, all or
   * none. Returns how many were written.
   */
  readonly announce: (
    notices: ReadonlyArray<HookNotice>,
    createdMs: number,
  ) => Effect.Effect<number, StoreFailed>;

  /** Returns the keys of events of a kind that messages were written of, from this instant on. */
  readonly announcedKeys: (
    kind: "window" | "feed",
    sinceMs: number,
  ) => Effect.Effect<ReadonlyArray<string>, StoreFailed>;

  /**
   * Claims messages that are due for active hooks, until `untilMs`: then whoever claimed one is
   * considered gone, and it is due again. No two replicas claim the same. Of one hook those come
   * first that have been due for longest. Where the limit leaves hooks out, those that fail come
   * last, and the others take turns. Returns them oldest first.
   */
  readonly claim: (wanted: {
    readonly nowMs: number;
    readonly untilMs: number;
    /** The most messages in all, and of one hook. */
    readonly limit: number;
    readonly limitPerHook: number;
    /** Ids of hooks to leave out. */
    readonly except: ReadonlyArray<string>;
  }) => Effect.Effect<ReadonlyArray<HookMessage>, StoreFailed>;

  /** Stores the text of a message, so that every attempt sends the same. */
  readonly keepBody: (id: string, body: string) => Effect.Effect<void, StoreFailed>;

  /** Stores how an attempt ended. A delivered message stays delivered. */
  readonly note: (attempt: {
    readonly messageId: string;
    readonly hookId: string;
    readonly atMs: number;
    readonly result: AttemptResult;
  }) => Effect.Effect<void, StoreFailed>;

  /**
   * Drops what waits beyond `waitingMax` for a hook: the oldest first, but no orders. Stops a hook
   * that has more orders than that. Returns how many messages were dropped.
   */
  readonly trim: (waitingMax: number) => Effect.Effect<number, StoreFailed>;

  /**
   * Makes due at `nowMs` what is due later than `latestMs`, which is too late for any plan: the
   * clock was set back since.
   */
  readonly hasten: (to: {
    readonly nowMs: number;
    readonly latestMs: number;
  }) => Effect.Effect<void, StoreFailed>;

  /** Deletes messages from before these instants: delivered ones, and those given up or dropped. */
  readonly prune: (before: {
    readonly deliveredMs: number;
    readonly lostMs: number;
  }) => Effect.Effect<void, StoreFailed>;

  readonly state: Effect.Effect<OutboxState, StoreFailed>;
}>()("core/port/HookStore") {}
