/** The steps of a history of claims, and the world in which they happen. @module */
import type { ClaimPolicy } from "../../../core/order/mod.ts";
import type { Conditions } from "../history/conditions.ts";
import type { CallFate } from "./wire.ts";
import type { ClaimProvider } from "./venue.ts";

/** The most replicas. */
export const REPLICAS_MAX = 3;

/** What is given to a wallet of a market before anything happens. */
export interface Given {
  /** `split`: by hand, so that the ledger knows how; `given`: shares came from somewhere. */
  readonly how: "nothing" | "split" | "given";
  /** Decimal text. */
  readonly amount: string;
}

/** How the relayer treats what is submitted from now on. Shares are from 0 to 1. */
export interface RelayingPlan {
  readonly stall: number;
  readonly failed: number;
  /** Of machine time. */
  readonly delay_ms?: number;
}

/** The world. */
export interface ClaimWorldPlan {
  /** Decides how long each trip takes, and which calls something happens to. */
  readonly seed: number;
  readonly replicas: number;
  /** Whether a node of the chain is set up; else keys have no road, and no log is read. */
  readonly hasNode: boolean;
  readonly startSec: number;
  /** By wallet. */
  readonly policies: ReadonlyArray<ClaimPolicy>;
  /** By wallet, and then by market. */
  readonly given: ReadonlyArray<ReadonlyArray<Given>>;
}

/** What each kind of step says. `replica`, `wallet` and `market` are positions. */
export interface ClaimSteps {
  readonly pass: { readonly ms: number };
  readonly fate: { readonly provider: ClaimProvider; readonly fate: CallFate };
  readonly set: {
    readonly conditions: Partial<Pick<Conditions, "store" | "receivers" | "answers">>;
  };
  readonly relaying: RelayingPlan;
  /** What the venue itself redeems from now on. */
  readonly redeem: { readonly share: number; readonly afterSec: number };
  /** A market is resolved; `first`: the payout of its first outcome in millionths. */
  readonly resolve: { readonly market: number; readonly first: number };
  /** Claims a market, or all with null. Requests of one key are often the same. */
  readonly claim: {
    readonly replica: number;
    readonly wallet: number;
    readonly market: number | null;
    readonly key: number;
  };
  readonly pair: {
    readonly replica: number;
    readonly wallet: number;
    readonly market: number;
    readonly act: "split" | "merge";
    readonly size: number;
    readonly key: number;
  };
  /** The owner of a wallet acts by hand. */
  readonly hand: {
    readonly wallet: number;
    readonly market: number;
    readonly act: "split" | "merge" | "redeem";
    readonly amount: string;
  };
  /** The owner has another transaction of the wallet executed, which takes its next number. */
  readonly elsewhere: { readonly wallet: number };
  readonly policy: { readonly wallet: number; readonly policy: ClaimPolicy };
  /** A customer reads what a wallet has. */
  readonly read: { readonly replica: number; readonly wallet: number };
  readonly process: {
    readonly replica: number;
    readonly change: "hang" | "wake" | "kill" | "stop" | "start";
  };
  /** The process ends at its call with this number. */
  readonly die: { readonly replica: number; readonly call: number };
  readonly fleet: { readonly replica: number; readonly change: "cut" | "mend" };
  /** The server that replicas share forgets all leases and news. */
  readonly forget: object;
}

/** One step. */
export type ClaimStep = {
  [Kind in keyof ClaimSteps]: { readonly kind: Kind } & ClaimSteps[Kind];
}[keyof ClaimSteps];
/** A step of these kinds. */
export type ClaimStepOf<Kind extends keyof ClaimSteps> = Extract<
  ClaimStep,
  { readonly kind: Kind }
>;

/** A whole history of claims. */
export interface ClaimPlan {
  readonly world: ClaimWorldPlan;
  readonly steps: ReadonlyArray<ClaimStep>;
}
