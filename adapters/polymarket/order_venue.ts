/**
 * {@linkcode OrderVenue} at the primary venue's order book.
 *
 * @module
 */
import { Clock, Effect, Option, Redacted, Result, Schema } from "effect";
import type { Standing } from "../../core/order/mod.ts";
import {
  type EntryLimited,
  type OrderHolder,
  OrderVenue,
  type ProviderFailed,
  type VenueOrder,
  VenueRefused,
  WalletRefused,
} from "../../core/port/mod.ts";
import { balanceQuestion } from "./clob/balance.ts";
import { type ClobOptions, makeClobCall } from "./clob/call.ts";
import { makeClobMarket } from "./clob/market.ts";
import { OrderPayload } from "./clob/order_payload.ts";
import { makeClobOrders } from "./clob/orders.ts";
import { BalancePayload } from "./clob/payload.ts";
import { cleanWords, clobFailed, ClobRefusal } from "./clob/status.ts";
import type { EntryLimits } from "./clob/entry_limits.ts";
import type { BookFollower } from "./book/followed_books.ts";
import { makeFreshBooks } from "./clob/fresh_books.ts";
import { makeOrderSending } from "./clob/order_sending.ts";
import {
  type OrderWord,
  readOrderStatus,
  readTrades,
  type Unclear,
} from "./clob/order_standing.ts";
import { makeRememberedTerms } from "./clob/remembered_terms.ts";
import { signUnsignedOrder, toUnsignedOrder } from "./clob/unsigned_order.ts";

/** Where the order book is, what follows its books, and what it takes of each signer. */
export interface OrderVenueOptions extends ClobOptions {
  readonly books: BookFollower;
  readonly limits: EntryLimits;
}

/** Trades from before the order are no harm; clocks that differ may be. */
const TRADES_BEFORE_SEC = 60;

/**
 * The stream may tell of a market's new rules later than the refusal of an order does: for so long
 * after one, in machine time, books are asked for.
 */
const DOUBT_MS = 1_000;

/** Makes the adapter. Needs the {@linkcode ProviderWatch}. */
export const makePolymarketOrderVenue = Effect.fnUntraced(function* (options: OrderVenueOptions) {
  const { books, limits } = options;
  const call = yield* makeClobCall(options);
  const orders = makeClobOrders(call, limits);
  const market = makeClobMarket(call);
  const freshBooks = yield* makeFreshBooks(market);
  const terms = yield* makeRememberedTerms(market);
  const send = yield* makeOrderSending(options);

  let relearntAtMs = -Infinity;
  const isInDoubt = () => performance.now() - relearntAtMs < DOUBT_MS;

  const lookUp = Effect.fnUntraced(function* (
    { orderId, tokenId, sentSec, holder }: {
      readonly orderId: string;
      readonly tokenId: string;
      readonly sentSec: number;
      readonly holder: OrderHolder;
    },
  ) {
    const wanted = `the order ${orderId}`;
    const clear = <T>(read: Result.Result<T, Unclear>) =>
      Effect.mapError(
        Effect.fromResult(read),
        (because) => clobFailed({ wanted }, { reason: "unreadable", because }),
      );
    const found = yield* orders.order(holder, orderId);
    const word = Option.isNone(found) ? undefined : yield* clear(readStatus(found.value, holder));
    if (word !== undefined && word.kind !== "traded") return word;
    const afterSec = sentSec - TRADES_BEFORE_SEC;
    const trades = yield* orders.trades(holder, { funder: holder.funder, tokenId, afterSec });
    const sharesE6 = word === undefined ? Option.none<bigint>() : Option.some(word.sharesE6);
    const standing: Standing = yield* clear(readTrades(trades, { orderId, sharesE6 }));
    return standing;
  });

  return OrderVenue.of({
    terms: terms.recall,
    book: (tokenId) =>
      Effect.suspend(() =>
        Option.match(isInDoubt() ? Option.none() : books.bookNow(tokenId), {
          onNone: () => freshBooks.book(tokenId),
          onSome: Effect.succeed,
        })
      ),
    follow: books.follow,
    prepare: (draft) =>
      Effect.map(Clock.currentTimeMillis, (ms) => toUnsignedOrder(draft, Math.floor(ms))),
    sign: ({ order, ...how }) => Effect.sync(() => signUnsignedOrder(order, how)),
    withinLimits: ({ address }, place) => limits.within({ address, kind: "orders" }, place),
    send,
    relearn: Effect.sync(() => {
      relearntAtMs = performance.now();
    }).pipe(
      Effect.andThen(terms.forget),
      Effect.andThen(freshBooks.forget),
    ),
    balanceE6: ({ holder, signatureType }) => {
      const question = { asset: { kind: "COLLATERAL" }, signatureType } as const;
      const asking = call.read(balanceQuestion(holder, question), BalancePayload);
      return forHolder(Effect.map(asking, ({ balance }) => BigInt(balance)), {
        holder,
        wanted: "get the balance",
      });
    },
    lookUp: (question) =>
      forHolder(lookUp(question), { ...question, wanted: `look up the order ${question.orderId}` }),
    openOrders: ({ holder, ...question }) =>
      forHolder(orders.page(holder, question), { holder, wanted: "list the open orders" }),
    order: ({ holder, orderId }) =>
      forHolder(
        Effect.map(orders.order(holder, orderId), Option.filter((order) => isOf(order, holder))),
        { holder, wanted: `get the order ${orderId}` },
      ),
    cancel: ({ holder, filter }) =>
      forHolder(orders.cancel(holder, filter), { holder, wanted: "cancel orders" }).pipe(
        Effect.map(({ canceled, not_canceled }) => ({
          cancelled: canceled ?? [],
          kept: new Map(Object.entries(not_canceled ?? {})),
        })),
      ),
  });
});

/** Whether an order is the holder's: the venue shows others to nobody, but does not say so. */
function isOf({ maker_address }: VenueOrder, { funder }: OrderHolder): boolean {
  return typeof maker_address !== "string" || maker_address.toLowerCase() === funder.toLowerCase();
}

const decodeOrder = Schema.decodeUnknownResult(OrderPayload);

/** The venue's words for a status may repeat what no failure may. */
function readStatus(
  order: VenueOrder,
  { credentials: { secret, passphrase } }: OrderHolder,
): Result.Result<OrderWord, Unclear> {
  const secrets = [Redacted.value(secret), Redacted.value(passphrase)];
  return decodeOrder(order).pipe(
    Result.mapError(() => "it has no status"),
    Result.flatMap((payload) =>
      readOrderStatus({ ...payload, status: cleanWords(payload.status, secrets) })
    ),
  );
}

/** What a refusal says of the API key (401) concerns the wallet, and else what was asked. */
function forHolder<T, E extends ProviderFailed | EntryLimited>(
  asking: Effect.Effect<T, E | ClobRefusal>,
  { holder, wanted }: { readonly holder: OrderHolder; readonly wanted: string },
): Effect.Effect<T, E | VenueRefused | WalletRefused> {
  return Effect.mapError(asking, (failure) => {
    if (!(failure instanceof ClobRefusal)) return failure;
    const { status, words } = failure;
    return status === 401
      ? new WalletRefused({ address: holder.address, words })
      : new VenueRefused({ wanted, words });
  });
}
