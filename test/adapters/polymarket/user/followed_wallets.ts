/** Wallets whose news a test follows, in a time that it moves. @module */
import { Effect, Fiber, Logger, Random, Redacted, References } from "effect";
import { makePolymarketOrderNewsFeed } from "../../../../adapters/polymarket/order_news.ts";
import { layerClock, type SandboxClock } from "../../../../app/simulator/kit/clock.ts";
import type { OrderListener, OrderNews } from "../../../../core/port/order_news.ts";
import type { OrderHolder } from "../../../../core/port/order_venue.ts";
import { type ProviderCall, ProviderWatch } from "../../../../core/port/provider_watch.ts";
import type { Trader } from "../../../simulator/polymarket/clob/trader.ts";

/** Waits before another attempt are drawn at random: here they are all as short as this. */
const SHORT: Random.Random = { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => 0.02 };

/** Returns a trader as the owner of orders. */
export function holderOf({ address, creds }: Trader): OrderHolder {
  const { key: apiKey, secret, passphrase } = creds;
  const credentials = {
    apiKey,
    secret: Redacted.make(secret),
    passphrase: Redacted.make(passphrase),
  };
  return { address, funder: address, credentials };
}

/** Makes a feed of a venue, whose sockets are where its book is unless another origin is given. */
export async function makeNewsFeed(
  { url, wsUrl = url.replace("http", "ws"), clock }: {
    readonly url: string;
    readonly wsUrl?: string;
    readonly clock: SandboxClock;
  },
) {
  const calls: Array<ProviderCall> = [];
  const lines: Array<string> = [];
  const logger = Logger.make(({ message, fiber }) => {
    const about = fiber.getRef(References.CurrentLogAnnotations);
    lines.push(`${String(message)} ${JSON.stringify(about)}`);
  });
  const watch = ProviderWatch.of({
    record: (call) => Effect.sync(() => void calls.push(call)),
    reports: Effect.succeed([]),
  });
  const provided = <A, E>(effect: Effect.Effect<A, E, ProviderWatch>) =>
    effect.pipe(
      Effect.provideService(ProviderWatch, watch),
      Effect.provideService(Random.Random, SHORT),
      Effect.provide([Logger.layer([logger]), layerClock(clock)]),
    );
  const feed = await Effect.runPromise(
    provided(makePolymarketOrderNewsFeed({ clobUrl: url, clobWsUrl: wsUrl })),
  );
  return {
    /** What the watch was told, and the lines in the log with what they are about. */
    calls,
    lines,
    sockets: feed.sockets,
    fills: (holder: OrderHolder, sinceSec: number) =>
      Effect.runPromise(provided(feed.fills({ holder, sinceSec }))),
    /** Follows a wallet until it is disposed of, and gives what it is told, in order. */
    follow: (
      holder: OrderHolder,
      { heard = () => Effect.void }: Partial<Pick<OrderListener, "heard">> = {},
    ) => {
      const told: Array<OrderNews | "opened"> = [];
      const fiber = Effect.runFork(provided(feed.follow(holder, {
        opened: Effect.sync(() => void told.push("opened")),
        heard: (news) => Effect.andThen(Effect.sync(() => void told.push(news)), heard(news)),
      })));
      return {
        told,
        openings: () => told.filter((news) => news === "opened").length,
        orders: () =>
          told.flatMap((news) => news !== "opened" && news.kind === "order" ? [news.orderId] : []),
        fills: () =>
          told.flatMap((news) => news !== "opened" && news.kind === "fills" ? news.fills : []),
        [Symbol.asyncDispose]: () => Effect.runPromise(Fiber.interrupt(fiber)),
      };
    },
  };
}
