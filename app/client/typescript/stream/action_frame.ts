/**
 * The frames that tell of what a wallet does on the chain.
 *
 * @module
 */
import type { ChainAction, Claim } from "../wire/position.ts";

/** A claim of a wallet, as it is since it has changed. */
export interface ClaimEvent {
  readonly type: "claim";
  /** `orders:<wallet id>` */
  readonly topic: string;
  /** Counts the events of the wallet: one more than that of the event before. */
  readonly seq: number;
  /** As `positions.claims` lists it. */
  readonly claim: Claim;
}

/** A split of a wallet, as it is since it has changed. */
export interface SplitEvent {
  readonly type: "split";
  /** `orders:<wallet id>` */
  readonly topic: string;
  /** Counts the events of the wallet: one more than that of the event before. */
  readonly seq: number;
  /** As `positions.split` returns it. */
  readonly split: ChainAction;
}

/** A merge of a wallet, as it is since it has changed. */
export interface MergeEvent {
  readonly type: "merge";
  /** `orders:<wallet id>` */
  readonly topic: string;
  /** Counts the events of the wallet: one more than that of the event before. */
  readonly seq: number;
  /** As `positions.merge` returns it. */
  readonly merge: ChainAction;
}

/** What a wallet does on the chain. */
export type ActionEvent = ClaimEvent | SplitEvent | MergeEvent;
