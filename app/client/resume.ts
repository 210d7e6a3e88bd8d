/**
 * What one iterator has been told of its topics, over any number of connections: each event once,
 * and each in its order. Pure: it knows no socket and no clock.
 *
 * @module
 */
import type { TopicEvent } from "./frame.ts";
import { connectedPlace, firstPlace, type Place, sinceOf, takeEvent } from "./place.ts";
import { type Request, requestsOf } from "./request.ts";
import { type Channel, reachSecOf } from "./topic.ts";

/** What is followed. No assets means every one that the service has. */
export interface Followed {
  readonly channel: Channel;
  /** Of games: leagues. */
  readonly assets: ReadonlyArray<string> | undefined;
  /** Intervals, or the seconds of averages; of games one that is empty. */
  readonly spans: ReadonlyArray<string>;
  /** Everything after this seq is wanted; undefined begins with the value of now. */
  readonly since: number | undefined;
}

interface Entry {
  readonly asset: string | undefined;
  readonly span: string;
  readonly place: Place;
}

/** The places of an iterator's topics. */
export class Resume {
  readonly channel: Channel;
  /** By topic. An entry without an asset stands for all until the service has named them. */
  readonly #entries = new Map<string, Entry>();

  constructor({ channel, assets, spans, since }: Followed) {
    this.channel = channel;
    for (const span of spans) {
      for (const asset of assets ?? [undefined]) {
        this.#entries.set(this.#topicOf(asset, span), { asset, span, place: firstPlace(since) });
      }
    }
  }

  /** What to subscribe to on a connection whose service has the time `serverMs`, or more. */
  connected(serverMs: number): ReadonlyArray<Request> {
    for (const [topic, entry] of this.#entries) {
      // The numbers of games are no times: until the service has named one, they begin anew.
      const place = this.channel === "games" ? entry.place : connectedPlace(entry.place, serverMs);
      this.#entries.set(topic, { ...entry, place });
    }
    return requestsOf(
      [...this.#entries].map(([topic, { asset, span, place }]) => ({
        asset,
        span,
        since: sinceOf(place, reachSecOf(topic)),
      })),
    );
  }

  /**
   * The service has named the topics of a subscription; those that belong here are given. Topics
   * that were told nothing yet go on after `seq`, if the service names one.
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
      if (entry === undefined || seq === undefined || entry.place.state !== "new") continue;
      this.#entries.set(topic, { ...entry, place: { state: "after", seq } });
    }
    return mine;
  }

  /** Takes an event from the service, and gives it if it is to be told to the bot. */
  take(event: TopicEvent): TopicEvent | undefined {
    const entry = this.#entries.get(event.topic);
    if (entry === undefined) return undefined;
    const step = takeEvent(entry.place, event, reachSecOf(event.topic));
    this.#entries.set(event.topic, { ...entry, place: step.place });
    return step.event;
  }

  /** What ends everything that is followed here. */
  unsubscribing(): ReadonlyArray<Request> {
    return requestsOf(
      [...this.#entries.values()].map(({ asset, span }) => ({ asset, span, since: undefined })),
    );
  }

  /** Whether a topic is followed both here and there. */
  overlaps(other: Resume): boolean {
    if (this.channel !== other.channel) return false;
    return [...this.#entries.values()].some((mine) =>
      [...other.#entries.values()].some((theirs) =>
        mine.span === theirs.span &&
        (mine.asset === theirs.asset || mine.asset === undefined || theirs.asset === undefined)
      )
    );
  }

  /** The last seq that was told, or was given to begin after, by topic. */
  lastSeqs(): Readonly<Record<string, number>> {
    const places = [...this.#entries].flatMap(([topic, { place }]) =>
      place.state === "after" ? [[topic, place.seq] as const] : []
    );
    return Object.fromEntries(places);
  }

  #topicOf(asset: string | undefined, span: string): string {
    const topic = `${this.channel}:${asset ?? "*"}`;
    return span === "" ? topic : `${topic}:${span}`;
  }
}
