/** A paper wallet in a market whose book and tape are staged. @module */
import { BigDecimal, Effect, Fiber, Layer, Logger, Option, Redacted, type Scope } from "effect";
import { TestClock } from "effect/testing";
import { type OrderFill, paperWalletId } from "../../../../core/order/mod.ts";
import { openPaperAccount } from "../../../../core/paper/mod.ts";
import { OrderNewsFeed } from "../../../../core/port/order_news.ts";
import {
  NoOrderBook,
  type OrderHolder,
  OrderVenue,
  type SignedOrder,
} from "../../../../core/port/order_venue.ts";
import { PaperStore } from "../../../../core/port/paper_store.ts";
import { PaperWire, type SignedTerms } from "../../../../core/port/paper_wire.ts";
import type { VenueBook, VenueTrade } from "../../../../core/port/venue_books.ts";
import { LiveBooks } from "../../../../core/use_case/book/mod.ts";
import {
  layerPaperAccounts,
  makePaperOrderNews,
  makePaperOrderVenue,
  paperApiKey,
} from "../../../../core/use_case/paper/mod.ts";
import { NOON_MS } from "../../../contract/order_fixture.ts";
import { layerMemoryAccountStore } from "../../../memory/account_store.ts";
import { layerMemoryOrderStore } from "../../../memory/order_store.ts";
import { layerMemoryPaperStore } from "../../../memory/paper_store.ts";
import { venueBook } from "../../../memory/venue_books.ts";
import { layerMemoryWalletStore } from "../../../memory/wallet_store.ts";
import { layerMemoryWebhookStore } from "../../../memory/webhook_store.ts";

/** The token of the staged market. */
export const TOKEN = "71";
/** How long an order is on its way. */
export const LATENCY_MS = 80;
/** The wallet, and what it has at first. */
export const WALLET_ID = paperWalletId("0199f2c4-7b1e-7000-8000-0f1e2d3c4b5a");
export const USDC_E6 = 100_000_000n;

/** The holder of its orders. */
export const HOLDER: OrderHolder = {
  address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  funder: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  credentials: {
    apiKey: paperApiKey(WALLET_ID),
    secret: Redacted.make("secret"),
    passphrase: Redacted.make("passphrase"),
  },
};

/** What a test does to the market. */
export interface StagedMarket {
  book: VenueBook | undefined;
  isAcceptingOrders: boolean;
  takerDelayMs: number;
  /** Shows a book to whoever follows it. */
  readonly show: (book: VenueBook | undefined) => void;
  /** Tells of a trade. */
  readonly trade: (trade: Omit<VenueTrade, "atMs">) => void;
}

/** The market, with a book of one level a side: 120.5 shares at 0.47, and 75 at 0.48. */
export function stageMarket(): StagedMarket & {
  readonly layer: Layer.Layer<LiveBooks | OrderVenue>;
} {
  const listeners = new Set<(tokenId: string) => void>();
  let trades: ReadonlyArray<VenueTrade> = [];
  const tell = () => {
    for (const listener of listeners) listener(TOKEN);
  };
  const market: StagedMarket = {
    book: venueBook(TOKEN),
    isAcceptingOrders: true,
    takerDelayMs: 0,
    show: (book) => {
      market.book = book;
      tell();
    },
    trade: (trade) => {
      trades = [{ ...trade, atMs: Number.MAX_SAFE_INTEGER }, ...trades];
      tell();
    },
  };
  const bookNow = () => Option.fromUndefinedOr(market.book);
  const books = Layer.mock(LiveBooks, {
    follow: (listener) =>
      Effect.as(
        Effect.acquireRelease(
          Effect.sync(() => listeners.add(listener)),
          () => Effect.sync(() => listeners.delete(listener)),
        ),
        { setTokens: () => Effect.succeed([]) },
      ),
    bookNow,
    quoteNow: () => Option.none(),
    tradesNow: () => trades,
  });
  const venue = Layer.mock(OrderVenue, {
    follow: () => Effect.void,
    book: (named) =>
      Option.match(bookNow(), {
        onNone: () => Effect.fail(new NoOrderBook({ named })),
        onSome: ({ book }) => Effect.succeed(book),
      }),
    terms: (conditionId) =>
      Effect.sync(() => ({
        conditionId,
        protocol: Option.none(),
        tokens: [{ tokenId: TOKEN, outcome: "Up" }],
        tickE6: 10_000n,
        sizeMinE6: 5_000_000n,
        isNegRisk: false,
        isAcceptingOrders: market.isAcceptingOrders,
        takerDelayMs: market.takerDelayMs,
        fee: {
          feeSchedule: Option.some({
            rate: BigDecimal.fromStringUnsafe("0.07"),
            exponent: BigDecimal.fromBigInt(1n),
            rebateRate: BigDecimal.fromBigInt(0n),
            isTakerOnly: true,
          }),
        },
      })),
  });
  return Object.assign(market, { layer: Layer.merge(books, venue) });
}

