/**
 * The key's account, what the key may do, and the account's wallets.
 *
 * @module
 */
import type { Static } from "@sinclair/typebox";
import { Effect, Option } from "effect";
import { Elysia } from "elysia";
import type { KeyHolder } from "../../../core/access/mod.ts";
import {
  missingOf,
  readinessOf,
  type Right,
  type Wallet,
  walletTypeName,
} from "../../../core/order/mod.ts";
import { type AccountOverview, accountOverview } from "../../../core/use_case/account/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { asItIs } from "../wire/answer.ts";
import { exactE6 } from "../wire/number.ts";
import { NEED_WORD } from "./need_word.ts";
import { AccountBody, type WalletWire } from "./wire_account.ts";

/** What the route needs of the world. */
export type AccountPorts = Effect.Services<ReturnType<typeof accountOverview>>;

/** The route. */
export function account<Ports>(gate: Gate<Ports | AccountPorts>) {
  return new Elysia({ name: "account", prefix: "/api/v1", tags: ["Account"] })
    .use(edge(gate, "coded"))
    .get(
      "/account",
      ({ call: { nowMs }, answerHolder }) => answerHolder((holder) => overview(holder, nowMs)),
      {
        access: "read",
        needsNoProvider: true,
        response: answers("coded", {
          200: AccountBody,
          503: "The key cannot be checked, or the wallets cannot be read",
        }),
        detail: {
          operationId: "getAccount",
          summary: "Whose key this is",
          description: "The account of the API key, what the key may do, and the account's " +
            "trading wallets with what each can trade and still lacks. No secret is ever in the " +
            "answer.",
        },
      },
    )
    .use(otherMethods);
}

const overview = Effect.fnUntraced(function* (holder: KeyHolder, nowMs: number) {
  return { body: bodyOf(yield* accountOverview(holder), nowMs), isCached: true };
});

function bodyOf(
  { account, key, wallets, approvalCall }: AccountOverview,
  nowMs: number,
): Static<typeof AccountBody> {
  return {
    now: iso(nowMs),
    account: { id: account.id, email: account.email, created_at: iso(account.createdMs) },
    key: {
      prefix: key.prefix,
      last_four: key.lastFour,
      scopes: asItIs(key.scopes),
      created_at: iso(key.createdMs),
      last_used_at: Option.getOrNull(Option.map(key.lastUsedMs, iso)),
    },
    wallets: wallets.map((wallet) => walletBody(wallet, approvalCall)),
  };
}

function walletBody(
  wallet: Wallet,
  approvalCall: (right: Right) => string,
): Static<typeof WalletWire> {
  const missing = missingOf(wallet);
  return {
    id: wallet.id,
    address: wallet.address,
    funder: wallet.funder,
    signature_type: wallet.signatureType,
    signature_type_name: walletTypeName(wallet),
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
    claim_policy: wallet.claimPolicy,
    created_at: iso(wallet.createdMs),
  };
}

function limitBody(maxE6: Option.Option<bigint>) {
  return Option.getOrNull(Option.map(maxE6, exactE6));
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
