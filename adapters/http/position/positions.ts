/**
 * Positions of wallets, what they made, and what is claimed, split and merged of them.
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
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { IDEMPOTENCY_KEY, LastingKey } from "../edge/request/idempotency_key.ts";
import { refuse, strict } from "../wire/kind.ts";
import {
  type ChainAsker,
  claim,
  ClaimRequest,
  Claims,
  ClaimsMade,
  claimsOf,
  ClaimsQuestion,
} from "./claims.ts";
import { merge, MergeMade, PairRequest, split, SplitMade } from "./pairs.ts";
import {
  CLAIM,
  CLAIM_REFUSALS,
  GET_PROFIT,
  LIST_CLAIMS,
  LIST_POSITIONS,
  MERGE,
  PAIR_REFUSALS,
  REFUSALS,
  SPLIT,
} from "./position_document.ts";
import { positionBody, Positions, PositionsQuestion, USUAL_STATUSES } from "./wire_position.ts";
import { CSV_TYPE, Profit, profitBody, profitCsv, ProfitQuestion } from "./wire_profit.ts";

/** What the routes need of the world. */
export type PositionPorts = Effect.Services<
  ReturnType<
    | typeof positionsOf
    | typeof profitOf
    | typeof claim
    | typeof claimsOf
    | typeof split
    | typeof merge
  >
>;

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
        detail: LIST_POSITIONS,
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
        detail: GET_PROFIT,
      },
    )
    .post(
      "/positions/claim",
      ({ body, call, answerHolder }) =>
        answerHolder(({ account }) => claim(body, askerOf(account.id, call))),
      {
        access: "trade",
        headers: KEYED,
        body: ClaimRequest,
        response: answers("coded", { 200: ClaimsMade, ...CLAIM_REFUSALS }),
        detail: CLAIM,
      },
    )
    .get(
      "/positions/claims",
      ({ query, call: { nowMs }, answerHolder }) =>
        answerHolder(({ account }) => claimsOf(query, { accountId: account.id, nowMs })),
      {
        access: "read",
        query: ClaimsQuestion,
        response: answers("coded", { 200: Claims, ...REFUSALS }),
        detail: LIST_CLAIMS,
      },
    )
    .post(
      "/positions/split",
      ({ body, call, answerHolder }) =>
        answerHolder(({ account }) => split(body, askerOf(account.id, call))),
      {
        access: "trade",
        headers: KEYED,
        body: PairRequest,
        response: answers("coded", { 200: SplitMade, ...PAIR_REFUSALS }),
        detail: SPLIT,
      },
    )
    .post(
      "/positions/merge",
      ({ body, call, answerHolder }) =>
        answerHolder(({ account }) => merge(body, askerOf(account.id, call))),
      {
        access: "trade",
        headers: KEYED,
        body: PairRequest,
        response: answers("coded", { 200: MergeMade, ...PAIR_REFUSALS }),
        detail: MERGE,
      },
    )
    .use(otherMethods);
}

const KEYED = strict({ [IDEMPOTENCY_KEY]: LastingKey });

function askerOf(accountId: string, { request: { headers } }: HandlerCall): ChainAsker {
  return { accountId, headers };
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
