/**
 * The progress of one iterator in its topics over any number of connections. It yields each event
 * once and in order. Pure: it uses no socket and no clock.
 *
 * @module
 */
import type { TopicEvent } from "./frame.ts";
import {
  initialPosition,
  positionOnConnect,
  sinceOf,
  takeEvent,
  type TopicPosition,
} from "./topic_position.ts";
import { type Request, requestsOf } from "./request.ts";
import { type Channel, maxAgeSecOf } from "./topic.ts";

/** What an iterator follows. Undefined assets means every one that the service has. */
export interface Followed {
  readonly channel: Channel;
  /** For games: leagues. */
  readonly assets: ReadonlyArray<string> | undefined;
  /** Intervals or the seconds of averages; for games one empty text. */
  readonly spans: ReadonlyArray<string>;
  /** Begins with the event after this seq; undefined begins with the current value. */
  readonly since: number | undefined;
}

interface Entry {
  readonly asset: string | undefined;
  readonly span: string;
  readonly position: TopicPosition;
}

/** The positions of an iterator in its topics. */
export class Resume {
  readonly channel: Channel;
  /** By topic. An entry without an asset means all of them, until the service has listed them. */
  readonly #entries = new Map<string, Entry>();

  constructor({ channel, assets, spans, since }: Followed) {
    this.channel = channel;
    for (const span of spans) {
      for (const asset of assets ?? [undefined]) {
        this.#entries.set(this.#topicOf(asset, span), {
          asset,
          span,
          position: initialPosition(since),
        });
      }
    }
  }

  /** Returns the requests for a new connection. The service's clock shows at least `serverMs`. */
  connected(serverMs: number): ReadonlyArray<Request> {
    for (const [topic, entry] of this.#entries) {
      // A seq of games is not a time: without one from the service, start over at the current
      // state.
      const position = this.channel === "games"
        ? entry.position
        : positionOnConnect(entry.position, serverMs);
      this.#entries.set(topic, { ...entry, position });
    }
    return requestsOf(
      [...this.#entries].map(([topic, { asset, span, position }]) => ({
        asset,
        span,
        since: sinceOf(position, maxAgeSecOf(topic)),
      })),
    );
  }

  /**
   * Takes the topics with which the service answered a subscription. Returns those that belong
   * here. Topics without any event yet continue after `seq`, if the service sent one.
   */
  subscribed(topics: ReadonlyArray<string>, seq?: number): ReadonlyArray<string> {
    const resolved = new Set<string>();
    for (const topic of topics) {
      const [, asset, span = ""] = topic.split(":");
      const all = this.#topicOf(undefined, span);
      const entry = this.#entries.get(all);
      if (entry === undefined || this.#topicOf(asset, span) !== topic) continue;
      this.#entries.set(topic, { ...entry, asset });
      resolved.add(all);
    }
    for (const all of resolved) this.#entries.delete(all);
    const mine = topics.filter((topic) => this.#entries.has(topic));
    for (const topic of mine) {
      const entry = this.#entries.get(topic);
      if (entry === undefined || seq === undefined || entry.position.state !== "new") continue;
      this.#entries.set(topic, { ...entry, position: { state: "after", seq } });
    }
    return mine;
  }

  /** Takes an event from the service. Returns what the bot gets, if anything. */
  take(event: TopicEvent): TopicEvent | undefined {
    const entry = this.#entries.get(event.topic);
    if (entry === undefined) return undefined;
    const step = takeEvent(entry.position, event, maxAgeSecOf(event.topic));
    this.#entries.set(event.topic, { ...entry, position: step.position });
    return step.event;
  }

  /** Returns the requests that unsubscribe from everything followed here. */
  unsubscribing(): ReadonlyArray<Request> {
    return requestsOf(
      [...this.#entries.values()].map(({ asset, span }) => ({ asset, span, since: undefined })),
    );
  }

  /** Whether both follow a common topic. */
  overlaps(other: Resume): boolean {
    if (this.channel !== other.channel) return false;
    return [...this.#entries.values()].some((mine) =>
      [...other.#entries.values()].some((theirs) =>
        mine.span === theirs.span &&
        (mine.asset === theirs.asset || mine.asset === undefined || theirs.asset === undefined)
      )
    );
  }

  /** Returns the last seq that the bot got or began after, by topic. */
  lastSeqs(): Readonly<Record<string, number>> {
    const positions = [...this.#entries].flatMap(([topic, { position }]) =>
      position.state === "after" ? [[topic, position.seq] as const] : []
    );
    return Object.fromEntries(positions);
  }

  #topicOf(asset: string | undefined, span: string): string {
    const topic = `${this.channel}:${asset ?? "*"}`;
    return span === "" ? topic : `${topic}:${span}`;
  }
}
