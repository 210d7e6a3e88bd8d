/**
 * Implements {@linkcode OrderVenue} on the primary venue's order book.
 *
 * @module
 */
import { Clock, Effect, Option, Random, Redacted, Result, Schema } from "effect";
import { canRest } from "../../core/order/mod.ts";
import { type OpenOrder, type OrderHolder, OrderVenue } from "../../core/port/order_venue.ts";
import { balanceRequest } from "./clob/balance.ts";
import { type ClobOptions, makeClobCall } from "./clob/call.ts";
import { makeClobCancelling } from "./clob/cancelling.ts";
import { type ClobMarket, makeClobMarket } from "./clob/market.ts";
import { OrderPayload } from "./clob/order_payload.ts";
import { makeClobOrders, type OrderObject } from "./clob/orders.ts";
import { BalancePayload } from "./clob/payload.ts";
import { forHolder } from "./clob/for_holder.ts";
import { cleanMessage, clobFailed } from "./clob/http_failure.ts";
import type { EntryLimits } from "./clob/entry_limits.ts";
import type { BookFollower } from "./book/followed_books.ts";
import { makeFreshBooks } from "./clob/fresh_books.ts";
import { makeOrderSending } from "./clob/order_sending.ts";
import {
  type OrderOwnStatus,
  readOrderStatus,
  readStatus,
  type Unclear,
} from "./clob/order_status.ts";
import { signUnsignedOrder, toUnsignedOrder } from "./clob/unsigned_order.ts";
import { type ConditionId, parsePositionId } from "../../core/venue/mod.ts";
import { makeAnswerCache } from "./gamma/answer_cache.ts";

/**
 * How long terms stay cached. What can change in them is reported elsewhere too: the tick by the
 * book, and whether the market takes orders by the venue's answer to an order.
 */
const LIFE_MS = 300_000;
const MARKETS_MAX = 1_000;

/** Makes the cache. A market that takes no orders is not cached: it may open soon. */
const makeCachedTerms = Effect.fnUntraced(
  function* ({ terms }: Pick<ClobMarket, "terms">) {
    let generation = 0;
    const memory = yield* makeAnswerCache({
      ask: (key: string) => terms(key.slice(key.indexOf(" ") + 1) as ConditionId),
      otherKeys: () => [],
      answersMax: MARKETS_MAX,
    });
    return {
      recall: (
        conditionId: ConditionId,
        { ageMsMax }: { readonly ageMsMax: number } = { ageMsMax: LIFE_MS },
      ): ReturnType<ClobMarket["terms"]> =>
        Effect.suspend(() =>
          memory.recall(
            `${generation} ${conditionId}`,
            ({ isAcceptingOrders }, ageMs) => isAcceptingOrders && ageMs >= 0 && ageMs < ageMsMax,
          )
        ).pipe(Effect.map(({ value }) => value)),
      /** Drops all cached terms. */
      forget: Effect.sync(() => {
        generation += 1;
      }),
    };
  },
);

/** The order book's address, the follower of its books, and the limits of each signer. */
export interface OrderVenueOptions extends ClobOptions {
  readonly books: BookFollower;
  readonly limits: EntryLimits;
}

/** Extra time before the sending, against clocks that differ. Earlier trades do no harm. */
const TRADES_BEFORE_SEC = 60;

/**
 * How long books are requested, not read from the stream, after an order was refused because the
 * rules changed, in machine time: the stream may report the new rules later than that refusal.
 */
const STREAM_DOUBT_MS = 1_000;

