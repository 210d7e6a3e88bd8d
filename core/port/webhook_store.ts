/**
 * Port: stores webhooks, and the outbox of their messages.
 *
 * @module
 */
import { Context, type Effect, type Option, Schema } from "effect";
import {
  type Webhook,
  type WebhookEventName,
  WEBHOOKS_MAX,
  type WebhookStop,
} from "../webhook/mod.ts";
import type { Asset, Interval } from "../market/mod.ts";
import type { Sealed } from "./secret_box.ts";
import type { StoreFailed } from "./store_failure.ts";
import type { WalletEvent } from "./webhook_writer.ts";

/** An account has as many webhooks as it may have. */
export class WebhooksTooMany extends Schema.TaggedError<WebhooksTooMany>()("WebhooksTooMany", {}) {
  override get message(): string {
    return `Cannot add another webhook: the account has ${WEBHOOKS_MAX}`;
  }
}

/** The secrets of a webhook, sealed for {@linkcode webhookSecretLocation}. */
export interface SealedWebhookSecrets {
  readonly current: Sealed;
  /** The secret before the last rotation, which signs beside it until `untilMs`, machine time. */
  readonly former: Option.Option<{ readonly sealed: Sealed; readonly untilMs: number }>;
}

/** Returns what the secrets of a webhook are sealed for. */
export function webhookSecretLocation(webhookId: string): string {
  return `hook:${webhookId}:secret`;
}

/** A webhook with its sealed secrets. */
export interface StoredWebhook {
  readonly webhook: Webhook;
  readonly secrets: SealedWebhookSecrets;
}

/** A webhook, and how many of its messages wait, and were given up or dropped. */
export interface WebhookReport {
  readonly webhook: Webhook;
  readonly waiting: number;
  readonly lost: number;
}

/** What happened, for every webhook that wants to be told. */
export interface WebhookNotice {
  readonly event: WebhookEventName;
  /** A webhook is told once of a key. */
  readonly key: string;
  /** When it happened, by the service's clock. */
  readonly atMs: number;
  /** The series of an event of a window. */
  readonly series: Option.Option<{ readonly asset: Asset; readonly interval: Interval }>;
  /** Whose webhooks alone are told; none: those of every account. */
  readonly accountId: Option.Option<string>;
  /** The message's JSON text. */
  readonly body: string;
}

/** A message that was claimed for an attempt. */
export interface WebhookMessage {
  /** `msg_` and 32 hexadecimal digits: the same at every attempt. */
  readonly id: string;
  readonly event: WebhookEventName;
  /** The JSON text, or what it is still to be written of. */
  readonly content:
    | { readonly kind: "body"; readonly body: string }
    | { readonly kind: "event"; readonly event: WalletEvent };
  readonly createdMs: number;
  /** With the one that it was claimed for. */
  readonly attempts: number;
  readonly to: StoredWebhook;
}

/** How an attempt ended. */
export type AttemptResult =
  | { readonly kind: "delivered" }
  | {
    readonly kind: "failed";
    readonly reason: string;
    /** When to try again; none if the message is given up. */
    readonly nextMs: Option.Option<number>;
    /** Why the webhook is to be stopped, if it is. */
    readonly stop: Option.Option<WebhookStop>;
  };

/** The state of the whole outbox. */
export interface OutboxState {
  readonly waiting: number;
  /** The age reference of the oldest message that waits for an active webhook. */
  readonly oldestCreatedMs: Option.Option<number>;
  readonly stoppedWebhooks: number;
}

/**
 * Stores webhooks and messages. Those of orders, fills and guards are written by their stores, in
 * one step with what they tell.
 */
export class WebhookStore extends Context.Service<WebhookStore, {
  /** Adds a webhook of a stored account. */
  readonly add: (webhook: StoredWebhook) => Effect.Effect<void, StoreFailed | WebhooksTooMany>;

  readonly find: (id: string) => Effect.Effect<Option.Option<StoredWebhook>, StoreFailed>;

  /** Returns an account's webhooks, oldest first. */
  readonly ofAccount: (
    accountId: string,
  ) => Effect.Effect<ReadonlyArray<WebhookReport>, StoreFailed>;

  /** Returns the webhooks that are not stopped. */
  readonly active: Effect.Effect<ReadonlyArray<Webhook>, StoreFailed>;

  /** Removes a webhook and its messages. Returns false where there is none. */
  readonly remove: (id: string) => Effect.Effect<boolean, StoreFailed>;

  /**
   * Lets a webhook go on; what waits for it is due at once, at `atMs`. One that was stopped is told
   * of what happens from `sinceMs` on, by the service's clock. Returns false where there is none.
   */
  readonly resume: (going: {
    readonly id: string;
    readonly atMs: number;
    readonly sinceMs: number;
  }) => Effect.Effect<boolean, StoreFailed>;

  /** Replaces secrets. Returns false, and changes nothing, where they changed since. */
  readonly replaceSecrets: (change: {
    readonly id: string;
    readonly from: SealedWebhookSecrets;
    readonly to: SealedWebhookSecrets;
  }) => Effect.Effect<boolean, StoreFailed>;

  /** Returns the webhooks with a secret that is sealed under any other key. */
  readonly notSealedUnder: (
    keyId: string,
  ) => Effect.Effect<ReadonlyArray<StoredWebhook>, StoreFailed>;

  /**
   * Writes a message for every active webhook that wants a notice and was not told of it, all or
   * none. Returns how many were written.
   */
  readonly announce: (
    notices: ReadonlyArray<WebhookNotice>,
    createdMs: number,
  ) => Effect.Effect<number, StoreFailed>;

  /** Returns the keys of events of a kind that messages were written of, from this instant on. */
  readonly announcedKeys: (
    kind: "window" | "feed",
    sinceMs: number,
  ) => Effect.Effect<ReadonlyArray<string>, StoreFailed>;

  /**
   * Claims messages that are due for active webhooks, until `untilMs`: then whoever claimed one is
   * considered gone, and it is due again. No two replicas claim the same. Of one webhook those come
   * first that have been due for longest. Where the limit leaves webhooks out, those that fail come
   * last, and the others take turns. Returns them oldest first.
   */
  readonly claim: (wanted: {
    readonly nowMs: number;
    readonly untilMs: number;
    /** The most messages in all, and of one webhook. */
    readonly limit: number;
    readonly limitPerWebhook: number;
    /** Ids of webhooks to leave out. */
    readonly except: ReadonlyArray<string>;
  }) => Effect.Effect<ReadonlyArray<WebhookMessage>, StoreFailed>;

  /** Stores the text of a message, unless it has one. Returns what every attempt is to send. */
  readonly keepBody: (id: string, body: string) => Effect.Effect<string, StoreFailed>;

  /** Stores how an attempt ended. A delivered message stays delivered. */
  readonly note: (attempt: {
    readonly messageId: string;
    readonly webhookId: string;
    readonly atMs: number;
    readonly result: AttemptResult;
  }) => Effect.Effect<void, StoreFailed>;

  /**
   * Drops what waits beyond `waitingMax` for a webhook: the oldest first, but nothing of wallets.
   * Stops a webhook that has more of that. Returns how many messages were dropped.
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
}>()("core/port/WebhookStore") {}
