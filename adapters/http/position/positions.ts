/**
 * Positions of wallets, and what they made.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { Elysia } from "elysia";
import { makeCursors, PAGE_LIMIT } from "../../../core/page/mod.ts";
import { listPositions, profitReport } from "../../../core/use_case/ledger/mod.ts";
import { EncodedBody } from "../edge/answer/answer.ts";
import { answers } from "../edge/answer/answers.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { edge } from "../edge/edge.ts";
import type { Gate } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { refuse } from "../wire/kind.ts";
import { positionBody, Positions, PositionsQuestion, USUAL_STATUSES } from "./wire_position.ts";
import { CSV_TYPE, Profit, profitBody, profitCsv, ProfitQuestion } from "./wire_profit.ts";

/** What the routes need of the world. */
export type PositionPorts = Effect.Services<ReturnType<typeof positionsOf | typeof profitOf>>;

const REFUSALS = {
  403: "The API key lacks the scope, or the wallet is not one of your account's",
  503: "The store is unavailable, or it is not known yet how some markets were resolved",
} as const;

/** The routes. */
export function positions<Ports>(gate: Gate<Ports | PositionPorts>) {
  return new Elysia({ name: "positions", prefix: "/api/v1", tags: ["Positions"] })
    .use(edge(gate, "coded"))
    .get(
      "/positions",
      ({ query, call: { nowMs }, answerHolder }) =>
        answerHolder(({ account }) => positionsOf(query, { accountId: account.id, nowMs })),
      {
        access: "read",
        query: PositionsQuestion,
        response: answers("coded", { 200: Positions, ...REFUSALS }),
        detail: {
          operationId: "listPositions",
          summary: "Positions of a wallet, exactly, beside the venue's index",
          description: "What the wallet has of each outcome: by every fill of its orders here, " +
            "and by what the venue's index lists from elsewhere, such as trades, splits, merges " +
            "and claims by hand. Amounts are exact micro-units. Cost is the average of what is " +
            "held, without fees. A number that is not certain is null.",
        },
      },
    )
    .get(
      "/pnl",
      ({ query, call: { nowMs }, answerHolder }) =>
        answerHolder(({ account }) => profitOf(query, { accountId: account.id, nowMs })),
      {
        access: "read",
        query: ProfitQuestion,
        response: answers("coded", { 200: Profit, ...REFUSALS }),
        detail: {
          operationId: "getProfit",
          summary: "Profit of a wallet by day, market or series",
          description: "Adds up what the entries of the wallet's ledger realized, each when it " +
            "happened: a sale, a merge, a claim, and the loss of what a resolution left " +
            "worthless. Volume and trades count trades alone.",
        },
      },
    )
    .use(otherMethods);
}

interface Asker {
  readonly accountId: string;
  readonly nowMs: number;
}

const Ms = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));
const TokenId = Schema.String.check(Schema.isPattern(/^\d+$/));

/** The last position of the previous page. */
const CURSORS = makeCursors("positions", Schema.Tuple([Ms, TokenId]));

const positionsOf = Effect.fnUntraced(function* (
  { walletId, status: statuses = USUAL_STATUSES, market, limit, cursor }:
    typeof PositionsQuestion.static,
  { accountId, nowMs }: Asker,
) {
  const filters = JSON.stringify([walletId, statuses, market ?? null]);
  const place = cursor === undefined
    ? undefined
    : yield* Effect.fromResult(CURSORS.read(cursor, filters));
  const { positions, next, listedMs } = yield* listPositions({
    walletId,
    accountId,
    statuses,
    conditionId: Option.fromUndefinedOr(market),
    after: Option.map(
      Option.fromNullishOr(place),
      ([lastMs, tokenId]) => ({ lastMs, tokenId }),
    ),
    limit: limit ?? PAGE_LIMIT.usual,
  });
  const body: typeof Positions.static = {
    ok: true,
    now: isoNow(nowMs),
    venue_at: isoOf(listedMs),
    data: positions.map(positionBody),
    next_cursor: Option.match(next, {
      onNone: () => "",
      onSome: ({ lastMs, tokenId }) => CURSORS.write([lastMs, tokenId], filters),
    }),
  };
  return { body, isCached: false };
});

const profitOf = Effect.fnUntraced(function* (
  { walletId, from, to, by = "day", format = "json" }: typeof ProfitQuestion.static,
  { accountId, nowMs }: Asker,
) {
  const [fromMs, toMs] = [(from?.atSec ?? 0) * 1000, to === undefined ? Infinity : to.atSec * 1000];
  if (to !== undefined && toMs <= fromMs) {
    const hint = "Send an instant after from, or leave it out for now";
    return yield* Effect.fromResult(refuse({ name: "to" }, to.text, hint));
  }
  const { rows, total, listedMs } = yield* profitReport({ walletId, accountId, by, fromMs, toMs });
  const body: typeof Profit.static = {
    now: isoNow(nowMs),
    venue_at: isoOf(listedMs),
    data: rows.map((row) => ({ key: row.key, ...profitBody(row) })),
    total: profitBody(total),
  };
  return {
    body: format === "csv"
      ? new EncodedBody(profitCsv(rows), CSV_TYPE).as<typeof Profit.static>()
      : body,
    isCached: false,
  };
});

function isoOf(ms: Option.Option<number>): string | null {
  return Option.getOrNull(Option.map(ms, (atMs) => new Date(atMs).toISOString()));
}
