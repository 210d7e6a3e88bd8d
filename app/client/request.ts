/**
 * Builds the frames that subscribe to topics. A frame lists assets and intervals and covers every
 * pair of them.
 *
 * @module
 */
import type { Channel } from "./topic.ts";

/** One topic to subscribe to, or with no asset the topics of every asset; events follow `since`. */
export interface TopicRequest {
  /** For games: a league. */
  readonly asset: string | undefined;
  /** An interval or the seconds of an average, as in the topic's name; empty for games. */
  readonly span: string;
  readonly since: number | undefined;
}

/** Every pair of an asset and a span, all with the same `since`. Undefined assets means all. */
export interface Request {
  readonly assets: ReadonlyArray<string> | undefined;
  readonly spans: ReadonlyArray<string>;
  readonly since: number | undefined;
}

/** Groups topics into few requests that cover exactly these, each with its own `since`. */
export function requestsOf(wanted: Iterable<TopicRequest>): ReadonlyArray<Request> {
  /** The assets of each span, by `since`. */
  const groups = new Map<number | undefined, Map<string, Array<string | undefined>>>();
  for (const { asset, span, since } of wanted) {
    const spans = groups.get(since) ?? new Map<string, Array<string | undefined>>();
    groups.set(since, spans.set(span, [...spans.get(span) ?? [], asset]));
  }
  return [...groups].flatMap(([since, spans]) => {
    /** Spans with the same assets share a request. */
    const requests = new Map<string, Request>();
    for (const [span, assets] of spans) {
      const named = assets.includes(undefined) ? undefined : (assets as Array<string>).toSorted();
      const key = JSON.stringify(named ?? null);
      const before = requests.get(key)?.spans ?? [];
      requests.set(key, { assets: named, spans: [...before, span], since });
    }
    return [...requests.values()];
  });
}

/** Returns the JSON text of a frame that subscribes or unsubscribes. */
export function requestText(
  request: Request,
  { op, id, channel, key }: {
    readonly op: "subscribe" | "unsubscribe";
    readonly id: number;
    readonly channel: Channel;
    readonly key?: string | undefined;
  },
): string {
  const asks = op === "subscribe" ? { key, since: request.since } : {};
  return JSON.stringify({ op, id, channel, ...topicFields(channel, request), ...asks });
}

function topicFields(channel: Channel, { assets, spans }: Request) {
  switch (channel) {
    case "targets":
      return { assets, intervals: spans };
    case "twap":
      return { assets, windows: spans.map(Number) };
    case "games":
      return { leagues: assets };
  }
}
