/**
 * Follows a paper wallet: its resting orders meet what happens in their markets, its fills settle,
 * and its owner is told as the venue would tell.
 *
 * A wallet is followed by one process of a fleet, while it has anything open.
 *
 * @module
 */
import { Clock, Effect, Option, Queue, type Scope } from "effect";
import {
  endOrders,
  nextPaperMs,
  type PaperAccount,
  type PaperChange,
  passBook,
  passTime,
  passTrade,
  unchanged,
} from "../../paper/mod.ts";
import { type OrderListener, OrderNewsFeed } from "../../port/order_news.ts";
import { type OrderHolder, OrderVenue } from "../../port/order_venue.ts";
import { PaperStore } from "../../port/paper_store.ts";
import { ProviderFailed } from "../../port/provider_failure.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { LiveBooks } from "../book/mod.ts";
import { logFailure } from "../time/repeat_job.ts";
import { makeMarketWatch } from "./market_watch.ts";
import { makeMeasuredConditions } from "./measured_conditions.ts";
import { isOnPaper, paperWalletOf } from "./on_paper.ts";
import { PaperAccounts } from "./paper_accounts.ts";
import { paperNews } from "./paper_status.ts";

/** How often it is looked whether markets still take orders, and what other processes did. */
const LOOK_MS = 1_000;
/** How old the terms of a market may be. */
const TERMS_AGE_MS_MAX = 30_000;
/** The most news that wait to be told: who is behind reads all again. */
const NEWS_MAX = 1_000;

/** Makes the feed of both. Needs the feed of the real ones. */
export const makePaperOrderNews = Effect.gen(function* () {
  const feed = yield* OrderNewsFeed;
  const store = yield* PaperStore;
  const follow = yield* makeFollowing;
  return OrderNewsFeed.of({
    ...feed,
    fills: ({ holder, sinceSec }) =>
      isOnPaper(holder)
        ? store.fills({ walletId: paperWalletOf(holder), sinceMs: sinceSec * 1000 }).pipe(
          Effect.map((fills) => fills.map(paperNews)),
          Effect.mapError(unread),
        )
        : feed.fills({ holder, sinceSec }),
    follow: (holder, listener) =>
      isOnPaper(holder) ? follow(holder, listener) : feed.follow(holder, listener),
  });
});

