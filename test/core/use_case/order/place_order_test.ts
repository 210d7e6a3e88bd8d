import { describe, expect, test } from "bun:test";
import { Effect, Layer, Logger, Option } from "effect";
import { EventCatalog } from "../../../../core/port/event_catalog.ts";
import { OrderStore } from "../../../../core/port/order_store.ts";
import { OrderVenue } from "../../../../core/port/order_venue.ts";
import {
  Idempotency,
  layerOrders,
  placeOrder,
  type PlaceOrderCommand,
  TradedMarkets,
} from "../../../../core/use_case/order/mod.ts";
import { orderCommand, withSlowBook } from "../../../stage/order_command.ts";
import { addWallet, EMPTY, makeOrderWorld, PLAIN } from "../../../stage/order_world.ts";
import { inOrderWorld } from "./in_order_world.ts";

/** Everything that the plain market has to sell. */
const ALL_USDC = "82";

const commandOf = (walletId: string, fields: Partial<PlaceOrderCommand> = {}) =>
  orderCommand(walletId, { usdc: ALL_USDC, ...fields });

/** A request, while another replica does `meanwhile` before this one sees the book. */
function placedWhile(
  meanwhile: (walletId: string, id: string) => Effect.Effect<unknown, unknown, never>,
) {
  return (walletId: string) =>
    Effect.gen(function* () {
      const command = commandOf(walletId);
      const venue = yield* OrderVenue;
      const late = OrderVenue.of({
        ...venue,
        book: (tokenId) =>
          Effect.andThen(Effect.ignore(meanwhile(walletId, command.id)), venue.book(tokenId)),
      });
      return yield* placeOrder(command).pipe(
        // Another replica has its own traded markets and keys in use.
        Effect.provide(Layer.fresh(layerOrders)),
        Effect.provideService(OrderVenue, late),
      );
    });
}

