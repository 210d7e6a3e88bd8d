/**
 * Cancels what a wallet had open when its guard fired, until it is certain that nothing rests.
 *
 * What was placed later is not touched: orders are canceled by their hashes, those that this
 * service has sent by what the store has, all others by what the venue lists.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import type { ListedState } from "../../order/mod.ts";
import { type FiredGuard, GuardStore } from "../../port/guard_store.ts";
import { OrderStore, type StoredOrder } from "../../port/order_store.ts";
import { type OpenOrder, type OrderHolder, OrderVenue } from "../../port/order_venue.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { ClockSpeed, MachineTime } from "../time/machine_time.ts";
import { reconcileOrder } from "./reconcile_order.ts";
import { orderHolder, WalletForbidden } from "./trading_wallet.ts";

/**
 * How long an order that was made before may take to be stored, in machine time: what takes longer
 * is not sent.
 */
const STORED_MS_MAX = 3_000;
/** How many orders are read at a time, and how many asked about at once. */
const PAGE = 200;
const PARALLEL_MAX = 8;

const OPEN: ReadonlyArray<ListedState> = ["sent", "unknown", "delayed", "live"];
const EVERYTHING = { conditionId: Option.none(), tokenId: Option.none() };

/** Cancels once, and finishes the guard where nothing was left to cancel. */
export const cancelGuarded = Effect.fn("cancelGuarded")(function* (fired: FiredGuard) {
  const { walletId, firedMs } = fired;
  const beganMs = yield* Clock.currentTimeMillis;
  const found = yield* (yield* WalletStore).find(walletId);
  if (Option.isNone(found)) return yield* new WalletForbidden({ id: walletId });
  const holder = yield* orderHolder(found.value);
  const venue = yield* OrderVenue;
  const own = yield* ownOpen(fired);
  const orderIds = own.map(({ state }) => state.orderId);
  if (own.length > 0) {
    const lookUpAtMs = yield* (yield* MachineTime).nowMs;
    const note = { walletId, orderIds, cause: "guard", lookUpAtMs, isDone: false } as const;
    yield* (yield* OrderStore).noteCancel(note);
    yield* venue.cancelIds({ holder, orderIds });
  }
  const others = yield* othersOpen(fired, { holder, except: new Set(orderIds) });
  if (others.length > 0) yield* venue.cancelIds({ holder, orderIds: others });
  yield* Effect.forEach(own, reconcileOrder, { concurrency: PARALLEL_MAX, discard: true });
  const isStored = beganMs - firedMs >= STORED_MS_MAX * (yield* ClockSpeed);
  if (own.length + others.length > 0 || !isStored) return;
  yield* (yield* GuardStore).finish(fired);
  yield* Effect.annotateLogs(Effect.logInfo("A guard has fired, and nothing of before rests"), {
    walletId,
  });
});

/** Returns the orders of before that are not over, as far as the store knows. */
const ownOpen = Effect.fnUntraced(function* ({ walletId, firedMs }: FiredGuard) {
  const store = yield* OrderStore;
  const orders: Array<StoredOrder> = [];
  let after = { createdMs: firedMs + 1, id: "" };
  for (;;) {
    const page = yield* store.list({
      walletId,
      states: OPEN,
      conditionId: Option.none(),
      after: Option.some(after),
      limit: PAGE,
    });
    orders.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return orders;
    after = { createdMs: last.createdMs, id: last.id };
  }
});

/** Returns the hashes of what the venue lists besides, less what was placed after the firing. */
const othersOpen = Effect.fnUntraced(function* (
  fired: FiredGuard,
  { holder, except }: { readonly holder: OrderHolder; readonly except: ReadonlySet<string> },
) {
  const venue = yield* OrderVenue;
  const open: Array<OpenOrder> = [];
  let cursor = Option.none<string>();
  do {
    const page = yield* venue.openOrders({ holder, filter: EVERYTHING, cursor });
    open.push(...page.orders);
    cursor = page.nextCursor;
  } while (Option.isSome(cursor));
  const others = open.filter(({ orderId }) => orderId !== "" && !except.has(orderId));
  const kept = yield* Effect.filter(others, (order) => isOfBefore(order, fired), {
    concurrency: PARALLEL_MAX,
  });
  return kept.map(({ orderId }) => orderId);
});

/** Whether an order was placed before; also one that may have been. */
const isOfBefore = Effect.fnUntraced(function* (
  { orderId, createdSec }: OpenOrder,
  { walletId, firedMs }: FiredGuard,
) {
  const found = yield* (yield* OrderStore).ofOrderId({ walletId, orderId: orderId.toLowerCase() });
  return Option.match(found, {
    onSome: ({ createdMs }) => createdMs <= firedMs,
    onNone: () => !Option.exists(createdSec, (sec) => sec * 1000 > firedMs),
  });
});
