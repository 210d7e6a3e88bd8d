/**
 * Rights over a wallet's money and shares that the venue's contracts need, by kind of market.
 *
 * @module
 */
import type { Side } from "../fee/mod.ts";
import type { MarketKind } from "./market_kind.ts";
import { BUY_MIN_E6 } from "./order_amount.ts";

/** What a contract may be let to move: the money, or the shares of outcomes. */
export const APPROVED_ASSETS = ["collateral", "shares"] as const;

/** One of {@linkcode APPROVED_ASSETS}. */
export type ApprovedAsset = (typeof APPROVED_ASSETS)[number];

/** The contracts that move it, by name: where each of them is, the venue's adapter knows. */
export const SPENDERS = [
  "exchange",
  "neg_risk_exchange",
  "neg_risk_adapter",
  "exchange_v3",
] as const;

/** One of {@linkcode SPENDERS}. */
export type Spender = (typeof SPENDERS)[number];

/**
 * The right of a spender to an asset. Shares are those of the spender's own protocol: of V2 for
 * `exchange_v3`, of V1 for the others.
 */
export type Right = `${ApprovedAsset}:${Spender}`;

/** Every right there is. */
export const RIGHTS: ReadonlyArray<Right> = APPROVED_ASSETS.flatMap((asset) =>
  SPENDERS.map((spender) => rightTo(asset, spender))
);

/** The right of a spender to an asset. */
export function rightTo(asset: ApprovedAsset, spender: Spender): Right {
  return `${asset}:${spender}`;
}

/** What a right is over, and whose it is. */
export function partsOfRight(
  right: Right,
): { readonly asset: ApprovedAsset; readonly spender: Spender } {
  const [asset, spender] = right.split(":") as [ApprovedAsset, Spender];
  return { asset, spender };
}

/**
 * Who moves money and shares in a market of each kind.
 *
 * Source: the venue's documentation of Protocol V2 (one exchange for every market, and no approval
 * of V1 carries over); for V1 its list of contracts, its set-up of new wallets, which approves both
 * exchanges and no adapter since July 2026, and its refusals of neg-risk orders, which name the
 * adapter.
 */
const SPENDERS_OF_KIND = {
  v1: ["exchange"],
  v1_neg_risk: ["neg_risk_exchange", "neg_risk_adapter"],
  v2: ["exchange_v3"],
} as const satisfies Record<MarketKind, ReadonlyArray<Spender>>;

/** What an order gives away: money to buy with, or the shares it sells. */
const ASSET_OF_SIDE = { BUY: "collateral", SELL: "shares" } as const satisfies Record<
  Side,
  ApprovedAsset
>;

/** An order, as far as rights go. */
export interface OrderKind {
  readonly kind: MarketKind;
  readonly side: Side;
}

/** What an order needs. */
export function rightsNeeded({ kind, side }: OrderKind): ReadonlyArray<Right> {
  return SPENDERS_OF_KIND[kind].map((spender) => rightTo(ASSET_OF_SIDE[side], spender));
}

/**
 * What the venue has said of a wallet's rights: given or not. Of one that is not in here it has
 * said nothing.
 */
export type WalletRights = ReadonlyMap<Right, boolean>;

/** A wallet of which nobody has asked yet. */
export const NO_RIGHTS: WalletRights = new Map();

/** A right that an order lacks. `isKnown`: the venue says so; else it has said nothing of it. */
export interface MissingRight {
  readonly right: Right;
  readonly isKnown: boolean;
}

/** What a wallet lacks for an order. What is not known to be given counts as missing. */
export function missingFor(rights: WalletRights, order: OrderKind): ReadonlyArray<MissingRight> {
  return rightsNeeded(order)
    .filter((right) => rights.get(right) !== true)
    .map((right) => ({ right, isKnown: rights.has(right) }));
}

/** How far a right goes, as the venue sees it. */
export interface Approval {
  readonly right: Right;
  readonly spenderAddress: string;
  /** USDC times 10^6; of shares all may be moved unless it is 0. */
  readonly amountE6: bigint;
}

/**
 * Whether an approval is of use. Money must reach for the least that a market order spends: with
 * less, no order would ever pass. Whether it reaches for a larger one is the venue's to say at each
 * order, as every purchase uses an allowance up.
 */
export function isApprovalGiven({ right, amountE6 }: Approval): boolean {
  return amountE6 >= (partsOfRight(right).asset === "collateral" ? BUY_MIN_E6 : 1n);
}
