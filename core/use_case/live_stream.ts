/**
 * The live stream: what the providers publish and how games change, told to whoever listens, and
 * told again to whoever was away.
 *
 * @module
 */
import { Cause, Clock, Context, Effect, Layer } from "effect";
import { type Provider } from "../market/mod.ts";
import { type LiveEvent, LivePrices, ProviderWatch } from "../port/mod.ts";
import {
  type LiveOpening,
  type Observation,
  openedByObservation,
  openedByTurn,
  relayTarget,
  reportTarget,
  type TwapSeries,
} from "../price/mod.ts";
import {
  type FeedEvent,
  lastSeqOf,
  type StreamEvent,
  type Topic,
  type TopicEvent,
} from "../stream/mod.ts";
import { makeFeedStates } from "./feed_states.ts";
import { GameBook } from "./game_book.ts";
import { makeLiveGames } from "./live_games.ts";
import { makeLiveTargets } from "./live_targets.ts";
import { makeLiveTwaps } from "./live_twaps.ts";
import { MachineTime } from "./machine_time.ts";
import { RangeBudget } from "./range_budget.ts";
import { TargetBook } from "./target_book.ts";
import type { Teller } from "./teller.ts";
import { Venue } from "./venue.ts";

/**
 * Ends when a target that is missing may no longer hold up a younger one of its series: after 1 s
 * of the machine's time.
 */
export const CatchUpPatience = Context.Reference<Effect.Effect<void>>(
  "core/use_case/CatchUpPatience",
  { defaultValue: () => Effect.sleep("1 second") },
);

/** Where a newcomer to a topic begins: the value of now, if there is one, and what comes after. */
export interface Beginning {
  readonly current: TopicEvent | undefined;
  readonly cursor: number;
}

/** Tells everything once, in the order of each topic. */
export class LiveStream extends Context.Service<LiveStream, {
  /** Adds a listener, which must not throw; what it gives takes the listener away. */
  readonly listen: (listener: (event: StreamEvent) => void) => () => void;
  /** The last seq told of a topic, as a value or as a gap. */
  readonly headOf: (topic: Topic) => number;
  /**
   * The number up to which every game was told; undefined until the games were read. Of what is
   * told of later, in any league, each has a greater one.
   */
  readonly gamesHead: () => number | undefined;
  readonly begin: (topic: Topic) => Beginning;
  /** Everything of a topic after `since`, up to its head as it was told. Oldest first. */
  readonly replay: (
    topic: Topic,
    since: number,
  ) => Effect.Effect<ReadonlyArray<TopicEvent>>;
  /** Undefined until something is known of the provider. */
  readonly stateOf: (provider: Provider) => FeedEvent | undefined;
  /** Whether the provider's own stream runs. */
  readonly isLive: (provider: Provider) => boolean;
  /** The latest average of a series that the stream brought, however old. */
  readonly latestTwap: (series: TwapSeries) => Observation | undefined;
  /** False while the provider is known to publish nothing that the topic could be told of. */
  readonly hasFeed: (topic: Topic) => boolean;
  /** Hears the providers until it is interrupted. Nothing is told of them before it runs. */
  readonly run: Effect.Effect<never>;
}>()("core/use_case/LiveStream") {}

/** How often the answers of the providers are looked at. */
const WATCH_EVERY = "5 seconds";
/** An average is published this long after its second, mostly. */
const TWAP_DELAY_SEC = 3;

/** The stream over the book and the providers. */
export const layerLiveStream = Layer.effect(
  LiveStream,
  Effect.gen(function* () {
    const book = yield* TargetBook;
    const venue = yield* Venue;
    const prices = yield* LivePrices;
    const watch = yield* ProviderWatch;
    const clock = yield* Clock.clockWith(Effect.succeed);
    const patience = yield* CatchUpPatience;
    const replayBudget = yield* RangeBudget;
    const runFork = Effect.runForkWith(yield* Effect.context<never>());
    const nowMs = () => Math.floor(clock.currentTimeMillisUnsafe());
    const fork = (effect: Effect.Effect<void>) => void runFork(effect);

    const listeners = new Set<(event: StreamEvent) => void>();
    const tell = (event: StreamEvent) => {
      for (const listener of listeners) listener(event);
    };
    const feeds = makeFeedStates({ nowMs, tell });
    const twaps = makeLiveTwaps({ nowMs, tell });
    const games = makeLiveGames({
      book: yield* GameBook,
      machine: yield* MachineTime,
      fork,
      // A game that cannot be told must not end those that follow, nor what the book does.
      tell: (event) => {
        try {
          tell(event);
        } catch (cause) {
          fork(Effect.logError("Cannot tell of a game", Cause.die(cause)));
        }
      },
    });
    const targets = makeLiveTargets({ book, venue, nowMs, tell, fork, patience, replayBudget });
    const tellerOf = (topic: Topic): Teller =>
      topic.startsWith("twap:") ? twaps : topic.startsWith("games:") ? games : targets;

    const openingsOf = (event: LiveEvent): ReadonlyArray<LiveOpening> => {
      const { profile } = venue;
      switch (event.kind) {
        case "report":
          return openedByObservation(profile, event.asset, {
            observation: event.report,
            target: reportTarget(event.report, { isLate: false }),
          });
        case "point":
          return openedByObservation(profile, event.asset, {
            observation: event.point,
            target: relayTarget(event.point),
          });
        case "turn":
          return openedByTurn(profile, event.asset, event.turn);
        default:
          return [];
      }
    };
    const take = (event: LiveEvent) => {
      if (event.kind === "link") return feeds.link(event.provider, event.isUp);
      // No price of the past is that of a window to come, whatever clock says so.
      const openings = openingsOf(event).filter(({ query }) =>
        query.window.startSec * 1000 <= nowMs()
      );
      // Markets wait for openings; an average follows every second.
      if (openings.length > 0) fork(book.keep(openings));
      twaps.hear(event);
    };
    /** What cannot be taken must not end what follows it. */
    const hear = (event: LiveEvent) => {
      try {
        take(event);
      } catch (cause) {
        fork(Effect.logError("Cannot take what a provider published", Cause.die(cause)));
      }
    };
    const watchAnswers = Effect.forever(
      Effect.andThen(Effect.sleep(WATCH_EVERY), Effect.map(watch.reports, feeds.watch)),
    );

    return LiveStream.of({
      listen: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      gamesHead: games.head,
      headOf: (topic) => tellerOf(topic).headOf(topic) ?? 0,
      begin: (topic) => {
        const teller = tellerOf(topic);
        const head = teller.headOf(topic) ?? 0;
        const latest = teller.current(topic);
        // A gap that was told since would be skipped without a word.
        const current = latest !== undefined && lastSeqOf(latest) === head ? latest : undefined;
        // Averages that are still fetched for the past are not news to a newcomer.
        const recentSec = Math.floor(nowMs() / 1000) - TWAP_DELAY_SEC;
        const cursor = topic.startsWith("twap:") ? Math.max(head, recentSec) : head;
        return { current, cursor: current === undefined ? cursor : head };
      },
      replay: (topic, since) => tellerOf(topic).replay(topic, since),
      stateOf: feeds.stateOf,
      isLive: feeds.isLive,
      latestTwap: twaps.latest,
      hasFeed: twaps.hasFeed,
      run: Effect.acquireUseRelease(
        Effect.sync(() => {
          twaps.start();
          return targets.start();
        }),
        () => Effect.raceFirst(prices.listen(hear), watchAnswers),
        (stop) => Effect.sync(stop),
      ),
    });
  }),
);
