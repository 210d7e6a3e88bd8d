/** News of orders that a test tells. @module */
import { Effect } from "effect";
import type { OrderFill } from "../../../../core/order/mod.ts";
import { EVERY_LEASE, Leases } from "../../../../core/port/leases.ts";
import { type OrderListener, OrderNewsFeed } from "../../../../core/port/order_news.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { followFills } from "../../../../core/use_case/order/mod.ts";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";

/** Makes a venue that says what the test has it say, and the job that listens to it. */
export function stagedNews() {
  const listeners = new Set<OrderListener>();
  const news = {
    /** What the list of trades has. */
    listed: [] as ReadonlyArray<OrderFill>,
    isDown: false,
    /** From when on the list was asked for, in unix seconds. */
    asked: [] as number[],
    hear: (...fills: ReadonlyArray<OrderFill>) => hearAll({ kind: "fills", fills }),
    hearOfOrder: (orderId: string) => hearAll({ kind: "order", orderId, isPlaced: false }),
    hearPlaced: (orderId: string) => hearAll({ kind: "order", orderId, isPlaced: true }),
    reopen: Effect.suspend(() =>
      Effect.forEach([...listeners], ({ opened }) => opened, { discard: true })
    ),
    followed: () => listeners.size,
  };
  const hearAll = (told: Parameters<OrderListener["heard"]>[0]) =>
    Effect.forEach([...listeners], ({ heard }) => heard(told), { discard: true });
  const feed = OrderNewsFeed.of({
    fills: ({ sinceSec }) =>
      Effect.suspend(() => {
        news.asked.push(sinceSec);
        return news.isDown ? DOWN : Effect.succeed(news.listed);
      }),
    follow: (_holder, listener) =>
      Effect.acquireUseRelease(
        Effect.sync(() => void listeners.add(listener)),
        () => Effect.andThen(listener.opened, Effect.never),
        () => Effect.sync(() => void listeners.delete(listener)),
      ),
    sockets: () => ({ open: listeners.size, wanted: listeners.size }),
  });
  const job = Effect.provide(followFills, layerMemoryJobWatch).pipe(
    Effect.provideService(Leases, EVERY_LEASE),
    Effect.provideService(OrderNewsFeed, feed),
  );
  return { ...news, news, job };
}

const DOWN = Effect.fail(
  new ProviderFailed({
    provider: "venue orders",
    reason: "timeout",
    wanted: "trades",
    cause: new Error("down"),
  }),
);