/** Makes what follows one wallet until it is interrupted. */
const makeFollowing = Effect.gen(function* () {
  const [accounts, books, venue] = [yield* PaperAccounts, yield* LiveBooks, yield* OrderVenue];
  const conditionsOf = yield* makeMeasuredConditions;

  return Effect.fnUntraced(function* (
    holder: OrderHolder,
    listener: OrderListener,
  ): Effect.fn.Return<never, never, Scope.Scope> {
    const walletId = paperWalletOf(holder);
    const news = yield* Queue.sliding<PaperChange>(NEWS_MAX);
    const wake = yield* Queue.sliding<undefined>(1);
    const watch = makeMarketWatch(books);
    const touched = new Set<string>();
    yield* accounts.listen(walletId, (change) => {
      Queue.offerUnsafe(news, change);
      Queue.offerUnsafe(wake, undefined);
    });
    const following = yield* books.follow((tokenId) => {
      touched.add(tokenId);
      Queue.offerUnsafe(wake, undefined);
    });
    let tokens: ReadonlySet<string> = new Set();

    /** Follows the books of what rests. */
    const followTokens = Effect.fnUntraced(function* (account: PaperAccount) {
      const wanted = new Set(account.orders.map(({ tokenId }) => tokenId));
      if (wanted.size > 0) yield* venue.follow([...wanted]);
      if (wanted.symmetricDifference(tokens).size === 0) return;
      for (const tokenId of wanted.difference(tokens)) touched.add(tokenId);
      tokens = wanted;
      watch.keep(wanted);
      yield* following.setTokens([...wanted]);
    });
    /** Applies what is new of a token, in one step. */
    const meet = Effect.fnUntraced(function* (tokenId: string) {
      const { settlement } = yield* conditionsOf(walletId);
      const nowMs = Math.floor(yield* Clock.currentTimeMillis);
      const { trades, book, isGap } = watch.look(tokenId);
      if (trades.length === 0 && Option.isNone(book)) return;
      const seen = { tokenId, settlement, nowMs };
      yield* accounts.change(walletId, (account) => {
        let sum = unchanged(account);
        const pass = (next: (account: PaperAccount) => PaperChange) => {
          sum = joined(sum, next(sum.account));
        };
        for (const trade of isGap ? [] : trades) pass((now) => passTrade(now, { ...seen, trade }));
        if (Option.isSome(book)) {
          pass((now) => passBook(now, { ...seen, book: book.value.book, isGap }));
        }
        return Effect.succeed(sum);
      });
    });
    const endClosed = Effect.fnUntraced(function* (account: PaperAccount) {
      for (const conditionId of new Set(account.orders.map((order) => order.conditionId))) {
        const terms = yield* Effect.option(
          venue.terms(conditionId, { ageMsMax: TERMS_AGE_MS_MAX }),
        );
        if (!Option.exists(terms, ({ isAcceptingOrders }) => !isAcceptingOrders)) continue;
        const atMs = Math.floor(yield* Clock.currentTimeMillis);
        yield* accounts.change(walletId, (now) => {
          const orderIds = now.orders.filter((order) => order.conditionId === conditionId)
            .map(({ orderId }) => orderId);
          return Effect.succeed(endOrders(now, { orderIds, cause: "venue", atMs }));
        });
      }
    });
    /** Does what is due. Returns how long nothing is. */
    const step = Effect.fnUntraced(function* () {
      const kept = yield* accounts.known(walletId);
      if (Option.isNone(kept)) return LOOK_MS;
      const { account } = kept.value;
      yield* followTokens(account);
      const due = [...touched];
      touched.clear();
      for (const tokenId of due) if (tokens.has(tokenId)) yield* meet(tokenId);
      const nowMs = Math.floor(yield* Clock.currentTimeMillis);
      const nextMs = nextPaperMs(account) ?? Infinity;
      if (nextMs <= nowMs) {
        yield* accounts.change(walletId, (now) => Effect.succeed(passTime(now, nowMs)));
        return 0;
      }
      return Math.min(nextMs - nowMs, LOOK_MS);
    });
    const failed = logFailure("Cannot follow a paper wallet");
    const engine = Effect.forever(Effect.gen(function* () {
      const waitMs = yield* Effect.catchCause(step(), (cause) => Effect.as(failed(cause), LOOK_MS));
      yield* Effect.raceFirst(Queue.take(wake), Effect.sleep(waitMs));
    }));
    const looking = Effect.forever(Effect.gen(function* () {
      yield* Effect.sleep(LOOK_MS);
      const looked = Effect.gen(function* () {
        if (accounts.isShared && (yield* accounts.refresh(walletId))) yield* listener.opened;
        const kept = yield* accounts.known(walletId);
        if (Option.isSome(kept)) yield* endClosed(kept.value.account);
      });
      yield* Effect.catchCause(looked, failed);
    }));
    const telling = Effect.forever(Effect.gen(function* () {
      const { fills, orders } = yield* Queue.take(news);
      if (fills.length > 0) yield* listener.heard({ kind: "fills", fills: fills.map(paperNews) });
      for (const { orderId } of orders) {
        yield* listener.heard({ kind: "order", orderId, isPlaced: false });
      }
    }));
    yield* listener.opened;
    return yield* Effect.raceFirst(engine, Effect.raceFirst(looking, telling));
  }, Effect.scoped);
});

/** Joins two changes, one after the other. */
function joined(first: PaperChange, next: PaperChange): PaperChange {
  const orders = new Map([...first.orders, ...next.orders].map((each) => [each.orderId, each]));
  const fills = new Map([...first.fills, ...next.fills].map((each) => [each.tradeId, each]));
  return { account: next.account, orders: [...orders.values()], fills: [...fills.values()] };
}

function unread(cause: StoreFailed): ProviderFailed {
  const wanted = "the wallet's fills";
  return new ProviderFailed({ provider: "paper account", reason: "unreachable", wanted, cause });
}
