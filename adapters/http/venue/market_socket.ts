/**
 * `/ws/market`: books and trades of a client's tokens, as the service follows them.
 *
 * @module
 */
import { Effect, Option, type Scope } from "effect";
import { OrderVenue } from "../../../core/port/order_venue.ts";
import type { VenueTrade } from "../../../core/port/venue_books.ts";
import { LiveBooks } from "../../../core/use_case/book/mod.ts";
import type { BookFacts } from "./book_summary.ts";
import type { DoorClient } from "./door_socket.ts";
import { bookFacts, isToken } from "./market_facts.ts";
import {
  bestPricesFrame,
  bookFrame,
  lastTradeFrame,
  priceChangeFrame,
  tickSizeFrame,
} from "./market_frame.ts";
import { INVALID_OPERATION, readSubscription, type Subscription } from "./subscription.ts";

/** How many tokens a socket may follow. */
export const SOCKET_TOKENS_MAX = 100;
const PARALLEL_MAX = 8;
/** Books of orders are followed by each replica for ten minutes after they were asked for. */
const FOLLOW_AGAIN_MS = 300_000;
/** A replica that has its quotes from another one is not told of levels below the best. */
const LOOK_MS = 1_000;

/** What a client was told of a token. */
interface Told {
  readonly facts: BookFacts;
  readonly newest: VenueTrade | undefined;
}

/** Talks with one client. */
export const marketConversation = Effect.fnUntraced(
  function* (client: DoorClient): Effect.fn.Return<never, never, Ports> {
    const [books, venue] = [yield* LiveBooks, yield* OrderVenue];
    const tokens = new Map<string, Told | undefined>();
    const changed = new Set<string>();
    let isCustom = false;
    const following = yield* books.follow((tokenId) => {
      changed.add(tokenId);
      client.wake();
    });
    const send = (frame: object | undefined) => {
      if (frame !== undefined) client.send(JSON.stringify(frame));
    };
    const read = Effect.fnUntraced(function* (tokenId: string) {
      const facts = yield* bookFacts(tokenId);
      return { facts, newest: books.tradesNow(tokenId)[0] } satisfies Told;
    });

    const subscribe = Effect.fnUntraced(function* (asked: Subscription) {
      const ids = [...new Set(asked.ids)].filter(isToken);
      const wanted = new Set([...tokens.keys(), ...ids]);
      if (wanted.size > SOCKET_TOKENS_MAX) {
        return client.refuse(`A socket may follow ${SOCKET_TOKENS_MAX} tokens`);
      }
      yield* venue.follow(ids);
      const left = yield* following.setTokens([...wanted]);
      if (left.length > 0) return client.refuse("Too many books are followed already");
      for (const id of ids) if (!tokens.has(id)) tokens.set(id, undefined);
      const found = yield* Effect.forEach(ids, (id) => Effect.option(read(id)), {
        concurrency: PARALLEL_MAX,
      });
      const told = found.flatMap(Option.toArray);
      for (const one of told) tokens.set(one.facts.book.book.tokenId, one);
      // Always a list, even of one book or none; later frames are single objects.
      client.send(JSON.stringify(told.map(({ facts }) => bookFrame(facts, { isFirst: true }))));
    });
    const unsubscribe = Effect.fnUntraced(function* ({ ids }: Subscription) {
      for (const id of ids) tokens.delete(id);
      yield* following.setTokens([...tokens.keys()]);
    });
    const take = Effect.fnUntraced(function* (text: string) {
      const asked = readSubscription("market", text);
      if (asked === undefined) return client.send(INVALID_OPERATION);
      isCustom = asked.isCustom ?? isCustom;
      yield* asked.isOn ? subscribe(asked) : unsubscribe(asked);
    });

    /** Tells what is new of a token since it was told of last. */
    const tell = Effect.fnUntraced(function* (tokenId: string) {
      const before = tokens.get(tokenId);
      // What is in doubt is told once it is not.
      const book = Option.getOrUndefined(books.bookNow(tokenId));
      if (!tokens.has(tokenId) || book === undefined) return;
      if (before === undefined) {
        const first = yield* Effect.option(read(tokenId));
        if (Option.isNone(first)) return;
        tokens.set(tokenId, first.value);
        return send(bookFrame(first.value.facts, { isFirst: true }));
      }
      const trades = books.tradesNow(tokenId);
      const isSame = book.book === before.facts.book.book && trades[0] === before.newest;
      if (isSame) return;
      const lastPriceE6 = trades[0]?.priceE6 ?? before.facts.lastPriceE6;
      const after: BookFacts = { ...before.facts, book, lastPriceE6 };
      tokens.set(tokenId, { facts: after, newest: trades[0] });
      for (const trade of newTrades(trades, before.newest)) send(lastTradeFrame(after, trade));
      send(tickSizeFrame(before.facts, after));
      send(priceChangeFrame(before.facts, after));
      if (isCustom) send(bestPricesFrame(before.facts, after));
    });
    const talk = Effect.forever(Effect.gen(function* () {
      const text = yield* client.next;
      if (text !== undefined) return yield* take(text);
      const due = [...changed];
      changed.clear();
      for (const tokenId of due) yield* tell(tokenId);
    }));
    const renew = Effect.forever(
      Effect.andThen(
        Effect.sleep(FOLLOW_AGAIN_MS),
        Effect.suspend(() => venue.follow([...tokens.keys()])),
      ),
    );
    const look = Effect.forever(Effect.andThen(
      Effect.sleep(LOOK_MS),
      Effect.sync(() => {
        for (const tokenId of tokens.keys()) changed.add(tokenId);
        if (changed.size > 0) client.wake();
      }),
    ));
    return yield* Effect.raceFirst(talk, Effect.raceFirst(renew, look));
  },
  Effect.scoped,
);

type Ports =
  | Effect.Services<ReturnType<typeof bookFacts>>
  | LiveBooks
  | OrderVenue
  | Scope.Scope;

/** Oldest first. */
function newTrades(trades: ReadonlyArray<VenueTrade>, newest: VenueTrade | undefined) {
  const count = newest === undefined ? trades.length : trades.indexOf(newest);
  return trades.slice(0, count < 0 ? trades.length : count).toReversed();
}
