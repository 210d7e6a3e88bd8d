/**
 * A provider's sockets, which one replica of a fleet holds, and publishes to the others.
 *
 * @module
 */
import { Clock, Effect, FiberSet, Schedule } from "effect";
import type { Asset, Provider } from "../../market/mod.ts";
import { Leases } from "../../port/leases.ts";
import type { LiveEvent, LivePrices } from "../../port/live_prices.ts";
import { News, type NewsItem, type SocketState } from "../../port/news.ts";
import { ProviderWatch } from "../../port/provider_watch.ts";
import { MachineTime } from "../time/machine_time.ts";
import { repeatJob } from "../time/repeat_job.ts";
import { makeConflation } from "./conflate.ts";
import {
  endSilence,
  type FollowedSockets,
  type HeldSockets,
  heldState,
  makeFollowedSockets,
  makeHeldSockets,
  takeHeld,
  takeOwn,
  takeReceived,
} from "./followed_sockets.ts";

/** A provider's prices as they are pushed. */
export interface SharedPricesOptions {
  readonly provider: Provider;
  /** The names of its sockets on the status page. */
  readonly socketNames: ReadonlyArray<string>;
  readonly live: LivePrices["Service"];
}

/** How often the holder repeats the state of its sockets. */
const REPEAT_MS = 1_000;
/**
 * A holder whose sockets were not up for this long gives them up, and leaves them to others
 * for at least the rest. Both double with each time in vain, until they are up somewhere: one
 * that takes longer to come up is not cut off for ever, and a provider that is away is not asked
 * at a new connection's pace.
 */
const PATIENCE_MS = 10_000;
const REST_MS = 5_000;
const LONGEST_MS = 60_000;
/** What is published last must leave before the lease is given up. */
const PUBLISHED_MS = 100;

/** Returns the name of the lease on a provider's sockets. */
export function socketsLease(provider: Provider): string {
  return `${provider} sockets`;
}

/**
 * Shares sockets: their listener receives the same events whether this replica holds the sockets or
 * another one. A replica that takes the sockets over requests what was missed meanwhile; what is
 * received twice is published once, because every event has its place in a series. A replica that
 * cannot reach the provider leaves the sockets to the others of its fleet. A process without a
 * fleet has them as they are.
 */
export const shareLivePrices = Effect.fnUntraced(function* (
  { provider, socketNames, live }: SharedPricesOptions,
) {
  const leases = yield* Leases;
  if (leases.state() === "off") return live;
  const news = yield* News;
  const watch = yield* ProviderWatch;
  const { sleep } = yield* MachineTime;
  const lease = socketsLease(provider);

  /** Ends when the sockets were not up for too long, while others might reach the provider. */
  const hold = Effect.fnUntraced(
    function* (listener: (event: LiveEvent) => void, followed: FollowedSockets) {
      const held: HeldSockets = makeHeldSockets();
      const share = makeConflation<Asset, LiveEvent>({
        sleep,
        fork: yield* FiberSet.makeRuntime<never, void, never>(),
        publish: (event) => news.publish("trades", { kind: "price", provider, event }, lease),
      });
      const take = (event: LiveEvent) => {
        takeHeld(held, event);
        takeOwn(followed, event);
        listener(event);
        if (event.kind === "trade") share(event.asset, event);
        else news.publish("prices", { kind: "price", provider, event }, lease);
      };
      const repeating = Effect.gen(function* () {
        for (let downMs = 0; downMs < doubled(PATIENCE_MS, followed) || !isShared();) {
          held.sockets = yield* ownSockets;
          news.publish("prices", heldState(held, provider), lease);
          yield* sleep(REPEAT_MS);
          downMs = held.isUp === true ? 0 : downMs + REPEAT_MS;
        }
        // A provider that only keeps silent has not been published as down.
        if (held.isUp !== undefined) return;
        take({ kind: "stream_state", provider, isUp: false });
        yield* sleep(PUBLISHED_MS);
      });
      return yield* Effect.raceFirst(live.listen(take), repeating);
    },
    Effect.scoped,
  );

  /** The sockets of which this replica knows something. */
  const ownSockets = Effect.map(watch.reports, (reports) =>
    reports
      .filter(({ name, state }) => socketNames.includes(name) && state !== "unknown")
      .map(({ name, state }): SocketState => ({ name, isUp: state !== "down" })));

  const isShared = () => leases.state() === "shared";

  /** Ends early if the others leave the sockets alone as well. */
  const rest = Effect.fnUntraced(function* (followed: FollowedSockets) {
    const about = { provider, hint: "another replica takes its sockets over" };
    yield* Effect.annotateLogs(Effect.logWarning("Cannot reach the provider from here"), about);
    const restMs = doubled(REST_MS, followed);
    followed.timesInVain += 1;
    for (let leftMs = restMs; leftMs > 0; leftMs -= REPEAT_MS) {
      yield* sleep(REPEAT_MS);
      if (followed.silentSec * 1_000 >= REST_MS) return;
    }
  });

  const follow = Effect.fnUntraced(function* (
    listener: (event: LiveEvent) => void,
    followed: FollowedSockets,
  ) {
    let hasReceived = false;
    const publish = (event: LiveEvent) => {
      live.receive?.(event);
      listener(event);
    };
    const take = (item: NewsItem) => {
      if ((item.kind !== "price" && item.kind !== "sockets") || item.provider !== provider) return;
      hasReceived = true;
      const isHolding = leases.holds(lease);
      takeReceived(followed, item, { isHolding }).forEach(publish);
    };
    yield* news.listen("trades", (received) => {
      if ("item" in received) take(received.item);
    });
    for (const item of yield* news.recall("trades")) take(item);
    const early: Array<NewsItem> = [];
    let takeNext = (item: NewsItem): void => void early.push(item);
    yield* news.listen("prices", (received) => {
      // What was missed is lost up to where the holder's next state says that it is done.
      if ("item" in received) takeNext(received.item);
    });
    for (const item of yield* news.recall("prices")) take(item);
    for (const item of early) take(item);
    takeNext = take;
    hasReceived = false;
    const report = Effect.gen(function* () {
      const isFollowing = !leases.holds(lease);
      const atMs = yield* Clock.currentTimeMillis;
      if (isFollowing && hasReceived) {
        for (const { name, isUp } of followed.sockets) {
          // The provider may be down before any of its sockets counts as down.
          if (isUp && followed.isUp !== true) continue;
          yield* watch.record({ provider: name, ok: isUp, atMs, tookMs: 0 });
        }
      }
      if (isFollowing && !hasReceived) endSilence(followed).forEach(publish);
      if (hasReceived || !isFollowing) followed.silentSec = 0;
      hasReceived = false;
    });
    return yield* repeatJob(report, { schedule: Schedule.spaced(REPEAT_MS), isLater: true });
  }, Effect.scoped);

  return {
    listen: (listener) =>
      Effect.suspend(() => {
        const followed = makeFollowedSockets(provider);
        const holding = leases.whileHeld(lease, hold(listener, followed));
        return Effect.raceFirst(
          Effect.forever(Effect.andThen(holding, rest(followed))),
          follow(listener, followed),
        );
      }),
  } satisfies LivePrices["Service"];
});

function doubled(ms: number, { timesInVain }: FollowedSockets): number {
  return Math.min(LONGEST_MS, ms * 2 ** timesInVain);
}
