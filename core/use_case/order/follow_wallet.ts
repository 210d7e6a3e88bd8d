/**
 * Follows the orders of one wallet until every fill is settled or taken back.
 *
 * The venue tells of trades as they happen, and nothing of what happened while nobody listened. So
 * on every connection, and once a minute besides, the wallet's trades are read and joined with what
 * was heard. What the venue tells of an order only has it looked up: that alone is certain.
 *
 * @module
 */
import { Clock, Effect, Option, Queue, Schedule } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import { FillStore, type OpenWallet } from "../../port/fill_store.ts";
import { type OrderNews, OrderNewsFeed } from "../../port/order_news.ts";
import { OrderStore } from "../../port/order_store.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { logFailure, repeatJob } from "../time/repeat_job.ts";
import { reconcileOrder } from "./reconcile_order.ts";
import { orderHolder, WalletForbidden } from "./trading_wallet.ts";

/** How often a wallet's trades are read, in machine time. */
const TRADES_EVERY_MS = 60_000;
/** Trades are read again from before the last reading: clocks differ, and lists lag. */
const OVERLAP_MS = 300_000;
/** The most orders of a wallet that wait to be looked up; who finds no place is looked up later. */
const LOOKUPS_MAX = 1_000;
/** How many orders of a wallet are looked up at once. */
const LOOKUPS_PARALLEL_MAX = 4;
/** How many orders of a wallet are known to have ended, so that the store is not asked of them. */
const ENDED_MAX = 1_000;

/** Orders that have ended: nothing that is heard of one changes it any more. */
type Ended = BoundedMap<string, true>;

/**
 * Follows a wallet until interrupted. `open` returns how far it is behind by now; `read` is called
 * whenever its trades were read.
 */
export const followWallet = Effect.fn("followWallet")(function* (
  { walletId, open, read }: {
    readonly walletId: string;
    readonly open: () => OpenWallet;
    readonly read: () => void;
  },
) {
  const [wallets, feed, fillStore] = [yield* WalletStore, yield* OrderNewsFeed, yield* FillStore];
  const orderStore = yield* OrderStore;
  const found = yield* wallets.find(walletId);
  if (Option.isNone(found)) return yield* new WalletForbidden({ id: walletId });
  const holder = yield* orderHolder(found.value);
  const ended: Ended = new BoundedMap(ENDED_MAX);
  const lookUp = yield* makeLookUps(walletId, ended);
  let readMs: number | undefined;

  const hear = Effect.fnUntraced(function* (news: OrderNews) {
    if (news.kind === "order") return yield* lookUp(news.orderId, { isPlaced: news.isPlaced });
    const atMs = yield* Clock.currentTimeMillis;
    const told = yield* fillStore.note({ walletId, fills: news.fills, atMs });
    const traded = new Set<string>();
    for (const frame of told) {
      // What becomes of a fill later changes nothing at the venue.
      if (frame.kind === "fill" && frame.fill.state === "matched") traded.add(frame.fill.orderId);
      if (frame.kind === "order" && frame.order.state.name === "final") {
        ended.set(frame.order.state.orderId, true);
      }
    }
    yield* Effect.forEach(traded, (id) => lookUp(id), { discard: true });
  });
  const catchUp = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis;
    const { sinceMs, unsettledMs } = open();
    const readFromMs = readMs ?? sinceMs;
    const fromMs = Math.min(readFromMs, Option.getOrElse(unsettledMs, () => readFromMs));
    const sinceSec = Math.floor((fromMs - OVERLAP_MS) / 1000);
    yield* hear({ kind: "fills", fills: yield* feed.fills({ holder, sinceSec }) });
    readMs = nowMs;
    read();
    const resting = yield* orderStore.list({
      walletId,
      states: ["delayed", "live"],
      conditionId: Option.none(),
      after: Option.none(),
      limit: LOOKUPS_MAX,
    });
    yield* Effect.forEach(resting, ({ state }) => lookUp(state.orderId), { discard: true });
  });

  const failed = logFailure("Cannot read a wallet's fills");
  const quietly = Effect.catchCause(failed);
  return yield* Effect.raceFirst(
    feed.follow(holder, {
      opened: quietly(catchUp),
      heard: (news) => quietly(hear(news)),
    }),
    repeatJob(catchUp, { schedule: Schedule.spaced(TRADES_EVERY_MS), isLater: true, failed }),
  );
}, Effect.scoped);

/**
 * Makes what has orders looked up in the background, each once however often it is asked for, so
 * that fills wait for no order. `isPlaced`: that it is at the venue, which is news only of one that
 * may not be.
 */
const makeLookUps = Effect.fnUntraced(function* (walletId: string, ended: Ended) {
  const queue = yield* Queue.dropping<string>(LOOKUPS_MAX);
  /** Those in the queue, and whether each is only known to be placed. */
  const waiting = new Map<string, boolean>();
  const orderStore = yield* OrderStore;
  const worker = Effect.forever(Effect.gen(function* () {
    const orderId = yield* Queue.take(queue);
    const isPlaced = waiting.get(orderId) === true;
    waiting.delete(orderId);
    yield* Effect.catch(lookUpOf(orderId, isPlaced), ({ message }) => Effect.logWarning(message));
  }));
  const lookUpOf = Effect.fnUntraced(function* (orderId: string, isPlaced: boolean) {
    const stored = yield* orderStore.ofOrderId({ walletId, orderId });
    if (isPlaced && !Option.exists(stored, ({ state }) => state.name === "unknown")) return;
    // Whoever sends it is about to be told what became of it, and else it is looked up.
    if (Option.isNone(stored) || stored.value.state.name === "sent") return;
    const { state } = yield* reconcileOrder(stored.value);
    if (state.name === "final") ended.set(orderId, true);
  });
  for (let i = 0; i < LOOKUPS_PARALLEL_MAX; i++) yield* Effect.forkScoped(worker);
  return Effect.fnUntraced(function* (orderId: string, { isPlaced } = { isPlaced: false }) {
    if (ended.has(orderId)) return;
    const known = waiting.get(orderId);
    // Before: a worker may take it at once.
    waiting.set(orderId, isPlaced && known !== false);
    if (known !== undefined) return;
    if (!(yield* Queue.offer(queue, orderId))) waiting.delete(orderId);
  });
});
