/**
 * Port: brings the calls of a wallet to the venue's contracts on the chain, by the wallet's own
 * road: a key by a node of the chain, a wallet that is a contract by the venue's relayer.
 *
 * Signing is apart from sending, so that the bytes are stored in between.
 *
 * @module
 */
import { Context, type Effect, type Option, Schema } from "effect";
import type {
  ActionMarket,
  ChainSubmission,
  Pair,
  RoadAnswer,
  RoadReport,
  SignedCalls,
} from "../chain/mod.ts";
import type { Wallet } from "../order/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** The market of a call. */
export type CallMarket = Pick<ActionMarket, "conditionId" | "kind" | "tokenIds">;

/** What a wallet is to do in one submission. Amounts are times 10^6. */
export type WantedCall =
  | {
    readonly kind: "claim";
    readonly market: CallMarket;
    /** The shares of each outcome to claim; 0 for an outcome of which there are none. */
    readonly sharesE6: Pair<bigint>;
  }
  | {
    readonly kind: "split" | "merge";
    readonly market: CallMarket;
    /** Of USDC, and of shares of each outcome. */
    readonly sizeE6: bigint;
  };

/** The wallet's road is not set up. */
export class RoadOff extends Schema.TaggedError<RoadOff>()("RoadOff", {
  /** The missing setting. */
  setting: Schema.String,
}) {
  override get message(): string {
    return `Cannot reach the chain for this wallet: ${this.setting} is not set`;
  }
}

/** The road says beforehand that the calls would fail, or that it does not serve this wallet. */
export class CallsRefused extends Schema.TaggedError<CallsRefused>()("CallsRefused", {
  /** In the road's own words. */
  why: Schema.String,
}) {
  override get message(): string {
    return `Cannot send this to the chain: ${this.why}`;
  }
}

/** What a road needs of a wallet. */
export type RoadWallet = Pick<Wallet, "id" | "address" | "funder" | "signatureType">;

/** Brings calls to the chain. */
export class ChainRoad extends Context.Service<ChainRoad, {
  /** Fails where the wallet's road is not set up. Returns how many claims fit in one submission. */
  readonly claimsMax: (wallet: RoadWallet) => Effect.Effect<number, RoadOff>;

  /**
   * Asks for the wallet's nonce, and for the price of gas where it pays any, and signs the calls,
   * all of which are executed or none. Nothing is sent. `signingKey` is 32 bytes and is not kept.
   */
  readonly sign: (draft: {
    readonly wallet: RoadWallet;
    readonly calls: ReadonlyArray<WantedCall>;
    readonly signingKey: Uint8Array;
  }) => Effect.Effect<SignedCalls, RoadOff | CallsRefused | ProviderFailed>;

  /** Sends the bytes. Never fails: whatever is not certain is unclear. Must not be interrupted. */
  readonly send: (calls: SignedCalls, wallet: RoadWallet) => Effect.Effect<RoadAnswer>;

  /** Asks what has become of bytes that may have been sent. */
  readonly look: (
    calls: Pick<ChainSubmission, keyof SignedCalls | "roadId">,
    wallet: RoadWallet,
  ) => Effect.Effect<RoadReport, RoadOff | ProviderFailed>;
}>()("core/port/ChainRoad") {}

/** What a chain's log says that one transaction moved for a wallet, times 10^6. */
export interface LoggedMoves {
  readonly usdcE6: bigint;
  /** By token; above zero, the wallet got it. */
  readonly sharesE6: ReadonlyMap<string, bigint>;
}

/** Reads logs of the chain. */
export class ChainLogs extends Context.Service<ChainLogs, {
  /** Returns what a transaction moved for an address; none where no log can be read. */
  readonly movedBy: (query: {
    readonly tx: string;
    readonly address: string;
  }) => Effect.Effect<Option.Option<LoggedMoves>, ProviderFailed>;
}>()("core/port/ChainLogs") {}
