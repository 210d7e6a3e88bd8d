/**
 * The order calls of API key holders: placing, cancelling, listing.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { fieldsOf, parseJson } from "../../kit/json.ts";
import { type SimulatorRequest } from "../../kit/simulator.ts";
import { type Engine } from "./engine.ts";
import { type L2Caller } from "./l2_request.ts";
import { openOrder, placedAnswer, refusedInBatch, tradeObject } from "./order_answer.ts";
import { admit, type EntryParts, verify } from "./order_entry.ts";
import { pageAt } from "./page.ts";
import { isResting, type PlacedOrder } from "./placed_order.ts";
import { type Counting, type RateBuckets } from "./rate_bucket.ts";
import { REFUSAL, tooMany } from "./refusal.ts";
import { isPostOnlyBody } from "./signed_order.ts";
import { type Trade, type TradeLog } from "./trade_log.ts";
import { type VenueState } from "./trading_mode.ts";

/** An authenticated caller and the request. */
export interface KeyedRequest {
  readonly caller: L2Caller;
  readonly request: SimulatorRequest;
}

/** Answers a call. */
export type KeyedCall = (keyed: KeyedRequest) => Answer | Promise<Answer>;

/** The parts that the calls use. */
export interface OrderCallParts extends EntryParts {
  readonly engine: Engine;
  readonly trades: TradeLog;
  readonly buckets: RateBuckets;
  readonly state: VenueState;
  /** Called with every accepted order. */
  readonly onTaken: (placed: PlacedOrder) => void;
}

const POST_MAX = 15;
const CANCEL_MAX = 1_000;

