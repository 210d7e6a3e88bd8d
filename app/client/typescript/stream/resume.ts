/**
 * The progress of one iterator in its topics over any number of connections. It yields each event
 * once and in order. Pure: it uses no socket and no clock.
 *
 * @module
 */
import type { SubscribedFrame, TopicEvent } from "./frame.ts";
import { type Request, requestsOf } from "./request.ts";
import { ALL, type Channel, isCounted, isUnordered, maxAgeSecOf, topicOfAll } from "./topic.ts";
import { positionOnConnect, sinceOf, takeEvent, type TopicPosition } from "./topic_position.ts";
import { takeWindow } from "./window_position.ts";

/** What an iterator follows. Undefined assets means every one that the service has. */
export interface Followed {
  readonly channel: Channel;
  /** For games: leagues; for orders: wallets. */
  readonly assets: ReadonlyArray<string> | undefined;
  /** Intervals or the seconds of averages; for other channels one empty text. */
  readonly spans: ReadonlyArray<string>;
  /** Begins with the event after this seq; undefined begins with the current value. */
  readonly since: number | undefined;
  /** The API key, which the service requires for games and orders. */
  readonly key?: string | undefined;
  /** Whether windows come with the same window at other venues. */
  readonly legs?: boolean | undefined;
}

/** Takes an event of any kind. Returns the next position, and what the bot gets, if anything. */
function step(
  position: TopicPosition,
  event: TopicEvent,
): readonly [position: TopicPosition, event?: TopicEvent | undefined] {
  if (event.type === "spot") return [position, event];
  return event.type === "window" || event.type === "quote"
    ? takeWindow(position, event)
    : takeEvent(position, event, maxAgeSecOf(event.topic));
}

/** The positions of an iterator in its topics. */
export interface Resume {
  readonly channel: Channel;
  /** Returns its topics. One of every asset stands for them until the service has listed them. */
  readonly topics: () => ReadonlyArray<string>;
  /** Returns the requests for a new connection. The service's clock shows at least `serverMs`. */
  readonly connected: (serverMs: number) => ReadonlyArray<Request>;
  /**
   * Takes the service's answer to a subscription. Returns its topics that belong here. Those
   * without any event yet continue after the seq of the answer, if it has one.
   */
  readonly subscribed: (
    answer: Pick<SubscribedFrame, "topics" | "seq" | "seqs">,
  ) => ReadonlyArray<string>;
  /** Takes an event from the service. Returns what the bot gets, if anything. */
  readonly take: (event: TopicEvent) => TopicEvent | undefined;
  /** Returns the requests that unsubscribe from everything followed here. */
  readonly unsubscribing: () => ReadonlyArray<Request>;
  /** Returns the last seq that the bot got or began after, by topic. */
  readonly lastSeqs: () => Readonly<Record<string, number>>;
}

/** Returns the positions at the beginning of an iterator. */
export function makeResume({ channel, assets = [ALL], spans, since, key, legs }: Followed): Resume {
  const positions = new Map(
    spans.flatMap((span) =>
      assets.map((
        asset,
      ) => [`${channel}:${asset}${span && `:${span}`}`, { seq: since } as TopicPosition])
    ),
  );
  const topics = () => [...positions.keys()];
  return {
    channel,
    topics,
    connected: (serverMs) => {
      const wanted = [...positions].map(([topic, before]) => {
        // A number is not a time: without one from the service, start over at the current state.
        const isKept = isCounted(channel) || isUnordered(channel);
        const position = isKept ? before : positionOnConnect(before, serverMs);
        positions.set(topic, position);
        return [topic, sinceOf(position, maxAgeSecOf(topic))] as const;
      });
      return requestsOf(wanted, { op: "subscribe", channel, key, legs });
    },
    subscribed: ({ topics, seq, seqs }) => {
      const mine = topics.filter((topic) => {
        const position = positions.get(topic) ?? positions.get(topicOfAll(topic));
        const begun = position?.seq ?? seqs?.[topic] ?? seq;
        return position && positions.set(topic, { ...position, seq: begun });
      });
      for (const topic of mine) positions.delete(topicOfAll(topic));
      return mine;
    },
    take: (event) => {
      const { topic } = event;
      const position = positions.get(topic);
      if (!position) return undefined;
      const [next, news] = step(position, event);
      positions.set(topic, next);
      return news;
    },
    unsubscribing: () =>
      requestsOf(topics().map((topic) => [topic]), { op: "unsubscribe", channel }),
    lastSeqs: () =>
      Object.fromEntries(
        [...positions].flatMap(([topic, { seq }]) => seq === undefined ? [] : [[topic, seq]]),
      ),
  };
}
