/**
 * What a wallet has its shares become on the chain: claims of what was won, splits and merges.
 *
 * @module
 */
import type { Option } from "effect";
import type { MarketKind } from "../order/mod.ts";
import type { ConditionId } from "../venue/mod.ts";

/**
 * - `claim`: shares of a market that is resolved become what they pay.
 * - `split`: USDC becomes a share of each outcome.
 * - `merge`: a share of each outcome becomes USDC.
 */
export const CHAIN_ACTION_KINDS = ["claim", "split", "merge"] as const;

/** One of {@linkcode CHAIN_ACTION_KINDS}. */
export type ChainActionKind = (typeof CHAIN_ACTION_KINDS)[number];

/**
 * - `queued`: nothing is signed for it yet.
 * - `sent`: its bytes are signed, and may be on their way.
 * - `confirmed`: the balances have changed as it wants.
 * - `failed`: it has moved nothing, and is not tried again.
 * - `nothing_left`: of a claim: the shares are gone already, by somebody else's hand.
 */
export const CHAIN_ACTION_STATES = [
  "queued",
  "sent",
  "confirmed",
  "failed",
  "nothing_left",
] as const;

/** One of {@linkcode CHAIN_ACTION_STATES}. */
export type ChainActionState = (typeof CHAIN_ACTION_STATES)[number];

/** The states in which an action is over. */
export type ChainActionEnd = Exclude<ChainActionState, "queued" | "sent">;

/** What an action needs of its market. */
export interface ActionMarket {
  readonly conditionId: ConditionId;
  /** None where nobody names it. */
  readonly slug: Option.Option<string>;
  /** Decides which of the venue's contracts is called. */
  readonly kind: MarketKind;
  /** The tokens of its outcomes, in the venue's order. */
  readonly tokenIds: Pair<string>;
  /** Their names, as the venue writes them. */
  readonly outcomes: Pair<string>;
}

/** Something of each of a market's two outcomes, in the venue's order. */
export type Pair<A> = readonly [A, A];

/** What a wallet has of USDC and of a market's outcomes, times 10^6. */
export interface Holdings {
  readonly usdcE6: bigint;
  readonly sharesE6: Pair<bigint>;
}

/** What an action moved, times 10^6: above zero, the wallet got it. */
export type Moved = Holdings;

/** An action. Instants are unix milliseconds by the service's clock. */
export interface ChainAction {
  /** A UUID of version 7. */
  readonly id: string;
  readonly walletId: string;
  readonly kind: ChainActionKind;
  readonly market: ActionMarket;
  /** Shares of each outcome times 10^6, of a split or a merge; none for a claim: it takes all. */
  readonly sizeE6: Option.Option<bigint>;
  /** Micro-USDC that a share of each outcome pays, of a claim. */
  readonly payoutsE6: Option.Option<Pair<bigint>>;
  /** Whether the wallet's policy wants it, and no request. */
  readonly isAutomatic: boolean;
  readonly state: ChainActionState;
  /** How often it was signed. */
  readonly attempts: number;
  /** What the wallet had when it was signed last; none before. */
  readonly before: Option.Option<Holdings>;
  /** What it moved; none unless it is confirmed. */
  readonly moved: Option.Option<Moved>;
  /** The transaction on the chain, `0x` and 64 hex digits in lower case, as far as it is known. */
  readonly tx: Option.Option<string>;
  /** What it waits for, or why it failed. */
  readonly why: Option.Option<string>;
  readonly requestedMs: number;
  readonly endedMs: Option.Option<number>;
}

/** Returns whether an action is over. */
export function isActionOver({ state }: Pick<ChainAction, "state">): boolean {
  return state !== "queued" && state !== "sent";
}