/** Makes the adapter. Needs the {@linkcode ProviderWatch}. */
export const makePolymarketOrderVenue = Effect.fnUntraced(function* (options: OrderVenueOptions) {
  const { books, limits } = options;
  const call = yield* makeClobCall(options);
  const orders = makeClobOrders(call);
  const cancelling = makeClobCancelling({ call, orders, limits });
  const market = makeClobMarket(call);
  const freshBooks = yield* makeFreshBooks(market);
  const terms = yield* makeCachedTerms(market);
  const { send, batch } = yield* makeOrderSending(options);

  let rulesForgottenAtMs = -Infinity;
  const isStreamInDoubt = () => performance.now() - rulesForgottenAtMs < STREAM_DOUBT_MS;

  const lookUp = Effect.fnUntraced(function* (
    { orderId, orderType, sentSec, holder }: Parameters<
      OrderVenue["Service"]["lookUp"]
    >[0],
  ) {
    const wanted = `the order ${orderId}`;
    const clear = <T>(read: Result.Result<T, Unclear>) =>
      Effect.mapError(
        Effect.fromResult(read),
        (because) => clobFailed({ wanted }, { reason: "unreadable", because }),
      );
    const found = yield* orders.order(holder, orderId);
    const own = Option.isNone(found) ? undefined : yield* clear(ownStatus(found.value, holder));
    const asked = { orderId, orderType, own };
    // What has traded nothing has no trades to read; one that was killed may not say that it has.
    const isOpen = own?.kind === "open" || own?.kind === "delayed";
    const isUntouched = isOpen
      ? own.sharesE6 === 0n || !canRest(orderType)
      : own?.kind === "canceled" && own.isUntraded && canRest(orderType);
    const afterSec = sentSec - TRADES_BEFORE_SEC;
    const trades = isUntouched ? [] : yield* tradesFor(found, { holder, afterSec });
    return yield* clear(readStatus(asked, trades));
  });

  /**
   * Reads the trades that an order may have a part in. A busy wallet fills page after page with
   * those of other markets. An order that the venue no longer knows is looked for in all of them.
   */
  const tradesFor = Effect.fnUntraced(function* (
    found: Option.Option<OrderObject>,
    { holder, afterSec }: { readonly holder: OrderHolder; readonly afterSec: number },
  ) {
    const all = { funder: holder.funder, afterSec };
    const { market, asset_id } = Option.getOrElse(found, (): OrderObject => ({}));
    if (typeof market !== "string" || market === "") return yield* orders.trades(holder, all);
    const trades = yield* orders.trades(holder, { ...all, market });
    // By which id the venue finds trades of Protocol V2, it does not document.
    const isV1 = typeof asset_id === "string" && Option.isNone(parsePositionId(asset_id));
    return trades.length > 0 || isV1 ? trades : yield* orders.trades(holder, all);
  });

  return OrderVenue.of({
    terms: terms.recall,
    book: (tokenId) =>
      Effect.suspend(() =>
        Option.match(isStreamInDoubt() ? Option.none() : books.bookNow(tokenId), {
          onNone: () => Effect.map(freshBooks.book(tokenId), ({ book }) => book),
          onSome: Effect.succeed,
        })
      ),
    follow: books.follow,
    prepare: (draft) =>
      Effect.zipWith(
        Clock.currentTimeMillis,
        Random.next,
        (ms, chance) => toUnsignedOrder(draft, { timestampMs: Math.floor(ms), chance }),
      ),
    sign: ({ order, ...how }) => Effect.sync(() => signUnsignedOrder(order, how)),
    withinLimits: ({ address }, place) => limits.within({ address, kind: "orders" }, place),
    send,
    batch,
    forgetRules: Effect.sync(() => {
      rulesForgottenAtMs = performance.now();
    }).pipe(
      Effect.andThen(terms.forget),
      Effect.andThen(freshBooks.forget),
    ),
    balanceE6: ({ holder, signatureType }) => {
      const question = { asset: { kind: "COLLATERAL" }, signatureType } as const;
      const asking = call.read(balanceRequest(holder, question), BalancePayload);
      return forHolder(Effect.map(asking, ({ balance }) => BigInt(balance)), {
        holder,
        wanted: "get the balance",
      });
    },
    sharesE6: ({ holder, signatureType, tokenId, kind }) => {
      const asset = { kind: kind === "v2" ? "CONDITIONAL-V2" : "CONDITIONAL", tokenId } as const;
      const question = { asset, signatureType };
      const asking = call.ask(balanceRequest(holder, { ...question, isUpdate: true })).pipe(
        Effect.andThen(call.read(balanceRequest(holder, question), BalancePayload)),
      );
      return forHolder(Effect.map(asking, ({ balance }) => BigInt(balance)), {
        holder,
        wanted: "get the shares",
      });
    },
    lookUp: (question) =>
      forHolder(lookUp(question), { ...question, wanted: `look up the order ${question.orderId}` }),
    openOrders: ({ holder, ...question }) =>
      forHolder(
        Effect.map(orders.page(holder, question), ({ orders, nextCursor }) => ({
          orders: orders.map(toOpenOrder),
          nextCursor,
        })),
        { holder, wanted: "list the open orders" },
      ),
    order: ({ holder, orderId }) =>
      forHolder(
        Effect.map(orders.order(holder, orderId), (found) =>
          found.pipe(
            Option.filter((raw) => isOf(raw, holder)),
            Option.map(toOpenOrder),
          )),
        { holder, wanted: `get the order ${orderId}` },
      ),
    cancelIds: ({ holder, orderIds }) =>
      forHolder(cancelling.ids(holder, orderIds), { holder, wanted: "cancel orders" }),
    cancel: ({ holder, filter }) =>
      forHolder(cancelling.where(holder, filter), { holder, wanted: "cancel orders" }),
  });
});

function toOpenOrder(raw: OrderObject): OpenOrder {
  const { id, created_at } = raw;
  const createdSec = typeof created_at === "number" ? created_at : Number(created_at || NaN);
  return {
    orderId: typeof id === "string" ? id : "",
    createdSec: Option.filter(Option.some(createdSec), Number.isFinite),
    raw,
  };
}

/** Whether an order is the holder's. The venue shows no others, but does not document it. */
function isOf({ maker_address }: OrderObject, { funder }: OrderHolder): boolean {
  return typeof maker_address !== "string" || maker_address.toLowerCase() === funder.toLowerCase();
}

const decodeOrder = Schema.decodeUnknownResult(OrderPayload);

/** Reads an order's status. Its text may repeat secrets, which no failure may quote. */
function ownStatus(
  order: OrderObject,
  { credentials: { secret, passphrase } }: OrderHolder,
): Result.Result<OrderOwnStatus, Unclear> {
  const secrets = [Redacted.value(secret), Redacted.value(passphrase)];
  return decodeOrder(order).pipe(
    Result.mapError(() => "it has no status"),
    Result.flatMap((payload) =>
      readOrderStatus({ ...payload, status: cleanMessage(payload.status, secrets) })
    ),
  );
}
