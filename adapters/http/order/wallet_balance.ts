/**
 * What a wallet has, and what it has spent of its limit for the day.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Cause, Effect, Option, Result } from "effect";
import { type WalletFunds, walletFunds } from "../../../core/use_case/order/mod.ts";
import { toRefusal } from "../edge/answer/failure.ts";
import { hintText, type OwnCommand } from "../edge/answer/hint.ts";
import type { Refusal } from "../edge/answer/refusal.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { exactE6, ExactNumber } from "../wire/number.ts";
import { WALLET_ID_EXAMPLE } from "../wire/order_id.ts";
import type { WalletQuestion } from "./wire_question.ts";

const ERROR_EXAMPLE = {
  error: "Cannot get the wallet's balance from the primary venue: it did not answer in time",
  hint: "Try again shortly",
};

/** What a wallet has and has spent. */
export const WalletBalance = Type.Object({
  ok: Type.Literal(true),
  now: IsoWire,
  wallet_id: Type.String({ format: "uuid" }),
  balance_usdc: nullable(ExactNumber({
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
  spent_today_usdc: ExactNumber({
    description: "What the wallet's orders of this UTC day are worth together, buys and sells " +
      "alike, but for refused ones: what its limit counts",
  }),
  max_daily_usdc: nullable(ExactNumber({ description: "The wallet's limit; null: no limit" })),
  left_today_usdc: nullable(ExactNumber({
    description: "What is left of the limit, not less than 0; null: no limit",
  })),
  day_ends_at: { ...IsoWire, description: "When the next UTC day begins" },
}, {
  $id: "WalletBalance",
  description: "The balance, or why there is none, and the spending",
  examples: [{
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
  }],
});

type Body = typeof WalletBalance.static;

/** Tells what an account's wallet has and has spent. */
export const balanceOf = Effect.fnUntraced(function* (
  { walletId }: typeof WalletQuestion.static,
  { accountId, requestId, ownCommand }: {
    readonly accountId: string;
    readonly requestId: string;
    readonly ownCommand: OwnCommand;
  },
) {
  const funds = yield* walletFunds({ walletId, accountId });
  const body = (balance: Balance): Body => ({
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
  return {
    body: body(missingBody(refusal, ownCommand)),
    isCached: refusal.isCached ?? refusal.status < 500,
  };
});

type Balance = Pick<Body, "balance_usdc" | "balance_at" | "balance_error">;

function seenBody(
  { balanceE6, atMs }: { readonly balanceE6: bigint; readonly atMs: number },
): Balance {
  return { balance_usdc: exactE6(balanceE6), balance_at: iso(atMs), balance_error: null };
}

function missingBody({ error, hint }: Refusal, ownCommand: OwnCommand): Balance {
  const why = { error, hint: hintText(hint, ownCommand) };
  return { balance_usdc: null, balance_at: null, balance_error: why };
}

function spendingBody({ spentE6, dayMaxE6, dayEndMs }: WalletFunds) {
  const leftE6 = Option.map(dayMaxE6, (maxE6) => maxE6 > spentE6 ? maxE6 - spentE6 : 0n);
  return {
    spent_today_usdc: exactE6(spentE6),
    max_daily_usdc: Option.getOrNull(Option.map(dayMaxE6, exactE6)),
    left_today_usdc: Option.getOrNull(Option.map(leftE6, exactE6)),
    day_ends_at: iso(dayEndMs),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
