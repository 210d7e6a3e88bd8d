/**
 * The replays of one stream client: which topics wait for one, and the sending of their events.
 *
 * @module
 */
import { Effect, Exit, Fiber, Semaphore } from "effect";
import { lastSeqOf, type Topic } from "../../../core/stream/mod.ts";
import type { PushedTopicEvent } from "../../../core/use_case/live/mod.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";
import type { StreamPublisher } from "./stream_publisher.ts";

/** Events of a replay sent before other clients get their turn: less than a millisecond of work. */
const PIECE_EVENTS = 64;

/** What the replays need from their connection. */
export interface ReplayClient {
  /** The address whose clients share turns. */
  readonly address: string;
  readonly hasRoom: () => boolean;
  /** Ends when the client has read most of what was sent. */
  readonly untilRoom: Effect.Effect<void>;
  readonly sendEvent: (event: PushedTopicEvent) => void;
  /** Called in the turn of the event loop in which everything up to `sentSec` was sent. */
  readonly goLive: (topic: Topic, sentSec: number) => void;
  readonly failed: (topic: Topic, cause: unknown) => void;
}

/** Corrections of a topic that arrived during its replay, which may have sent the old price. */
interface Corrections {
  /** The latest ones, at most as many as a replay has windows. */
  held: ReadonlyArray<PushedTopicEvent>;
  /** Ends the listening for more. */
  readonly end: () => void;
}

type Events = ReadonlyArray<PushedTopicEvent>;

/**
 * Replays one topic at a time. While a provider or the store is asked for one, the next one goes
 * on. The client takes its turns among those of its address; in each it replays a topic once, so
 * that a client which asks again and again cannot keep the others from theirs.
 */
export class ClientReplays {
  readonly #publisher: StreamPublisher;
  readonly #client: ReplayClient;
  /** Topics that wait for a turn, with the seq after which each is replayed. */
  readonly #waiting = new Map<Topic, number>();
  /** Those of topics that wait or are being replayed. */
  readonly #corrections = new Map<Topic, Corrections>();
  /** The replays begun in this turn, also those that have ended; undefined outside of a turn. */
  #inTurn: Map<Topic, Fiber.Fiber<void>> | undefined;
  /** Takes one turn after the other, as long as topics wait. */
  #turns: Fiber.Fiber<void> | undefined;
  readonly #alone = Semaphore.makeUnsafe(1).withPermit;

  constructor(publisher: StreamPublisher, client: ReplayClient) {
    this.#publisher = publisher;
    this.#client = client;
  }

  /** Replays a topic after `since`, once however often it is asked for. */
  add(topic: Topic, since: number): void {
    this.#corrections.getOrInsertComputed(topic, () => this.#hold(topic));
    if (this.#inTurn?.has(topic) === false) return this.#begin(topic, since, this.#inTurn);
    this.#waiting.set(topic, since);
    if (this.#turns !== undefined) return;
    this.#turns = Effect.runFork(this.#takeTurns);
    // At once where there was nothing to wait for.
    this.#turns.addObserver(() => (this.#turns = undefined));
  }

  /** Stops the replay of a topic, which may be added again. */
  stop(topic: Topic): void {
    this.#waiting.delete(topic);
    this.#inTurn?.get(topic)?.interruptUnsafe();
  }

  /** Stops the replay of a topic for good. */
  end(topic: Topic): void {
    this.stop(topic);
    this.#takeCorrections(topic);
  }

  /**
   * Called when the connection is closed. A turn goes on while a lookup does, so that reconnecting
   * does not start more of them.
   */
  close(): void {
    for (const topic of this.#corrections.keys()) this.end(topic);
    if (this.#inTurn === undefined) this.#turns?.interruptUnsafe();
  }

  readonly #takeTurns = Effect.gen({ self: this }, function* () {
    const { replays } = this.#publisher;
    while (this.#waiting.size > 0) yield* replays.inTurn(this.#client.address, this.#turn);
  });

  readonly #turn = Effect.gen({ self: this }, function* () {
    const begun = this.#inTurn = new Map<Topic, Fiber.Fiber<void>>();
    for (const [topic, since] of this.#waiting) this.#begin(topic, since, begun);
    this.#waiting.clear();
    // Also those that are begun meanwhile.
    for (const replay of begun.values()) yield* Fiber.await(replay);
    this.#inTurn = undefined;
  });

  #begin(topic: Topic, since: number, begun: Map<Topic, Fiber.Fiber<void>>): void {
    const failed = (cause: unknown) =>
      Effect.sync(() => {
        this.#takeCorrections(topic);
        this.#client.failed(topic, cause);
      });
    begun.set(topic, Effect.runFork(Effect.catchDefect(this.#replay(topic, since), failed)));
  }

  /** Sends what follows `since` until nothing is left. Then the topic is live. */
  #replay(topic: Topic, since: number): Effect.Effect<void> {
    const { stream, replays, run } = this.#publisher;
    return Effect.gen({ self: this }, function* () {
      let [sentSec, found]: [number, Events] = [since, []];
      const goOn = Effect.gen({ self: this }, function* () {
        yield* this.#send(found);
        if (this.#goLive(topic, sentSec)) return undefined;
        return yield* replays.piece(() => ({
          headSec: stream.headOf(topic),
          exit: run(stream.replay(topic, sentSec)),
        }));
      });
      for (;;) {
        const lookup = yield* this.#alone(goOn);
        if (lookup === undefined) return;
        // Whoever stops a replay does not stop what it asks for.
        const exit = yield* Effect.uninterruptible(Effect.promise(async () => await lookup.exit));
        if (Exit.isFailure(exit)) throw new Error("a replay failed", { cause: exit.cause });
        found = exit.value;
        const last = found.at(-1);
        // Nothing up to the head: there is nothing left of it to send.
        sentSec = last === undefined ? Math.max(sentSec, lookup.headSec) : lastSeqOf(last);
      }
    });
  }

  #send(events: Events): Effect.Effect<void> {
    const { hasRoom, untilRoom, sendEvent } = this.#client;
    return Effect.gen({ self: this }, function* () {
      for (let index = 0; index < events.length;) {
        yield* untilRoom;
        yield* this.#publisher.replays.piece(() => {
          for (const event of events.slice(index, index + PIECE_EVENTS)) {
            if (!hasRoom()) return;
            sendEvent(event);
            index++;
          }
        });
      }
    });
  }

  /**
   * Lets a topic go live if nothing is left to send, in the same turn of the event loop, so that no
   * event is lost in between. Returns whether it did.
   */
  #goLive(topic: Topic, sentSec: number): boolean {
    if (this.#publisher.stream.headOf(topic) > sentSec) return false;
    for (const event of this.#takeCorrections(topic)) {
      if (lastSeqOf(event) <= sentSec) this.#client.sendEvent(event);
    }
    this.#client.goLive(topic, sentSec);
    return true;
  }

  #takeCorrections(topic: Topic): Events {
    const corrections = this.#corrections.get(topic);
    this.#corrections.delete(topic);
    corrections?.end();
    return corrections?.held ?? [];
  }

  #hold(topic: Topic): Corrections {
    const corrections: Corrections = {
      held: [],
      end: this.#publisher.listenForCorrections(topic, (event) => {
        corrections.held = [...corrections.held, event].slice(-STREAM_LIMITS.replayWindows);
      }),
    };
    return corrections;
  }
}
