/**
 * What a wallet can trade, by the kind of market and the side.
 *
 * @module
 */
import { Option } from "effect";
import { type Side, SIDES } from "../fee/mod.ts";
import { MARKET_KINDS, type MarketKind } from "./market_kind.ts";
import { missingFor, type MissingRight } from "./right.ts";
import type { Wallet } from "./wallet.ts";

/** What a wallet needs to trade: the venue's API key, and rights for its contracts. */
export const WALLET_NEEDS = ["clobApiKey", "allowances"] as const;

/** One of {@linkcode WALLET_NEEDS}. */
export type WalletNeed = (typeof WALLET_NEEDS)[number];

/** The fields of a wallet that decide. */
type ReadinessFields = Pick<Wallet, "clobApiKey" | "rights">;

/** Whether a wallet can buy and sell in the markets of a kind, and which rights it lacks there. */
export interface KindReadiness {
  readonly kind: MarketKind;
  readonly canBuy: boolean;
  readonly canSell: boolean;
  readonly missing: ReadonlyArray<MissingRight & { readonly side: Side }>;
}

/** Returns one row per kind of market. Without the venue's API key nothing can be traded. */
export function readinessOf({ clobApiKey, rights }: ReadinessFields): ReadonlyArray<KindReadiness> {
  return MARKET_KINDS.map((kind) => {
    const missing = SIDES.flatMap((side) =>
      missingFor(rights, { kind, side }).map((each) => ({ ...each, side }))
    );
    const can = (side: Side) =>
      Option.isSome(clobApiKey) && missing.every((each) => each.side !== side);
    return { kind, canBuy: can("BUY"), canSell: can("SELL"), missing };
  });
}

/**
 * Returns what keeps a wallet from trading at all; empty if nothing does. Allowances are met as
 * soon as markets of one kind can be both bought and sold.
 */
export function missingOf({ clobApiKey, rights }: ReadinessFields): ReadonlyArray<WalletNeed> {
  const isMet = {
    clobApiKey: Option.isSome(clobApiKey),
    allowances: MARKET_KINDS.some((kind) =>
      SIDES.every((side) => missingFor(rights, { kind, side }).length === 0)
    ),
  };
  return WALLET_NEEDS.filter((need) => !isMet[need]);
}
