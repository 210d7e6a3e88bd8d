/**
 * `GET /api/v1/account`: the key's account, what the key may do, and the account's wallets.
 *
 * @module
 */
import { Effect, Option } from "effect";
import {
  fromE6,
  missingOf,
  readinessOf,
  type Right,
  SIGNATURE_TYPE_NAMES,
  type Wallet,
} from "../../../core/order/mod.ts";
import { type AccountOverview, accountOverview } from "../../../core/use_case/account/mod.ts";
import { declareKeyedRoute } from "../edge/route.ts";
import { ACCOUNT_EXAMPLE, AccountBody, NEED_WORD } from "./wire_account.ts";
import { exactNumber } from "../wire/number.ts";

/** The route. */
export const accountRoute = declareKeyedRoute({
  method: "GET",
  path: "/api/v1/account",
  access: "read",
  family: "coded",
  needsNoProvider: true,
  tag: "Account",
  summary: "Whose key this is",
  description: "The account of the API key, what the key may do, and the account's trading " +
    "wallets with what each can trade and still lacks. No secret is ever in the answer.",
  parameters: [],
  responses: {
    200: { description: "The account", schema: AccountBody, example: ACCOUNT_EXAMPLE },
    503: { description: "The key cannot be checked, or the wallets cannot be read" },
  },
  handle: ({ holder, nowMs }) =>
    Effect.map(accountOverview(holder), (overview) => ({
      body: bodyOf(overview, nowMs),
      isCached: true,
    })),
});

function bodyOf({ account, key, wallets, approvalCall }: AccountOverview, nowMs: number) {
  return {
    now: iso(nowMs),
    account: { id: account.id, email: account.email, created_at: iso(account.createdMs) },
    key: {
      prefix: key.prefix,
      last_four: key.lastFour,
      scopes: key.scopes,
      created_at: iso(key.createdMs),
      last_used_at: Option.getOrNull(Option.map(key.lastUsedMs, iso)),
    },
    wallets: wallets.map((wallet) => walletBody(wallet, approvalCall)),
  };
}

function walletBody(wallet: Wallet, approvalCall: (right: Right) => string) {
  const missing = missingOf(wallet);
  return {
    id: wallet.id,
    address: wallet.address,
    funder: wallet.funder,
    signature_type: wallet.signatureType,
    signature_type_name: SIGNATURE_TYPE_NAMES[wallet.signatureType],
    ready: missing.length === 0,
    missing: missing.map((need) => NEED_WORD[need]),
    ready_for: readinessOf(wallet).map(({ kind, canBuy, canSell, missing }) => ({
      market: kind,
      buy: canBuy,
      sell: canSell,
      missing: missing.map(({ side, right, isKnown }) => ({
        side: side === "BUY" ? "buy" : "sell",
        approval: approvalCall(right),
        known: isKnown,
      })),
    })),
    max_order_usdc: limitBody(wallet.limits.orderMaxE6),
    max_daily_usdc: limitBody(wallet.limits.dayMaxE6),
    created_at: iso(wallet.createdMs),
  };
}

function limitBody(maxE6: Option.Option<bigint>) {
  return Option.getOrNull(Option.map(maxE6, (maxE6) => exactNumber(fromE6(maxE6))));
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
