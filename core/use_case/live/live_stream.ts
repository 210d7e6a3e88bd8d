/**
 * The live stream: publishes provider prices and game changes, and replays missed events to
 * reconnecting clients.
 *
 * @module
 */
import { Cause, Clock, Context, Effect, Layer, Schedule } from "effect";
import type { Asset, Provider, VenueProfile } from "../../market/mod.ts";
import { type LiveEvent, LivePrices } from "../../port/live_prices.ts";
import { ProviderWatch } from "../../port/provider_watch.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import {
  type LiveOpening,
  openedByPrice,
  openedByRollover,
  type OraclePrice,
  type OracleStream,
  relayTarget,
  reportTarget,
  type Trade,
  type TwapSeries,
} from "../../price/mod.ts";
import {
  type FeedEvent,
  lastSeqOf,
  type SpotEvent,
  spotTopic,
  type Topic,
} from "../../stream/mod.ts";
import { makeConflation } from "./conflate.ts";
import { makeFeedStates } from "./feed_states.ts";
import { GameReadModel } from "../game/game_read_model.ts";
import { makeLiveGames } from "./live_games.ts";
import { makeLiveOrders } from "./live_orders.ts";
import { makeLiveTargets } from "./live_targets.ts";
import { makeLiveTwaps, TWAP_DELAY_SEC } from "./live_twaps.ts";
import { makeNewestPrices } from "./newest_prices.ts";
import { MachineTime } from "../time/machine_time.ts";
import { repeatJob } from "../time/repeat_job.ts";
import { RangeBudget } from "../price/range_budget.ts";
import { TargetCache } from "../price/target_cache.ts";
import { Publisher, type TopicPublisher } from "./publisher.ts";
import type { PushedTopicEvent } from "./pushed_event.ts";
import { Venue } from "../venue/venue.ts";

/**
 * Ends when a missing target may no longer delay a newer one of its series: after 1 s of machine
 * time.
 */
export const CatchUpTimeout = Context.Reference<Effect.Effect<void>>(
  "core/use_case/CatchUpTimeout",
  { defaultValue: () => Effect.sleep("1 second") },
);

/** The start of a new subscription: the current value, if any, and the seq after which to go on. */
export interface Beginning {
  readonly current: PushedTopicEvent | undefined;
  readonly cursor: number;
}

