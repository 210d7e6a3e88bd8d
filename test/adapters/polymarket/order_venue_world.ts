/** The adapter of the order venue at a simulator, staged for tests. @module */
import { afterAll, afterEach, beforeAll } from "bun:test";
import { OrderType, Side } from "@polymarket/clob-client-v2";
import { Effect, Exit, Option, Redacted, Scope } from "effect";
import type { BookFollower } from "../../../adapters/polymarket/book/followed_books.ts";
import { EntryLimits } from "../../../adapters/polymarket/clob/entry_limits.ts";
import { makePolymarketOrderVenue } from "../../../adapters/polymarket/order_venue.ts";
import { layerClock, makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import type { LoggedRequest } from "../../../app/simulator/kit/request_log.ts";
import type {
  OrderTrouble,
  OrderVenueWorld,
  StagedWallet,
} from "../../contract/order_venue_staging.ts";
import { FUNDER, startOrderBook, type Trader } from "../../simulator/polymarket/clob/trader.ts";
import { control } from "../../simulator/kit/support.ts";
import { UNWATCHED } from "../../still_run.ts";
import { moveTime } from "../outbound/moved_time.ts";
import { generatePrivateKey } from "viem/accounts";
import { parseConditionId, parsePositionId } from "../../../core/venue/mod.ts";

/** Follows nothing. */
export const NO_BOOKS: BookFollower = {
  follow: () => Effect.void,
  bookNow: () => Option.none(),
};

const TROUBLES: Readonly<Record<OrderTrouble, object>> = {
  lost_reply: { kind: "lost_reply" },
  drop: { kind: "drop" },
  duplicate: { kind: "duplicate" },
  error_500: { kind: "status", status: 500 },
};

/** Starts a simulator, and the adapter pointed at it, in a time that is moved until it stops. */
export async function startOrderVenue() {
  const time = moveTime();
  const clock = makeSandboxClock();
  const book = startOrderBook(clock);
  // What is tested is not how many orders a second it takes.
  await book.put("/__mode", { tier: "elite" });
  const scope = await Effect.runPromise(Scope.make());
  const limits = new EntryLimits();
  const venue = await Effect.runPromise(
    makePolymarketOrderVenue({ clobUrl: book.url, books: NO_BOOKS, limits })
      .pipe(
        Effect.provide([UNWATCHED, layerClock(clock)]),
        Scope.provide(scope),
      ),
  );
  const clients = new Map<string, Trader["client"]>();
  const world: OrderVenueWorld = {
    venue,
    market: ({ protocol = "v1", ...staging }) => {
      const { tick = "0.01", isNegRisk = false, delaySec = 0, isAcceptingOrders = true } = staging;
      const fields = {
        orderPriceMinTickSize: Number(tick),
        negRisk: isNegRisk,
        secondsDelay: delaySec,
        acceptingOrders: isAcceptingOrders,
      };
      const { conditionId, yes, no } = protocol === "v1"
        ? book.stageMarket(fields)
        : book.stageV2Market(fields);
      const condition = Option.getOrThrow(parseConditionId(conditionId));
      return Promise.resolve({ yes, no, conditionId: condition });
    },
    putBook: async (tokenId, levels) => void await book.putBook(tokenId, levels),
    wallet: async (signatureType) => {
      const privateKey = generatePrivateKey();
      const funder = signatureType === 0 ? {} : { funderAddress: FUNDER };
      const { client, creds, address } = await book.trader(
        { signatureType, ...funder },
        privateKey,
      );
      clients.set(address, client);
      const holder = {
        address,
        funder: signatureType === 0 ? address : FUNDER,
        credentials: {
          apiKey: creds.key,
          secret: Redacted.make(creds.secret),
          passphrase: Redacted.make(creds.passphrase),
        },
      };
      const signingKey = Uint8Array.from(Buffer.from(privateKey.slice(2), "hex"));
      return { wallet: { ...holder, signatureType }, holder, signingKey };
    },
    rest: async ({ wallet }, tokenID) => {
      const client = clients.get(wallet.address);
      const order = { tokenID, side: Side.BUY };
      // Of Protocol V2 the official client takes amounts alone: 5 shares at 0.02.
      const amounts = { makerAmount: "100000", takerAmount: "5000000" };
      const made = Option.isSome(parsePositionId(tokenID))
        ? await client?.createExchangeV3OrderFromAmounts({ ...order, ...amounts })
        : await client?.createOrder({ ...order, price: 0.02, size: 5 }, { tickSize: "0.01" });
      if (client === undefined || made === undefined) throw new Error("an unknown wallet");
      const answer = await client.postOrder(made, OrderType.GTC);
      return String(answer?.orderID);
    },
    setBalance: async ({ wallet }: StagedWallet, balance) =>
      void await book.put("/__account", { address: wallet.funder, balance }),
    setShares: async ({ wallet }, tokenId, shares) =>
      void await book.give(wallet.funder, { [tokenId]: shares }),
    setMode: async ({ retryAfterSec, ...mode }) =>
      void await book.put("/__mode", {
        ...mode,
        ...(retryAfterSec === undefined ? {} : { retry_after_s: retryAfterSec }),
      }),
    setProtocol: async (tokenId, version) =>
      void await book.put("/__mode", { protocol: { token_id: tokenId, version } }),
    setTick: async (tokenId, tick) =>
      void await book.put("/__mode", { tick: { token_id: tokenId, tick_size: tick } }),
    trouble: async (kind) =>
      void await control(`${book.url}/__faults`, "POST", {
        match: "POST /order",
        times: 1,
        ...TROUBLES[kind],
      }),
    accepted: async () => (await book.orders()).map(({ id }) => id),
    nowSec: () => Math.floor(clock.nowMs() / 1000),
    pass: time.pass,
    stop: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void));
      await book.stop();
      time[Symbol.dispose]();
    },
  };
  return { ...world, url: book.url, book, limits, time };
}

type Fields = Readonly<Record<string, unknown>>;

/** Stages one order venue for the tests of a file; after each it is mended, and its log empty. */
export function stageOrderVenue() {
  let world: Awaited<ReturnType<typeof startOrderVenue>>;
  beforeAll(async () => void (world = await startOrderVenue()));
  const send = <T>(method: string, path: string, body?: Fields) =>
    control<T>(`${world.url}${path}`, method, body);
  const mend = () => send("DELETE", "/__faults");
  afterEach(async () => void await Promise.all([mend(), send("DELETE", "/__log")]));
  afterAll(() => world.stop());
  return {
    world: () => world,
    run: <A, E>(effect: Effect.Effect<A, E>) => world.time.during(Effect.runPromise(effect)),
    fault: (match: string, fields: Fields) =>
      send("POST", "/__faults", { match, kind: "status", ...fields }),
    mend,
    /** The requests whose paths begin so, in their order. */
    asked: async (path: string) => {
      type Log = { readonly requests: ReadonlyArray<LoggedRequest> };
      const { body } = await send<Log>("GET", "/__log");
      return body.requests.filter((each) => each.path.startsWith(path));
    },
  };
}
