/**
 * Builds the frames that subscribe to topics. A frame lists assets and intervals and covers every
 * pair of them.
 *
 * @module
 */
import { ALL, type Channel } from "./topic.ts";

/** A topic to subscribe to; events follow `since`, or the current value if it is undefined. */
export type TopicRequest = readonly [topic: string, since?: number | undefined];

/** What all the requests of a group have in common. */
export interface RequestKind {
  readonly op: "subscribe" | "unsubscribe";
  readonly channel: Channel;
  readonly key?: string | undefined;
  /** Whether windows come with the same window at other venues. */
  readonly legs?: boolean | undefined;
}

/** A frame to send, still without the id that its connection gives it. */
export interface Request extends RequestKind {
  readonly assets?: ReadonlyArray<string> | undefined;
  readonly leagues?: ReadonlyArray<string> | undefined;
  readonly wallets?: ReadonlyArray<string> | undefined;
  readonly intervals?: ReadonlyArray<string>;
  readonly windows?: ReadonlyArray<number>;
  readonly since: number | undefined;
}

/** Groups topics of one channel into few requests that cover exactly these. */
export function requestsOf(
  wanted: ReadonlyArray<TopicRequest>,
  kind: RequestKind,
): ReadonlyArray<Request> {
  const assetsOfSpans = gather(wanted.map(([topic, since]) => {
    const [, asset = "", span = ""] = topic.split(":");
    return [{ span, since }, asset];
  }));
  const spansOfAssets = gather(
    assetsOfSpans.map(([{ span, since }, assets]) => [{ assets: assets.sort(), since }, span]),
  );
  return spansOfAssets.map(([{ assets, since }, spans]) => {
    const named = assets.includes(ALL) ? undefined : assets;
    const request = { ...kind, since };
    if (kind.channel === "spot") return { ...request, assets: named };
    if (kind.channel === "games") return { ...request, leagues: named };
    if (kind.channel === "orders") return { ...request, wallets: named };
    return kind.channel === "twap"
      ? { ...request, assets: named, windows: spans.map(Number) }
      : { ...request, assets: named, intervals: spans };
  });
}

/** Gathers the values of equal keys, in the order in which the keys appear. */
function gather<Key, Value>(
  pairs: Iterable<readonly [Key, Value]>,
): ReadonlyArray<readonly [Key, Array<Value>]> {
  const gathered = new Map<string, readonly [Key, Array<Value>]>();
  for (const [key, value] of pairs) {
    const text = JSON.stringify(key);
    const entry = gathered.get(text) ?? [key, []];
    entry[1].push(value);
    gathered.set(text, entry);
  }
  return [...gathered.values()];
}