/** Publishes every event once, in order within each topic, with `publishEvent`. */
export class LiveStream extends Context.Service<LiveStream, {
  /** Returns the last published seq of a topic, as a value or as a gap. */
  readonly headOf: (topic: Topic) => number;
  /**
   * Returns the seq up to which every game was published; undefined until the games were read.
   * Later events, in any league, have a greater one.
   */
  readonly gamesHead: () => number | undefined;
  /**
   * Publishes what changes of wallets from now on, of each until its returned function is called.
   * The topics' heads are known by then.
   */
  readonly followWallets: (
    walletIds: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyMap<string, () => void>, StoreFailed>;
  /** Returns where a new subscription to the topic starts. */
  readonly begin: (topic: Topic) => Beginning;
  /**
   * Returns whether every event of a topic after `since` is known that a replay would contain.
   * False only after a start, until the averages before it were fetched.
   */
  readonly isReplayable: (topic: Topic, since: number) => boolean;
  /**
   * Returns the events of a topic after `since` up to its head, or the first of them. Oldest first.
   */
  readonly replay: (
    topic: Topic,
    since: number,
  ) => Effect.Effect<ReadonlyArray<PushedTopicEvent>>;
  /** Returns the provider's state; undefined until something is known. */
  readonly stateOf: (provider: Provider) => FeedEvent | undefined;
  /** Returns whether the provider's sockets deliver. */
  readonly isLive: (provider: Provider) => boolean;
  /** Returns the latest streamed average of a series, however old. */
  readonly latestTwap: (series: TwapSeries) => OraclePrice | undefined;
  /** Returns the oracle's price of the latest second that it pushed, however old. */
  readonly newestOraclePrice: (asset: Asset, stream: OracleStream) => OraclePrice | undefined;
  /** Returns the exchange's newest trade, however old. */
  readonly newestTrade: (asset: Asset) => Trade | undefined;
  /** Returns false while the provider is known to publish nothing for the topic. */
  readonly hasFeed: (topic: Topic) => boolean;
  /**
   * Listens to the providers and the store until interrupted. Without it no events of theirs are
   * published.
   */
  readonly run: Effect.Effect<never>;
}>()("core/use_case/LiveStream") {}

/** How often the health of provider requests is checked. */
const WATCH_EVERY = "5 seconds";

/** The live stream over the target cache, the game read model and the providers. */
export const layerLiveStream = Layer.effect(
  LiveStream,
  Effect.gen(function* () {
    const { profile } = yield* Venue;
    const cache = yield* TargetCache;
    const prices = yield* LivePrices;
    const watch = yield* ProviderWatch;
    const clock = yield* Clock.clockWith(Effect.succeed);
    const runFork = Effect.runForkWith(yield* Effect.context<never>());
    const nowMs = () => Math.floor(clock.currentTimeMillisUnsafe());
    const fork = (effect: Effect.Effect<void>) => void runFork(effect);

    const newest = makeNewestPrices();
    const { sleep } = yield* MachineTime;
    const { publishEvent } = yield* Publisher;
    const publish = logFailure(publishEvent, "Cannot publish a trade", fork);
    const pushSpot = makeConflation<Asset, SpotEvent>({ sleep, fork, publish });
    const { feeds, twaps, games, targets } = yield* makePublishers({ nowMs, fork });
    const orders = yield* makeLiveOrders;
    const publishers = { twap: twaps, games, targets, orders };
    const publisherOf = (topic: Topic): TopicPublisher =>
      publishers[topic.slice(0, topic.indexOf(":")) as keyof typeof publishers];

    const handle = (event: LiveEvent) => {
      if (event.kind === "stream_state") return feeds.setSocketsUp(event.provider, event.isUp);
      const trade = newest.take(event);
      if (event.kind === "trade") {
        return trade && pushSpot(event.asset, spotEvent(event.asset, trade));
      }
      const openings = openingsOf(profile, event, nowMs());
      // Openings go first because bots wait for them; averages follow every second.
      if (openings.length > 0) fork(cache.keep(openings));
      twaps.publishTwap(event);
    };
    const watchReports = repeatJob(Effect.map(watch.reports, feeds.setReports), {
      schedule: Schedule.spaced(WATCH_EVERY),
      clock: "service",
      isLater: true,
    });
    const listening = Effect.raceAllFirst([
      prices.listen(logFailure(handle, "Cannot process a provider event", fork)),
      watchReports,
      orders.run,
    ]);

    return LiveStream.of({
      gamesHead: games.head,
      headOf: (topic) => publisherOf(topic).headOf(topic) ?? 0,
      followWallets: orders.follow,
      begin: (topic) => beginningOf(publisherOf(topic), topic, nowMs()),
      isReplayable: (topic, since) =>
        !topic.startsWith("twap:") || twaps.isReplayable(topic, since),
      replay: (topic, since) => publisherOf(topic).replay(topic, since),
      stateOf: feeds.stateOf,
      isLive: feeds.isLive,
      latestTwap: twaps.latest,
      newestOraclePrice: newest.oracle,
      newestTrade: newest.trade,
      hasFeed: twaps.hasFeed,
      run: Effect.acquireUseRelease(
        Effect.sync(() => {
          twaps.start();
          return targets.start();
        }),
        () => listening,
        (stop) => Effect.sync(stop),
      ),
    });
  }),
);

/** What the publishers run on. */
interface PublisherHost {
  readonly nowMs: () => number;
  /** Runs an effect in the background. */
  readonly fork: (effect: Effect.Effect<void>) => void;
}

/** Makes the publishers of states, averages, games and targets. */
const makePublishers = Effect.fnUntraced(function* ({ nowMs, fork }: PublisherHost) {
  const publisher = yield* Publisher;
  const { publishEvent, subscribe } = publisher;
  const games = makeLiveGames({
    readModel: yield* GameReadModel,
    machine: yield* MachineTime,
    fork,
    publisher: {
      subscribe,
      // The games that follow and the read model's refresh go on.
      publishEvent: logFailure(publishEvent, "Cannot publish a game", fork),
    },
  });
  const targets = makeLiveTargets({
    cache: yield* TargetCache,
    venue: yield* Venue,
    nowMs,
    publisher,
    fork,
    patience: yield* CatchUpTimeout,
    replayBudget: yield* RangeBudget,
  });
  const feeds = makeFeedStates({ nowMs, publishEvent });
  return { feeds, twaps: makeLiveTwaps({ nowMs, publishEvent }), games, targets };
});

/**
 * Returns the windows whose target the event decides. A published price cannot open a future
 * window, even if a provider's clock is ahead.
 */
function openingsOf(
  profile: VenueProfile,
  event: LiveEvent,
  nowMs: number,
): ReadonlyArray<LiveOpening> {
  return decidedBy(profile, event).filter(({ query }) => query.window.startSec * 1000 <= nowMs);
}

function decidedBy(profile: VenueProfile, event: LiveEvent): ReadonlyArray<LiveOpening> {
  switch (event.kind) {
    case "report":
      return openedByPrice(profile, event.asset, {
        price: event.report,
        target: reportTarget(event.report, { isLate: false }),
      });
    case "point":
      return openedByPrice(profile, event.asset, {
        price: event.point,
        target: relayTarget(event.point),
      });
    case "rollover":
      return openedByRollover(profile, event.asset, event.rollover);
    default:
      return [];
  }
}

/** Returns the event of a trade. */
export function spotEvent(asset: Asset, { priceE18, tradedAtMs }: Trade): SpotEvent {
  return { kind: "spot", topic: spotTopic(asset), asset, priceE18, tradedAtMs };
}

/** One failure must not stop the events that follow: it is logged. */
function logFailure<Event>(
  handle: (event: Event) => void,
  message: string,
  fork: PublisherHost["fork"],
): (event: Event) => void {
  return (event) => {
    try {
      handle(event);
    } catch (cause) {
      fork(Effect.logError(message, Cause.die(cause)));
    }
  };
}

/** Returns where a new subscription to a topic of the publisher starts. */
function beginningOf(
  publisher: Pick<TopicPublisher, "headOf" | "current">,
  topic: Topic,
  nowMs: number,
): Beginning {
  const head = publisher.headOf(topic) ?? 0;
  const latest = publisher.current(topic);
  // A value with a gap after it is not current: the gap would be skipped silently.
  if (latest !== undefined && lastSeqOf(latest) === head) return { current: latest, cursor: head };
  if (!topic.startsWith("twap:")) return { current: undefined, cursor: head };
  // A new subscriber does not need averages that are still being fetched for the past.
  const recentSec = Math.floor(nowMs / 1000) - TWAP_DELAY_SEC;
  return { current: undefined, cursor: Math.max(head, recentSec) };
}