/** The venue and its news as the wallet has them, and the market. */
export interface PaperWorld {
  readonly venue: OrderVenue["Service"];
  readonly news: OrderNewsFeed["Service"];
  readonly market: StagedMarket;
  /** Follows the wallet; what its owner is told is added to these. */
  readonly follow: Effect.Effect<Told, never, Scope.Scope>;
}

/** What the owner of a wallet is told. */
export interface Told {
  readonly fills: Array<OrderFill>;
  readonly orderIds: Array<string>;
}

const wire = Layer.succeed(PaperWire, {
  readOrder: (body) => Option.fromUndefinedOr(TERMS_BY_BODY.get(body)),
  toOpenOrder: ({ orderId }) => ({ orderId, createdSec: Option.none(), raw: {} }),
});
const TERMS_BY_BODY = new Map<string, SignedTerms>();
let orders = 0;

/** Signs an order: 10 shares at 0.47 unless the fields say otherwise, which rests. */
export function signed(terms: Partial<SignedTerms> = {}): SignedOrder {
  orders += 1;
  const orderId = `0x${orders.toString(16).padStart(64, "0")}`;
  TERMS_BY_BODY.set(orderId, {
    tokenId: TOKEN,
    side: "BUY",
    orderType: "GTC",
    isPostOnly: false,
    makerAmountE6: 4_700_000n,
    takerAmountE6: 10_000_000n,
    expirationSec: 0,
    ...terms,
  });
  return { orderId, body: orderId };
}

/** Takes the steps of a test, whose clock begins at noon and stands. Nothing is logged. */
export function onPaper<A>(
  steps: (
    world: PaperWorld,
  ) => Generator<Effect.Effect<unknown, unknown, PaperStore | Scope.Scope>, A, never>,
): Promise<A> {
  const market = stageMarket();
  const stores = Layer.mergeAll(
    layerMemoryAccountStore,
    layerMemoryWalletStore,
    layerMemoryPaperStore,
    layerMemoryOrderStore,
  ).pipe(Layer.provideMerge(layerMemoryWebhookStore));
  const ground = Layer.mergeAll(
    market.layer,
    Layer.mock(OrderNewsFeed, { sockets: () => ({ open: 0, wanted: 0 }) }),
    wire,
  ).pipe(
    Layer.provideMerge(layerPaperAccounts),
    Layer.provideMerge(stores),
    Layer.provideMerge(TestClock.layer()),
  );
  const program = Effect.gen(function* () {
    yield* TestClock.setTime(NOON_MS);
    yield* (yield* PaperStore).open({
      walletId: WALLET_ID,
      account: openPaperAccount(USDC_E6),
      latencyMs: Option.some(LATENCY_MS),
    });
    const [venue, news] = [yield* makePaperOrderVenue, yield* makePaperOrderNews];
    const follow = Effect.gen(function* () {
      const told: Told = { fills: [], orderIds: [] };
      yield* Effect.forkScoped(news.follow(HOLDER, {
        opened: Effect.void,
        heard: (heard) =>
          Effect.sync(() => {
            if (heard.kind === "fills") told.fills.push(...heard.fills);
            else told.orderIds.push(heard.orderId);
          }),
      }));
      yield* happened;
      return told;
    });
    return yield* Effect.gen(() => steps({ venue, news, market, follow }));
  });
  return Effect.runPromise(Effect.scoped(Effect.provide(program, [ground, Logger.layer([])])));
}

/** How often others have their turn until all that can be done at an instant is done. */
const TURNS = 100;

/** Lets everything happen that happens at this instant. */
export const happened = Effect.gen(function* () {
  yield* TestClock.adjust(1);
  for (let turn = 0; turn < TURNS; turn++) yield* Effect.yieldNow;
});

/** Sends an order, and lets it arrive. */
export const arrive = Effect.fnUntraced(function* (
  { venue }: PaperWorld,
  order: SignedOrder,
) {
  const sending = yield* Effect.forkChild(venue.send(order, HOLDER));
  yield* TestClock.adjust(LATENCY_MS);
  return yield* Fiber.join(sending);
});
