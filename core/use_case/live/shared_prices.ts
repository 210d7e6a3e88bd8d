/**
 * A provider's stream that one replica of a fleet holds, and publishes to the others.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { Provider } from "../../market/mod.ts";
import {
  Leases,
  type LiveEvent,
  type LivePrices,
  News,
  type NewsItem,
  ProviderWatch,
} from "../../port/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import {
  endSilence,
  type FollowedStream,
  heldState,
  type HeldStream,
  makeFollowedStream,
  makeHeldStream,
  takeHeld,
  takeOwn,
  takeReceived,
} from "./followed_stream.ts";

/** A provider's stream. */
export interface SharedPricesOptions {
  readonly provider: Provider;
  /** The names of its sockets on the status page. */
  readonly socketNames: ReadonlyArray<string>;
  readonly live: LivePrices["Service"];
}

/** How often the holder repeats the state of its stream. */
const REPEAT_MS = 1_000;

/** Returns the name of the lease on a provider's sockets. */
export function socketsLease(provider: Provider): string {
  return `${provider} sockets`;
}

/**
 * Shares a stream: its listener receives the same events whether this replica holds the sockets or
 * another one. A replica that takes the sockets over requests what was missed meanwhile; what is
 * received twice is published once, because every event has its place in a series.
 */
export const shareLivePrices = Effect.fnUntraced(function* (
  { provider, socketNames, live }: SharedPricesOptions,
) {
  const leases = yield* Leases;
  const news = yield* News;
  const watch = yield* ProviderWatch;
  const { sleep } = yield* MachineTime;
  const lease = socketsLease(provider);

  const hold = (listener: (event: LiveEvent) => void, followed: FollowedStream) =>
    Effect.suspend(() => {
      const held: HeldStream = makeHeldStream();
      const listening = live.listen((event) => {
        takeHeld(held, event);
        takeOwn(followed, event);
        listener(event);
        news.publish("prices", { kind: "price", provider, event }, lease);
      });
      const repeating = Effect.forever(Effect.andThen(
        Effect.sync(() => news.publish("prices", heldState(held, provider), lease)),
        sleep(REPEAT_MS),
      ));
      return Effect.raceFirst(listening, repeating);
    });

  const follow = Effect.fnUntraced(function* (
    listener: (event: LiveEvent) => void,
    followed: FollowedStream,
  ) {
    let hasReceived = false;
    const take = (item: NewsItem) => {
      if ((item.kind !== "price" && item.kind !== "stream") || item.provider !== provider) return;
      hasReceived = true;
      const isHolding = leases.holds(lease);
      for (const event of takeReceived(followed, item, { isHolding })) {
        live.receive?.(event);
        listener(event);
      }
    };
    const early: Array<NewsItem> = [];
    let takeNext = (item: NewsItem): void => void early.push(item);
    const stop = news.listen("prices", (received) => {
      // What was missed is lost up to where the holder's next state says that it is done.
      if ("item" in received) takeNext(received.item);
    });
    yield* Effect.addFinalizer(() => Effect.sync(stop));
    for (const item of yield* news.recall("prices")) take(item);
    for (const item of early) take(item);
    takeNext = take;
    hasReceived = false;
    for (;;) {
      yield* sleep(REPEAT_MS);
      const isFollowing = !leases.holds(lease);
      const atMs = yield* Clock.currentTimeMillis;
      if (isFollowing && hasReceived && followed.isUp === true) {
        for (const name of socketNames) {
          yield* watch.record({ provider: name, ok: true, atMs, tookMs: 0 });
        }
      }
      if (isFollowing && !hasReceived) {
        for (const event of endSilence(followed)) listener(event);
      }
      if (hasReceived || !isFollowing) followed.silentTurns = 0;
      hasReceived = false;
    }
  }, Effect.scoped);

  return {
    listen: (listener) =>
      Effect.suspend(() => {
        const followed = makeFollowedStream(provider);
        const holding = leases.whileHeld(lease, hold(listener, followed));
        return Effect.raceFirst(holding, follow(listener, followed));
      }),
  } satisfies LivePrices["Service"];
});
