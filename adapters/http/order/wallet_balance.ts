/**
 * `GET /api/v1/wallets/balance`: what a wallet has, and what it has spent of its limit for the day.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Cause, Effect, Option, Result } from "effect";
import { type WalletFunds, walletFunds } from "../../../core/use_case/order/mod.ts";
import { toRefusal } from "../edge/failure.ts";
import type { Refusal } from "../edge/refusal.ts";
import { declareKeyedRoute } from "../edge/route.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { readWalletId, WALLET_ID_EXAMPLE, WALLET_ID_PARAMETER } from "./order_parameters.ts";
import { e6Body } from "./wire_order.ts";

const ERROR_EXAMPLE = {
  error: "Cannot get the wallet's balance from the primary venue: it did not answer in time",
  hint: "Try again shortly",
};

const Body = Type.Object({
  ok: Type.Literal(true),
  now: IsoWire,
  wallet_id: Type.String({ format: "uuid" }),
  balance_usdc: nullable(Type.Number({
    description: "What the wallet has to pay with, as the venue counts it; null if it cannot be " +
      "asked",
  })),
  balance_at: nullable(IsoWire, { description: "When the venue was asked: seconds ago at most" }),
  balance_error: nullable(
    Type.Object({ error: Type.String(), hint: Type.String() }),
    {
      description: "Why there is no balance, as an order route would say it; null if there is one",
      examples: [ERROR_EXAMPLE],
    },
  ),
  spent_today_usdc: Type.Number({
    description: "What the wallet's orders of this UTC day are worth together, buys and sells " +
      "alike, but for refused ones: what its limit counts",
  }),
  max_daily_usdc: nullable(Type.Number({ description: "The wallet's limit; null: no limit" })),
  left_today_usdc: nullable(Type.Number({
    description: "What is left of the limit, not less than 0; null: no limit",
  })),
  day_ends_at: { ...IsoWire, description: "When the next UTC day begins" },
}, { $id: "WalletBalance" });

/** The route. */
export const walletBalanceRoute = declareKeyedRoute({
  method: "GET",
  path: "/api/v1/wallets/balance",
  access: "read",
  family: "coded",
  tag: "Orders",
  summary: "Balance and spending of a wallet",
  description: "What the venue says that the wallet has, up to 3 s ago (`balance_at`), and what " +
    "the wallet has spent of its limit for this UTC day, which is up to date. Without an answer " +
    "of the venue, or without the key to the wallets, `balance_usdc` is null and `balance_error` " +
    "says why; the rest holds. Approvals are listed by `GET /api/v1/account`.",
  parameters: [WALLET_ID_PARAMETER],
  responses: {
    200: {
      description: "The balance, or why there is none, and the spending",
      schema: Body,
      example: {
        ok: true,
        now: "2026-08-22T16:05:00.000Z",
        wallet_id: WALLET_ID_EXAMPLE,
        balance_usdc: 975.000052,
        balance_at: "2026-08-22T16:04:58.712Z",
        balance_error: null,
        spent_today_usdc: 25,
        max_daily_usdc: 500,
        left_today_usdc: 475,
        day_ends_at: "2026-08-23T00:00:00.000Z",
      },
    },
    403: {
      description: "The API key lacks the scope, or the wallet is not one of your account's",
    },
    503: { description: "The store is unavailable" },
  },
  handle: Effect.fnUntraced(function* ({ query, holder, requestId }) {
    const walletId = yield* Effect.fromResult(readWalletId(query.walletId));
    const funds = yield* walletFunds({ walletId, accountId: holder.account.id });
    const body = (balance: ReturnType<typeof seenBody>) => ({
      ok: true,
      now: iso(funds.atMs),
      wallet_id: walletId,
      ...balance,
      ...spendingBody(funds),
    });
    if (Result.isSuccess(funds.balance)) {
      const { isCached, ...seen } = funds.balance.success;
      return { body: body(seenBody(seen)), isCached };
    }
    const { failure } = funds.balance;
    const refusal = toRefusal(failure);
    if (refusal.status >= 500) {
      const logging = Effect.logWarning("Cannot give the balance of a wallet", Cause.fail(failure));
      yield* Effect.annotateLogs(logging, { requestId });
    }
    return { body: body(missingBody(refusal)), isCached: refusal.isCached ?? refusal.status < 500 };
  }),
});

function seenBody({ balanceE6, atMs }: { readonly balanceE6: bigint; readonly atMs: number }): {
  readonly balance_usdc: ReturnType<typeof e6Body> | null;
  readonly balance_at: string | null;
  readonly balance_error: Pick<Refusal, "error" | "hint"> | null;
} {
  return { balance_usdc: e6Body(balanceE6), balance_at: iso(atMs), balance_error: null };
}

function missingBody({ error, hint }: Refusal): ReturnType<typeof seenBody> {
  return { balance_usdc: null, balance_at: null, balance_error: { error, hint } };
}

function spendingBody({ spentE6, dayMaxE6, dayEndMs }: WalletFunds) {
  const leftE6 = Option.map(dayMaxE6, (maxE6) => maxE6 > spentE6 ? maxE6 - spentE6 : 0n);
  return {
    spent_today_usdc: e6Body(spentE6),
    max_daily_usdc: Option.getOrNull(Option.map(dayMaxE6, e6Body)),
    left_today_usdc: Option.getOrNull(Option.map(leftE6, e6Body)),
    day_ends_at: iso(dayEndMs),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
