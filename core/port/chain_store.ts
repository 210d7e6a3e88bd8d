/**
 * Port: keeps what wallets are to do on the chain, and the bytes that were signed for it.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type {
  ChainAction,
  ChainActionState,
  ChainSubmission,
  Holdings,
  SubmissionEnd,
} from "../chain/mod.ts";
import type { ConditionId } from "../venue/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** A new action: it is queued, and nothing is signed for it. */
export type NewChainAction = Pick<
  ChainAction,
  "id" | "walletId" | "kind" | "market" | "sizeE6" | "payoutsE6" | "isAutomatic" | "requestedMs"
>;

/** A request for actions, by the caller's own name for it. */
export interface ChainRequest {
  readonly walletId: string;
  readonly idempotencyKey: string;
  /** SHA-256, in hex, of everything in the request that decides what is done. */
  readonly requestSha256: string;
}

/** What a request came to: its actions as they are now, in the order of the request. */
export interface RequestedActions {
  readonly requestSha256: string;
  readonly actions: ReadonlyArray<ChainAction>;
}

/** An action whose bytes are over, and how they ended. */
export interface EndedAction {
  readonly action: ChainAction;
  readonly submission: ChainSubmission;
  readonly end: SubmissionEnd;
  readonly endMs: number;
  /** The road's words. */
  readonly why: Option.Option<string>;
}

/** What a wallet has not finished. */
export interface OpenActions {
  /** Bytes are to be signed for them, oldest first. */
  readonly queued: ReadonlyArray<ChainAction>;
  /** Those of them for which bytes were signed before, with the last ones. */
  readonly signedBefore: ReadonlyArray<EndedAction>;
  /** Bytes that are not over; one at a time. */
  readonly inFlight: Option.Option<ChainSubmission>;
  /** Bytes are over, and what became of the action is not known yet. Oldest first. */
  readonly ended: ReadonlyArray<EndedAction>;
}

/** How an action goes on, or that it is over. */
export type ActionChange =
  & Pick<ChainAction, "id" | "why">
  & {
    /**
     * The bytes that were signed for it last, by which that is known; none for what is queued. An
     * action that has others by now, or is queued for others, stays as it is: who judges late signs
     * nothing twice.
     */
    readonly submissionId: Option.Option<string>;
  }
  & (
    /** Bytes are to be signed for it once more. */
    | { readonly state: "queued" }
    /** What became of it is not known yet. */
    | { readonly state: "sent" }
    | (
      & { readonly state: Exclude<ChainActionState, "queued" | "sent"> }
      & Pick<ChainAction, "moved" | "tx">
      & { readonly endedMs: number }
    )
  );

/** The place of an action in a listing, which is newest first. */
export interface ActionPlace {
  readonly requestedMs: number;
  readonly id: string;
}

/** Keeps them. What a call acknowledges is visible to every replica and survives any crash. */
export class ChainStore extends Context.Service<ChainStore, {
  /** Returns what a wallet has asked for under a key; none before. Keys are kept for ever. */
  readonly requested: (
    request: Pick<ChainRequest, "walletId" | "idempotencyKey">,
  ) => Effect.Effect<Option.Option<RequestedActions>, StoreFailed>;

  /**
   * Stores a request and its actions in one step, unless the key is known: then that request counts
   * and nothing is stored. A claim of a market of which the wallet has a claim that is not over is
   * that claim.
   */
  readonly request: (
    request: ChainRequest & { readonly actions: ReadonlyArray<NewChainAction> },
  ) => Effect.Effect<RequestedActions, StoreFailed>;

  /**
   * Takes wallets that have something to do by `nowMs`; the same ones again at `againMs`, unless
   * {@linkcode lookAt} says otherwise. Those that wait the longest come first.
   */
  readonly takeDue: (query: {
    readonly nowMs: number;
    readonly againMs: number;
    readonly limit: number;
  }) => Effect.Effect<ReadonlyArray<string>, StoreFailed>;

  /** Says when a wallet is to be looked at again, but for one with a request since it was taken. */
  readonly lookAt: (wallet: {
    readonly walletId: string;
    readonly atMs: number;
  }) => Effect.Effect<void, StoreFailed>;

  readonly openOf: (walletId: string) => Effect.Effect<OpenActions, StoreFailed>;

  /**
   * Stores signed bytes for queued actions, which are sent then, with what the wallet had before.
   * Returns false, and stores nothing, where the wallet has bytes in flight or one of the actions
   * is not queued.
   */
  readonly begin: (begun: {
    readonly submission: ChainSubmission;
    readonly actions: ReadonlyArray<{ readonly id: string; readonly before: Holdings }>;
  }) => Effect.Effect<boolean, StoreFailed>;

  /**
   * Stores what is known of bytes in flight. What is left out stays; so do bytes that are over.
   * `why`: what they wait for, which their actions have then.
   */
  readonly noteSubmission: (
    change:
      & Pick<ChainSubmission, "id">
      & Partial<Pick<ChainSubmission, "roadId" | "passedMs" | "tx">>
      & Partial<Pick<ChainAction, "why">>,
  ) => Effect.Effect<void, StoreFailed>;

  /** Stores that bytes are sent now, before they are: whoever goes on takes them for sent. */
  readonly noteSending: (
    sending: { readonly id: string; readonly sentMs: number },
  ) => Effect.Effect<void, StoreFailed>;

  /**
   * Stores that the road does not take the bytes that were sent, and why. Returns whether it
   * refused them each time, whoever sent them, so that it certainly does not have them.
   */
  readonly noteRefusal: (
    refusal: { readonly id: string; readonly why: string },
  ) => Effect.Effect<boolean, StoreFailed>;

  /** Ends bytes in flight. Their actions are `ended` from then on. */
  readonly endSubmission: (ended: {
    readonly id: string;
    readonly end: SubmissionEnd;
    readonly endMs: number;
    readonly tx: Option.Option<string>;
    readonly why: Option.Option<string>;
  }) => Effect.Effect<void, StoreFailed>;

  /**
   * Changes actions, in one step. One that is over stays as it is, and so does one whose bytes are
   * in flight, but for why it waits.
   */
  readonly change: (
    changes: ReadonlyArray<ActionChange>,
  ) => Effect.Effect<void, StoreFailed>;

  /**
   * Has it found out once more what became of a queued action that was signed before: until `endMs`
   * the chain may have executed these bytes after all. They are `passed` from then on.
   */
  readonly reopen: (action: {
    readonly walletId: string;
    readonly id: string;
    readonly endMs: number;
  }) => Effect.Effect<void, StoreFailed>;

  /** Lists a wallet's actions, newest first. */
  readonly list: (query: {
    readonly walletId: string;
    readonly kinds: ReadonlyArray<ChainAction["kind"]>;
    readonly states: ReadonlyArray<ChainActionState>;
    readonly conditionId: Option.Option<ConditionId>;
    /** Only actions that come after this one. */
    readonly after: Option.Option<ActionPlace>;
    readonly limit: number;
  }) => Effect.Effect<ReadonlyArray<ChainAction>, StoreFailed>;

  /** Returns all confirmed actions of a wallet, for its ledger. */
  readonly confirmedOf: (
    walletId: string,
  ) => Effect.Effect<ReadonlyArray<ChainAction>, StoreFailed>;
}>()("core/port/ChainStore") {}
