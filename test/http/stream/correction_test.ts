/** A price that is corrected during a client's replay. @module */
import { expect, test } from "bun:test";
import { Effect } from "effect";
import { StreamConnection } from "../../../adapters/http/stream/connection.ts";
import type { StreamSocket } from "../../../adapters/http/stream/stream_socket.ts";
import { PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import type { StreamEvent, TargetEvent } from "../../../core/stream/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { makeMemoryPublisher } from "./memory_publisher.ts";

const { spec: profile } = PROFILE_BY_NAME;
const TOPIC = "targets:btc:5min";
const SINCE_SEC = 1_793_880_000;
/** More than one piece of a replay. */
const WINDOWS = 200;
const HEAD_SEC = SINCE_SEC + 300 * WINDOWS;
const E18 = 10n ** 18n;

const targetOf = (sec: number, priceE18: bigint): TargetEvent => ({
  kind: "target",
  topic: TOPIC,
  seq: sec,
  asset: "btc",
  window: windowContaining(profile.calendar, "5min", UnixSec(sec)),
  source: "venue_site",
  priceE18,
  isProvisional: true,
  publishedAtMs: sec * 1000,
});

/** A publisher over a stream whose past costs 100, and a client whose frames are kept. */
function start() {
  let emit: (event: StreamEvent) => void = () => {};
  const followed = new Set<string>();
  const frames: Array<Readonly<Record<string, unknown>>> = [];
  const take = (text: string) => void frames.push(JSON.parse(text));
  const publisher = makeMemoryPublisher({
    headSec: HEAD_SEC,
    listen: (listener) => {
      emit = listener;
      return () => {};
    },
    replay: (_, since) =>
      Effect.sync(() =>
        Array.from(
          { length: (HEAD_SEC - since) / 300 },
          (_, at) => targetOf(since + 300 * (at + 1), 100n * E18),
        )
      ),
  });
  publisher.serve({
    publish: (topic, text) => {
      if (followed.has(topic)) take(String(text));
      return 1;
    },
  });
  const connection = new StreamConnection(publisher, "203.0.113.9", {
    opened: () => {},
    closed: () => {},
    failed: (cause) => {
      throw cause;
    },
  });
  connection.open(
    {
      send: (text: string) => (take(text), text.length),
      subscribe: (topic: string) => void followed.add(topic),
      unsubscribe: (topic: string) => void followed.delete(topic),
      getBufferedAmount: () => 0,
      close: () => {},
      terminate: () => {},
    } as unknown as StreamSocket,
  );
  const ofWindow = (sec: number) =>
    frames.filter(({ type, seq }) => type === "target" && seq === sec);
  return {
    frames,
    connection,
    correct: (sec: number) => {
      const { isProvisional: _, ...final } = targetOf(sec, 101n * E18);
      emit({ ...final, corrects: true });
    },
    isFollowing: () => followed.has(TOPIC),
    pricesOf: (sec: number) => ofWindow(sec).map(({ price, corrects }) => [price, corrects]),
  };
}

const nextTick = () => new Promise((resolve) => void setImmediate(resolve));

test.each([1, 5, WINDOWS])("reaches the client after it, window %p", async (number) => {
  const { frames, connection, correct, isFollowing, pricesOf } = start();
  const message = { op: "subscribe", channel: "targets", assets: ["btc"], intervals: ["5min"] };
  connection.message(undefined, JSON.stringify({ ...message, since: SINCE_SEC }));
  while (frames.filter(({ type }) => type === "target").length < 10) await nextTick();
  expect(isFollowing()).toBe(false);
  const sec = SINCE_SEC + 300 * number;
  correct(sec);
  while (!isFollowing()) await nextTick();
  expect(pricesOf(sec)).toEqual([[100, undefined], [101, true]]);
  // From then on it comes as to everybody, once.
  correct(sec);
  expect(pricesOf(sec)).toHaveLength(3);
});
