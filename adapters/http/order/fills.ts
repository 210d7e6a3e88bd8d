/**
 * The fills of a wallet's orders.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option, Schema } from "effect";
import { FILL_STATES } from "../../../core/order/mod.ts";
import { makeCursors, PAGE_LIMIT } from "../../../core/page/mod.ts";
import { listFills } from "../../../core/use_case/order/mod.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { IsoWire } from "../wire/answer.ts";
import { Instant } from "../wire/instant.ts";
import { strict } from "../wire/kind.ts";
import { Whole } from "../wire/number.ts";
import { ConditionId, OrderId, WalletId } from "../wire/order_id.ts";
import { AnyOf, Text } from "../wire/text.ts";
import { FILL_EXAMPLE } from "./fill_example.ts";
import { fillBody, FillWire } from "./wire_fill.ts";
import { CURSOR_EXAMPLE } from "./wire_question.ts";

/** What is asked of fills. */
export const FillsQuestion = strict({
  walletId: WalletId,
  market: Type.Optional(ConditionId({
    description: "Only fills in the market with this condition id",
  })),
  order_id: Type.Optional(OrderId({ description: "Only fills of the order with this hash" })),
  state: Type.Optional(AnyOf(FILL_STATES, {
    description: "Only fills in these states",
    examples: ["confirmed,failed"],
  })),
  since: Type.Optional(Instant({
    description: "Only fills matched at this instant or later",
    examples: ["2026-08-22T16:00:00Z"],
  })),
  limit: Type.Optional(Whole({
    minimum: PAGE_LIMIT.min,
    maximum: PAGE_LIMIT.max,
    default: PAGE_LIMIT.usual,
    description: "Maximum number of fills on a page",
    examples: ["200"],
  })),
  cursor: Type.Optional(Text({
    description: "`next_cursor` of the previous page, with the same filters; `limit` may differ",
    examples: [CURSOR_EXAMPLE],
  })),
});

/** A page of fills. */
export const Fills = Type.Object({
  ok: Type.Literal(true),
  now: IsoWire,
  data: Type.Array(FillWire, { description: "Newest first" }),
  next_cursor: Type.String({ description: "For the next page; empty on the last page" }),
}, {
  $id: "Fills",
  description: "A page of fills",
  examples: [{ ok: true, now: "2026-08-22T16:05:00.000Z", data: [FILL_EXAMPLE], next_cursor: "" }],
});

const Ms = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));
const FillId = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]+$/));

/** The last fill of the previous page. */
const CURSORS = makeCursors("fills", Schema.Tuple([Ms, FillId]));

/** Lists the fills of an account's wallet. */
export const fillsOf = Effect.fnUntraced(function* (
  { walletId, state: states = FILL_STATES, limit, cursor, ...asked }: typeof FillsQuestion.static,
  { accountId, nowMs }: { readonly accountId: string; readonly nowMs: number },
) {
  const { market = null, order_id = null } = asked;
  // Hashes are stored in lower case.
  const orderId = order_id?.toLowerCase() ?? null;
  const sinceMs = asked.since === undefined ? null : asked.since.atSec * 1000;
  const filters = JSON.stringify([walletId, states, market, orderId, sinceMs]);
  const position = cursor === undefined
    ? undefined
    : yield* Effect.fromResult(CURSORS.read(cursor, filters));
  const { fills, next } = yield* listFills({
    walletId,
    accountId,
    states,
    conditionId: Option.fromNullOr(market),
    orderId: Option.fromNullOr(orderId),
    sinceMs: Option.fromNullOr(sinceMs),
    limit: limit ?? PAGE_LIMIT.usual,
    after: Option.map(Option.fromNullishOr(position), ([matchedMs, id]) => ({ matchedMs, id })),
  });
  const body: typeof Fills.static = {
    ok: true,
    now: isoNow(nowMs),
    data: fills.map(fillBody),
    next_cursor: Option.match(next, {
      onNone: () => "",
      onSome: ({ matchedMs, id }) => CURSORS.write([matchedMs, id], filters),
    }),
  };
  return { body, isCached: true };
});
