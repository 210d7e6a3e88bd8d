/**
 * The fills of a wallet's orders.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Effect, Option, Schema } from "effect";
import {
  FILL_ROLES,
  FILL_STATES,
  fillFeeUsdc,
  fillIdOf,
  type FillState,
  fillUsdcE6,
} from "../../../core/order/mod.ts";
import { makeCursors, PAGE_LIMIT, parseList } from "../../../core/page/mod.ts";
import type { StoredFill } from "../../../core/port/fill_store.ts";
import { listFills } from "../../../core/use_case/order/mod.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { SideWire } from "../fee/wire_fee.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { Instant } from "../wire/instant.ts";
import { strict } from "../wire/kind.ts";
import { ExactNumber, exactNumber, Whole } from "../wire/number.ts";
import { ConditionId, OrderId, WalletId } from "../wire/order_id.ts";
import { Parsed, Text, words } from "../wire/text.ts";
import { FILL_EXAMPLE } from "./fill_example.ts";
import { e6Body } from "./wire_order.ts";
import { CURSOR_EXAMPLE } from "./wire_question.ts";

const STATES = FILL_STATES.join(", ");

/** What is asked of fills. */
export const FillsQuestion = strict({
  walletId: WalletId,
  market: Type.Optional(ConditionId({
    description: "Only fills in the market with this condition id, in either of its spellings",
  })),
  order_id: Type.Optional(OrderId({ description: "Only fills of the order with this hash" })),
  state: Type.Optional(Parsed<ReadonlyArray<FillState>>({}, {
    description: `Only fills in these states. Comma-separated, any of ${STATES}`,
    examples: ["confirmed,failed"],
  }, {
    ask: `Send any of ${STATES}, separated by commas`,
    parse: (text, { name }) => parseList(name, text, FILL_STATES),
  })),
  since: Type.Optional(Instant({
    description: "Only fills that were matched at this instant or later",
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

const FillFeeWire = Type.Object({
  usdc: ExactNumber({ description: "Paid besides the price; 0 as maker" }),
  basis: words(["computed", "reported"], {
    description: "`computed`: by the schedule of the market as it was when the order was placed",
  }),
});

/** The schema of a fill. */
const FillWire = Type.Object({
  id: Type.String({ description: "`<trade_id>:<order_id>`" }),
  trade_id: Type.String({ description: "The venue's id of the trade" }),
  order_id: Type.String({ description: "The hash of the order that was filled" }),
  slug: Type.String({ description: "The market's slug" }),
  outcome: Type.String({ description: "The outcome's name, as the venue writes it" }),
  tokenId: Type.String({ description: "The outcome's token id" }),
  side: SideWire,
  role: words(FILL_ROLES, { description: "`taker`: the order met what rested in the book" }),
  price: ExactNumber({ description: "USDC a share", examples: [0.53] }),
  shares: ExactNumber({ description: "Shares traded" }),
  usdc: ExactNumber({ description: "USDC traded, without the fee, rounded down to 6 decimals" }),
  fee: nullable(FillFeeWire, {
    description: "Null as taker in a market whose schedule was not known",
  }),
  state: words(FILL_STATES, {
    description: "`matched`: by the venue, and not on the chain: provisional. `mined`: on the " +
      "chain, which may still drop it. `retrying`: the chain has dropped it, and it is sent once " +
      "more. `confirmed`: settled, for good. `failed`: taken back, for good",
  }),
  tx: nullable(Type.String(), {
    description: "The hash of the transaction on the chain, which may change until `confirmed`; " +
      "null before there is one",
  }),
  matched_at: IsoWire,
  settled_at: nullable(IsoWire, {
    description: "When this service heard that it is `confirmed` or `failed`; null before",
  }),
}, { $id: "OrderFill" });

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

function fillBody(fill: StoredFill): Static<typeof FillWire> {
  const { instruction: { slug, outcome, tokenId, side }, feeRate } = fill;
  return {
    id: fillIdOf(fill),
    trade_id: fill.tradeId,
    order_id: fill.orderId,
    slug,
    outcome,
    tokenId,
    side,
    role: fill.role,
    price: e6Body(fill.priceE6),
    shares: e6Body(fill.sharesE6),
    usdc: e6Body(fillUsdcE6(fill)),
    fee: Option.getOrNull(
      Option.map(fillFeeUsdc(fill, feeRate), (usdc) => ({
        usdc: exactNumber(usdc),
        basis: "computed" as const,
      })),
    ),
    state: fill.state,
    tx: Option.getOrNull(fill.tx),
    matched_at: new Date(fill.matchedMs).toISOString(),
    settled_at: Option.getOrNull(
      Option.map(fill.settledMs, (ms) => new Date(ms).toISOString()),
    ),
  };
}
