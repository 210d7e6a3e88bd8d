/**
 * Refuses subscriptions that cannot start where the client asks, or are too many.
 *
 * @module
 */
import { gameSeq } from "../../../core/port/game_store.ts";
import type { Topic } from "../../../core/stream/mod.ts";
import type { LiveStream } from "../../../core/use_case/live/mod.ts";
import type { Refusal } from "../edge/answer/refusal.ts";
import type { TopicsFrame } from "./client_frame.ts";
import { STREAM_LIMITS } from "./stream_limits.ts";

/**
 * How far `since` may lie ahead: this replica may be some writes behind the client's last one. A
 * larger number comes from a store that was reset, or is not one of its numbers; the client would
 * receive nothing until it is passed.
 */
const WRITES_AHEAD_MAX = 200;

/** The numbers in the store up to which everything of a channel was published. */
interface Heads {
  /** Of all games; undefined until they are read. */
  readonly seq?: number | undefined;
  /** Of each wallet. */
  readonly seqs?: Readonly<Record<string, number>>;
}

/** Returns where a subscription that begins now does. */
export function headsOf(
  { headOf, gamesHead }: Pick<LiveStream["Service"], "headOf" | "gamesHead">,
  { channel, topics }: {
    readonly channel: TopicsFrame["channel"];
    readonly topics: ReadonlyArray<Topic>;
  },
): Heads {
  if (channel === "games") return { seq: gamesHead() };
  if (channel !== "orders") return {};
  return { seqs: Object.fromEntries(topics.map((topic) => [topic, headOf(topic)] as const)) };
}

/** Returns undefined if the client can be sent what follows its `since`. */
export function refuseSince(
  { channel, since = 0 }: Extract<TopicsFrame, { op: "subscribe" }>,
  { seq, seqs = {} }: Heads,
): Refusal | undefined {
  if (channel === "games") {
    if (seq === undefined) return NOT_READ_YET;
    return since <= seq + gameSeq(WRITES_AHEAD_MAX, 0)
      ? undefined
      : aheadOf(since, seq, "the list from GET /api/v1/games");
  }
  const behind = Object.values(seqs).find((head) => since > head + WRITES_AHEAD_MAX);
  return behind === undefined
    ? undefined
    : aheadOf(since, behind, "the orders from GET /api/v1/orders/history");
}

function aheadOf(since: number, seq: number, list: string): Refusal {
  return {
    status: 400,
    error: `Cannot continue after ${since}: the latest number is ${seq}`,
    hint: `Subscribe without since, and get ${list}`,
  };
}

/** Returns undefined if a client may have these topics. */
export function refuseMany(topics: ReadonlyArray<string>): Refusal | undefined {
  if (new Set(topics).size <= STREAM_LIMITS.topics) return undefined;
  return {
    status: 400,
    error: `Cannot subscribe to more than ${STREAM_LIMITS.topics} topics per connection`,
    hint: "Unsubscribe from some, or open another connection",
  };
}

const NOT_READ_YET: Refusal = {
  status: 503,
  error: "Cannot follow games yet: they are still being read",
  hint: "Try again shortly",
};
