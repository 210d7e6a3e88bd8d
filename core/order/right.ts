/**
 * The rights over a wallet's money and shares that the venue's contracts need, by kind of market.
 *
 * @module
 */
import type { Side } from "../fee/mod.ts";
import type { MarketKind } from "./market_kind.ts";
import { BUY_MIN_E6 } from "./order_amount.ts";

/** What a contract may be approved to move: the money, or the shares of outcomes. */
export const APPROVED_ASSETS = ["collateral", "shares"] as const;

/** One of {@linkcode APPROVED_ASSETS}. */
export type ApprovedAsset = (typeof APPROVED_ASSETS)[number];

/** The contracts that move it, by name. The venue's adapter knows their addresses. */
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

/** Every right. */
export const RIGHTS: ReadonlyArray<Right> = APPROVED_ASSETS.flatMap((asset) =>
  SPENDERS.map((spender) => rightTo(asset, spender))
);

/** Returns the right of a spender to an asset. */
export function rightTo(asset: ApprovedAsset, spender: Spender): Right {
  return `${asset}:${spender}`;
}

/** Returns the asset and the spender of a right. */
export function partsOfRight(
  right: Right,
): { readonly asset: ApprovedAsset; readonly spender: Spender } {
  const [asset, spender] = right.split(":") as [ApprovedAsset, Spender];
  return { asset, spender };
}

/**
 * The contracts that move money and shares in a market of each kind.
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

/** What an order hands over: the money of a BUY, the shares of a SELL. */
const ASSET_OF_SIDE = { BUY: "collateral", SELL: "shares" } as const satisfies Record<
  Side,
  ApprovedAsset
>;

/** The properties of an order that decide which rights it needs. */
export interface OrderKind {
  readonly kind: MarketKind;
  readonly side: Side;
}

/** Returns the rights that an order needs. */
export function rightsNeeded({ kind, side }: OrderKind): ReadonlyArray<Right> {
  return SPENDERS_OF_KIND[kind].map((spender) => rightTo(ASSET_OF_SIDE[side], spender));
}

/**
 * What the venue has reported of a wallet's rights: given or not. It has reported nothing of a
 * right that is not in the map.
 */
export type WalletRights = ReadonlyMap<Right, boolean>;

/** The rights of a wallet that the venue was not asked about yet. */
export const NO_RIGHTS: WalletRights = new Map();

/**
 * A right that an order lacks. `isKnown`: the venue reported it missing; else it reported nothing.
 */
export interface MissingRight {
  readonly right: Right;
  readonly isKnown: boolean;
}

/** Returns the rights that an order lacks. A right not known to be given counts as missing. */
export function missingFor(rights: WalletRights, order: OrderKind): ReadonlyArray<MissingRight> {
  return rightsNeeded(order)
    .filter((right) => rights.get(right) !== true)
    .map((right) => ({ right, isKnown: rights.has(right) }));
}

/** The amount that a right covers, as the venue reports it. */
export interface Approval {
  readonly right: Right;
  readonly spenderAddress: string;
  /** USDC times 10^6; for shares, 0 means none and anything else means all. */
  readonly amountE6: bigint;
}

/**
 * Whether an approval is usable. For money it must cover the minimum of a market order: with less,
 * no order would ever pass. Whether it covers a larger one, the venue decides at each order,
 * because every purchase uses up an allowance.
 */
export function isApprovalGiven({ right, amountE6 }: Approval): boolean {
  return amountE6 >= (partsOfRight(right).asset === "collateral" ? BUY_MIN_E6 : 1n);
}