/** Returns the calls by method and path; `GET /data/order/` is followed by an id. */
export function orderCalls(parts: OrderCallParts): ReadonlyMap<string, KeyedCall> {
  const { buckets, clock, engine, ledger, state, trades } = parts;

  /** Applies the signer's rate limits and adds their headers. */
  const limited = async (
    { caller: { address } }: KeyedRequest,
    what: Pick<Counting, "counted" | "count">,
    answer: () => Answer | Promise<Answer>,
  ): Promise<Answer> => {
    const { headers, refusal } = buckets.take(address, { ...what, tier: state.tier });
    if (refusal !== undefined) return refusal;
    const found = await answer();
    return { ...found, headers: { ...headers, ...found.headers } };
  };
  const placeOne = async (body: unknown, caller: L2Caller): Promise<Answer> => {
    const refusal = state.refuseOrder(isPostOnlyBody(body));
    if (refusal !== undefined) return refusal;
    const verified = await verify(body, { caller, parts });
    if (Result.isFailure(verified)) return verified.failure;
    const entry = admit(verified.success, parts);
    if (Result.isFailure(entry)) return entry.failure;
    const placed = await engine.place(entry.success);
    if (Result.isFailure(placed)) return placed.failure;
    parts.onTaken(placed.success.placed);
    return { status: 200, body: placedAnswer(placed.success) };
  };
  const placeMany = async (bodies: ReadonlyArray<unknown>, caller: L2Caller): Promise<Answer> => {
    const refusal = state.refuseOrder(bodies.every(isPostOnlyBody));
    if (refusal !== undefined) return refusal;
    const answers: unknown[] = [];
    for (const body of bodies) {
      const { status, body: said } = await placeOne(body, caller);
      answers.push(status === 200 ? said : refusedInBatch((said as { error: string }).error));
    }
    return { status: 200, body: answers };
  };

  const own = ({ address }: L2Caller) => (placed: PlacedOrder | undefined) =>
    placed?.address === address;
  const cancelIds = (ids: ReadonlyArray<string>, caller: L2Caller): Answer => {
    const refusal = state.refuseCancel();
    if (refusal !== undefined) return refusal;
    engine.tend();
    const canceled: string[] = [];
    const notCanceled = new Map<string, string>();
    for (const id of new Set(ids)) {
      const placed = ledger.byId(id);
      const reason = engine.cancel(own(caller)(placed) ? placed : undefined);
      if (reason === undefined) canceled.push(id);
      else notCanceled.set(id, reason);
    }
    return { status: 200, body: { canceled, not_canceled: Object.fromEntries(notCanceled) } };
  };
  /** The number of cancellations is counted once it is known. */
  const cancelWhere = async (
    keyed: KeyedRequest,
    isMeant: (placed: PlacedOrder) => boolean,
  ): Promise<Answer> => {
    const { caller } = keyed;
    const isCancelled = (placed: PlacedOrder) =>
      own(caller)(placed) && (isResting(placed) || placed.status === "delayed") && isMeant(placed);
    const answer = await limited(
      keyed,
      { counted: "cancels", count: 1 },
      () => cancelIds(ledger.all().filter(isCancelled).map(({ id }) => id), caller),
    );
    if (answer.status !== 200) return answer;
    const { canceled } = answer.body as { readonly canceled: ReadonlyArray<string> };
    if (canceled.length === 0) return answer;
    const owed = { counted: "cancels", count: canceled.length, tier: state.tier } as const;
    return { ...answer, headers: { ...answer.headers, ...buckets.owe(caller.address, owed) } };
  };

  const calls: ReadonlyArray<readonly [string, KeyedCall]> = [
    ["POST /order", (keyed) => {
      const body = parsed(keyed);
      return limited(keyed, { counted: "orders", count: 1 }, () => placeOne(body, keyed.caller));
    }],
    ["POST /orders", (keyed) => {
      const body = parsed(keyed);
      if (!Array.isArray(body)) return REFUSAL.payload;
      if (body.length > POST_MAX) return tooMany(body.length, POST_MAX);
      const what = { counted: "orders", count: body.length } as const;
      return limited(keyed, what, () => placeMany(body, keyed.caller));
    }],
    ["DELETE /order", (keyed) => {
      const id = fieldsOf(parsed(keyed)).get("orderID");
      if (typeof id !== "string") return REFUSAL.payload;
      return limited(keyed, { counted: "cancels", count: 1 }, () => cancelIds([id], keyed.caller));
    }],
    ["DELETE /orders", (keyed) => {
      const ids = parsed(keyed);
      const areIds = Array.isArray(ids) && ids.every((id) => typeof id === "string");
      if (!areIds) return REFUSAL.payload;
      if (ids.length > CANCEL_MAX) return tooMany(ids.length, CANCEL_MAX);
      const what = { counted: "cancels", count: ids.length } as const;
      return limited(keyed, what, () => cancelIds(ids, keyed.caller));
    }],
    ["DELETE /cancel-all", (keyed) => cancelWhere(keyed, () => true)],
    ["DELETE /cancel-market-orders", (keyed) => {
      const fields = fieldsOf(parsed(keyed));
      const [market, assetId] = [fields.get("market"), fields.get("asset_id")];
      const given = [market, assetId].filter((each) => each !== undefined);
      const isFilter = given.length > 0 && given.every((each) => typeof each === "string");
      if (!isFilter) return REFUSAL.payload;
      return cancelWhere(
        keyed,
        (placed) =>
          (typeof market !== "string" || isMarket(placed, market)) &&
          (assetId === undefined || placed.order.tokenId === assetId),
      );
    }],
    ["GET /data/orders", ({ caller, request: { query } }) => {
      engine.tend();
      const found = ledger.resting().filter((placed) =>
        own(caller)(placed) && isAsked(query, "id", placed.id) &&
        isMarket(placed, query.get("market") || placed.market.conditionId) &&
        isAsked(query, "asset_id", placed.order.tokenId)
      );
      const page = pageAt(found, { cursor: query.get("next_cursor"), write: openOrder });
      return page === undefined ? REFUSAL.cursor : { status: 200, body: page };
    }],
    ["GET /data/order/", ({ caller, request: { path } }) => {
      engine.tend();
      const placed = ledger.byId(path.slice(path.lastIndexOf("/") + 1));
      const isShown = placed !== undefined && own(caller)(placed) && placed.status !== "canceled";
      return isShown ? { status: 200, body: openOrder(placed) } : REFUSAL.order;
    }],
    ["GET /data/trades", ({ caller: { address }, request: { query } }) => {
      engine.tend();
      const nowMs = clock.nowMs();
      const found = trades.all().filter((trade) => isTradeAsked(trade, { query, address }));
      const page = pageAt(found.toReversed(), {
        cursor: query.get("next_cursor"),
        write: (trade) => tradeObject(trade, { address, nowMs }),
      });
      return page === undefined ? REFUSAL.cursor : { status: 200, body: page };
    }],
  ];
  return new Map(calls);
}

/** Newest first. Times are in whole seconds, and both bounds are inclusive. */
function isTradeAsked(
  trade: Trade,
  { query, address }: { readonly query: URLSearchParams; readonly address: string },
): boolean {
  const matchedSec = Math.floor(trade.matchedMs / 1000);
  const [before, after] = [query.get("before"), query.get("after")];
  const makers = trade.makers.map(({ makerAddress }) => makerAddress);
  const maker = query.get("maker_address")?.toLowerCase();
  return (trade.address === address || trade.makerUsers.has(address)) &&
    isAsked(query, "id", trade.id) &&
    isAsked(query, "market", trade.market.conditionId) &&
    isAsked(query, "asset_id", trade.tokenId) &&
    (maker === undefined ||
      [trade.makerAddress, ...makers].some((a) => a.toLowerCase() === maker)) &&
    (before === null || matchedSec <= Number(before)) &&
    (after === null || matchedSec >= Number(after));
}

/** The condition of a staged event may be in upper case, unlike the venue's own. */
function isMarket({ market: { conditionId } }: PlacedOrder, asked: string): boolean {
  return conditionId.toLowerCase() === asked.toLowerCase();
}

/** A missing or empty filter matches all. */
function isAsked(query: URLSearchParams, name: string, value: string): boolean {
  const asked = query.get(name);
  return asked === null || asked === "" || asked === value;
}

function parsed({ request: { body } }: KeyedRequest): unknown {
  return parseJson(body);
}
