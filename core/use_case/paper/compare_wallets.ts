/**
 * Reads what two wallets of the service did, to compare them.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import { toE6 } from "../../fee/mod.ts";
import {
  FILL_STATES,
  fillFeeUsdc,
  fillIdOf,
  isPaperWallet,
  knownOutcome,
  LISTED_STATES,
} from "../../order/mod.ts";
import {
  type ComparedFill,
  type ComparedOrder,
  recordOf,
  sharedOutcomes,
} from "../../paper/mod.ts";
import { type FillPosition, FillStore } from "../../port/fill_store.ts";
import { OrderStore, type StoredOrder } from "../../port/order_store.ts";
import type { StoredFill } from "../../port/stored_fill.ts";
import { showWallet } from "../account/show_wallet.ts";

/** The first one is on paper, and the other is not. */
export class NotPaper extends Schema.TaggedError<NotPaper>()("NotPaper", {
  id: Schema.String,
  isPaper: Schema.Boolean,
}) {
  override get message(): string {
    const is = this.isPaper ? "it is a paper wallet" : "it is no paper wallet";
    return `Cannot compare the wallet "${this.id}" there: ${is}`;
  }
}

/** How many orders and fills of each wallet are read at most: the newest. */
export const COMPARED_MAX = 10_000;
const PAGE = 500;
const DAY_MS = 86_400_000;

/** Compares a paper wallet with a real one, by what both did in the last days. */
export const compareWallets = Effect.fn("compareWallets")(function* (
  { paperId, realId, days }: {
    readonly paperId: string;
    readonly realId: string;
    readonly days: number;
  },
) {
  for (const [id, isPaper] of [[paperId, true], [realId, false]] as const) {
    yield* showWallet(id);
    if (isPaperWallet(id) !== isPaper) return yield* new NotPaper({ id, isPaper: !isPaper });
  }
  const sinceMs = (yield* Clock.currentTimeMillis) - days * DAY_MS;
  const [paper, real] = [yield* readWallet(paperId, sinceMs), yield* readWallet(realId, sinceMs)];
  return {
    paper: recordOf(paper.orders, paper.fills),
    real: recordOf(real.orders, real.fills),
    shared: sharedOutcomes(paper.fills, real.fills),
  };
});

const readWallet = Effect.fnUntraced(function* (walletId: string, sinceMs: number) {
  const [orderStore, fillStore] = [yield* OrderStore, yield* FillStore];
  const orders: Array<StoredOrder> = [];
  const fills: Array<StoredFill> = [];
  for (let isMore = true; isMore && orders.length < COMPARED_MAX;) {
    const page = yield* orderStore.list({
      walletId,
      states: LISTED_STATES,
      conditionId: Option.none(),
      after: Option.fromUndefinedOr(orders.at(-1)),
      limit: PAGE,
    });
    const since = page.filter(({ createdMs }) => createdMs >= sinceMs);
    orders.push(...since);
    isMore = since.length === PAGE;
  }
  for (let isMore = true; isMore && fills.length < COMPARED_MAX;) {
    const page = yield* fillStore.list({
      walletId,
      states: FILL_STATES,
      conditionId: Option.none(),
      orderId: Option.none(),
      sinceMs: Option.some(sinceMs),
      after: Option.map(Option.fromUndefinedOr(fills.at(-1)), positionOf),
      limit: PAGE,
    });
    fills.push(...page);
    isMore = page.length === PAGE;
  }
  return { orders: orders.map(toOrder), fills: fills.map(toFill) };
});

function positionOf(fill: StoredFill): FillPosition {
  return { matchedMs: fill.matchedMs, id: fillIdOf(fill) };
}

function toOrder({ state, latencyMs }: StoredOrder): ComparedOrder {
  const outcome = Option.getOrUndefined(knownOutcome(state));
  return { end: outcome?.kind ?? "open", latencyMs };
}

function toFill({ instruction, feeRate, ...fill }: StoredFill): ComparedFill {
  return { ...instruction, ...fill, feeE6: Option.map(fillFeeUsdc(fill, feeRate), toE6) };
}
