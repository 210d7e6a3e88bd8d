/**
 * Publishes every game that was written, in the order of the writes.
 *
 * @module
 */
import { Effect } from "effect";
import type { LeagueCode } from "../../game/mod.ts";
import type { ChangedGame } from "../../port/game_store.ts";
import { type GameEvent, gameTopic, leagueOf, type TopicEvent } from "../../stream/mod.ts";
import type { GameReadModel } from "../game/game_read_model.ts";
import type { MachineClock } from "../time/machine_time.ts";
import type { PublishedGames, PublisherService, TopicPublisher } from "./publisher.ts";

/** The most games of a league that are replayed to a reconnecting client: the newest changes. */
export const REPLAY_GAMES_MAX = 2_000;

/**
 * A refresh can bring thousands of games, of 2 to 3 kB each. They are published in batches with a
 * pause between them, 4 MB a second at most, so that a reader of normal speed does not fall behind.
 */
const BATCH_GAMES = 64;
const BATCH_PAUSE_MS = 50;

/** The publisher of games. */
export interface LiveGames extends TopicPublisher<TopicEvent> {
  /**
   * Returns the seq up to which everything was published, across all leagues; later events have a
   * greater one. Undefined until the games were read.
   */
  readonly head: () => number | undefined;
}

/** The options of {@linkcode makeLiveGames}. */
export interface LiveGamesOptions {
  readonly readModel: GameReadModel["Service"];
  readonly publisher: Pick<PublisherService, "publishEvent" | "subscribe">;
  /** Runs an effect in the background. */
  readonly fork: (effect: Effect.Effect<void>) => void;
  readonly machine: MachineClock;
}

/** Publishes the changes of the read model from now on. */
export function makeLiveGames(
  { readModel, publisher: { publishEvent, subscribe }, fork, machine }: LiveGamesOptions,
): LiveGames {
  /** Events to publish, in order. */
  const queue: Array<GameEvent> = [];
  let isDraining = false;

  function publishGames({ changed, listing }: PublishedGames): void {
    for (const one of changed) queue.push(eventOf(one, listing));
    if (isDraining) return;
    publishBatch();
    if (queue.length === 0) return;
    isDraining = true;
    fork(drain);
  }

  function publishBatch(): void {
    for (let count = 0; count < BATCH_GAMES; count++) {
      // Dequeued first, so that a subscriber that calls headOf sees the event as published.
      const next = queue.shift();
      if (next === undefined) return;
      publishEvent(next);
    }
  }

  const drain = Effect.gen(function* () {
    while (queue.length > 0) {
      yield* machine.sleep(BATCH_PAUSE_MS);
      publishBatch();
    }
  }).pipe(Effect.ensuring(Effect.sync(() => void (isDraining = false))));

  /** Queued events are not published yet, though the read model has them. */
  function headOf(league?: LeagueCode): number {
    const next = league === undefined
      ? queue[0]
      : queue.find(({ record }) => record.game.league === league);
    return next === undefined ? readModel.headSeq(league) : next.seq - 1;
  }

  function replay(topic: string, since: number): ReadonlyArray<TopicEvent> {
    const [league, listing] = [leagueOf(topic), readModel.current()];
    if (league === undefined || listing === undefined) return [];
    const changed = readModel.changedAfter(league, since);
    const skipped = changed.slice(0, -REPLAY_GAMES_MAX);
    const events = changed.slice(skipped.length).map((one) => eventOf(one, listing));
    const [first, last] = [skipped[0], skipped.at(-1)];
    if (first === undefined || last === undefined) return events;
    const range = { fromSeq: first.seq, toSeq: last.seq };
    return [
      { kind: "gap", topic: gameTopic(league), ...range, reason: "replay_limit" },
      ...events,
    ];
  }

  subscribe({ publishGames });
  return {
    head: () => readModel.current() === undefined ? undefined : headOf(),
    headOf: (topic) => {
      const league = leagueOf(topic);
      return league === undefined ? undefined : headOf(league);
    },
    // A league has no single current game; clients get the list over HTTP.
    current: () => undefined,
    replay: (topic, since) => Effect.sync(() => replay(topic, since)),
  };
}

function eventOf({ record, seq }: ChangedGame, listing: GameEvent["listing"]): GameEvent {
  return { kind: "game", topic: gameTopic(record.game.league), seq, record, listing };
}