describe("placeOrder", () => {
  test("gives the order of another replica, and not that the book lacks what it took", () =>
    inOrderWorld(function* ({ exchange }) {
      const { id } = yield* addWallet("a");
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof placeOrder>>>();
      const { release } = yield* OrderStore;
      // It took so long that its reservation ended.
      const { order, isReplayed } = yield* placedWhile((walletId, orderId) =>
        Effect.andThen(
          release({ accountId: "a", idempotencyKey: "k", orderId }),
          Effect.provideContext(placeOrder(commandOf(walletId)), context),
        )
      )(id);
      expect([order.state.name, isReplayed]).toEqual(["final", true]);
      expect(exchange.receivedOrders.map(({ orderId }) => orderId)).toEqual([order.state.orderId]);
    }));

  test("reports a thin book if another order has emptied it", () =>
    inOrderWorld(function* ({ exchange }) {
      const { id } = yield* addWallet("a");
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof placeOrder>>>();
      const other = { idempotency: Option.none<never>() };
      const failure = yield* Effect.flip(
        placedWhile((walletId) =>
          Effect.provideContext(placeOrder(commandOf(walletId, other)), context)
        )(id),
      );
      expect(failure).toMatchObject({ _tag: "BookTooThin", reason: "empty" });
      expect(exchange.receivedOrders).toHaveLength(1);
    }));

  test("reports that a cached market has closed, not that its book is empty", () =>
    inOrderWorld(function* () {
      const { id } = yield* addWallet("a");
      const markets = yield* TradedMarkets;
      const market = { by: "slug", slug: EMPTY.slug, eventSlug: Option.none() } as const;
      const request = { ...commandOf(id).request, market };
      const place = placeOrder(commandOf(id, { request }));
      expect(yield* Effect.flip(place)).toMatchObject({ _tag: "BookTooThin", reason: "empty" });
      const closing = TradedMarkets.of({
        ...markets,
        reload: (slug) =>
          Effect.map(markets.reload(slug), ({ listed, ...rest }) => {
            const market = { ...listed.market, isClosed: true };
            return { listed: { ...listed, market }, ...rest };
          }),
      });
      const failure = yield* Effect.flip(Effect.provideService(place, TradedMarkets, closing));
      expect(failure).toMatchObject({ _tag: "MarketClosed", slug: EMPTY.slug });
    }));

  test("records an answer before the store is closed, even if no caller waits", async () => {
    const { layer } = makeOrderWorld();
    let isNoted = false;
    const program = Effect.gen(function* () {
      const { id } = yield* addWallet("a");
      const store = yield* OrderStore;
      const slow = OrderStore.of({
        ...store,
        note: (found) =>
          Effect.sleep(20).pipe(
            Effect.andThen(store.note(found)),
            Effect.tap(() => Effect.sync(() => isNoted = true)),
          ),
      });
      const question = commandOf(id, { idempotency: Option.none() });
      yield* Effect.provideService(placeOrder(question), OrderStore, slow);
      expect(isNoted).toBe(false);
    });
    await Effect.runPromise(Effect.provide(program, [layer, Logger.layer([])]));
    expect(isNoted).toBe(true);
  });

  test("asks the store for the key only while something else is waited for", () =>
    inOrderWorld(function* () {
      const { id } = yield* addWallet("a");
      const [store, venue] = [yield* OrderStore, yield* OrderVenue];
      const asked: Array<string> = [];
      const watched = OrderStore.of({
        ...store,
        ofIdempotencyKey: (key) =>
          Effect.andThen(
            Effect.sync(() => asked.push(key.idempotencyKey)),
            store.ofIdempotencyKey(key),
          ),
      });
      const place = (idempotencyKey: string) => {
        const idempotency = Option.some({ idempotencyKey, requestSha256: "s" });
        return placeOrder(orderCommand(id, { idempotency }))
          .pipe(Effect.provideService(OrderStore, watched));
      };
      yield* place("at hand");
      expect(asked).toEqual([]);
      const replayed = yield* place("at hand");
      expect([replayed.isReplayed, asked]).toEqual([true, []]);
      yield* Effect.provideService(place("from afar"), OrderVenue, withSlowBook(venue));
      expect(asked).toEqual(["from afar"]);
    }));

  test("returns the order of a key while the venue does not answer", () =>
    inOrderWorld(function* ({ exchange }) {
      const { id } = yield* addWallet("a");
      const [venue, catalog] = [yield* OrderVenue, yield* EventCatalog];
      const first = yield* placeOrder(commandOf(id));
      const mute = Layer.mergeAll(
        Layer.succeed(OrderVenue, {
          ...venue,
          terms: () => Effect.never,
          book: () => Effect.never,
        }),
        Layer.succeed(EventCatalog, { ...catalog, market: () => Effect.never }),
      );
      const askedOf = (
        replica: Layer.Layer<TradedMarkets | Idempotency, never, OrderVenue | EventCatalog>,
      ) => placeOrder(commandOf(id)).pipe(Effect.provide(Layer.provideMerge(replica, mute)));
      // By the replica that placed it, which lacks only the book, and by another one.
      const same = Layer.merge(
        Layer.succeed(TradedMarkets, yield* TradedMarkets),
        Layer.succeed(Idempotency, yield* Idempotency),
      );
      const replayed = yield* Effect.forEach([same, Layer.fresh(layerOrders)], askedOf);
      for (const { order, isReplayed } of replayed) {
        expect([order.state.orderId, isReplayed]).toEqual([first.order.state.orderId, true]);
      }
      expect(exchange.receivedOrders).toHaveLength(1);
    }));

  test("places nothing if catalog and order book name different tokens", () =>
    inOrderWorld(function* ({ exchange }) {
      const terms = exchange.terms(Option.getOrThrow(PLAIN.conditionId))!;
      const [up, down] = terms.tokens;
      exchange.putMarket({
        ...terms,
        tokens: [{ ...up!, tokenId: down!.tokenId }, { ...down!, tokenId: up!.tokenId }],
      });
      const { id } = yield* addWallet("a");
      const failure = yield* Effect.flip(placeOrder(commandOf(id)));
      expect(failure).toMatchObject({ _tag: "TokensUnclear", slug: PLAIN.slug });
      expect(exchange.receivedOrders).toEqual([]);
    }));
});
