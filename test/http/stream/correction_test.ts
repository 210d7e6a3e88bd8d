/** A price that is corrected during a client's replay. @module */
import { expect, test } from "bun:test";
import { Effect } from "effect";
import { PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import type { TargetEvent } from "../../../core/stream/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { makePublisher } from "../../../core/use_case/live/mod.ts";
import { turn } from "../../until.ts";
import { connectInMemory, makeMemoryPublisher } from "./memory_publisher.ts";

const TOPIC = "targets:btc:5min";
const SINCE_SEC = 1_793_880_000;
/** More than one piece of a replay. */
const WINDOWS = 200;
const HEAD_SEC = SINCE_SEC + 300 * WINDOWS;

const targetOf = (sec: number, dollars: bigint): TargetEvent => ({
  kind: "target",
  topic: TOPIC,
  seq: sec,
  asset: "btc",
  window: windowContaining(PROFILE_BY_NAME.spec.calendar, "5min", UnixSec(sec)),
  source: "venue_site",
  priceE18: dollars * 10n ** 18n,
  publishedAtMs: sec * 1000,
});

test.each([1, 5, WINDOWS])("reaches the client after it, window %p", async (number) => {
  const events = makePublisher();
  const publisher = makeMemoryPublisher({
    headSec: HEAD_SEC,
    publisher: events,
    replay: (_, since) =>
      Effect.sync(() =>
        Array.from(
          { length: (HEAD_SEC - since) / 300 },
          (_, at) => targetOf(since + 300 * (at + 1), 100n),
        )
      ),
  });
  const { frames, followed, take, send } = connectInMemory(publisher);
  publisher.serve({
    publish: (topic, text) => {
      if (followed.has(topic)) take(String(text));
      return 1;
    },
  });
  const subscribe = { op: "subscribe", channel: "targets", assets: ["btc"], intervals: ["5min"] };
  send({ ...subscribe, since: SINCE_SEC });
  while (frames.filter(({ type }) => type === "target").length < 10) await turn();
  expect(followed.has(TOPIC)).toBe(false);
  const sec = SINCE_SEC + 300 * number;
  const correct = () => events.publishEvent({ ...targetOf(sec, 101n), corrects: true });
  const pricesOfWindow = () =>
    frames.filter(({ type, seq }) => type === "target" && seq === sec)
      .map((frame) => [frame["price"], frame["corrects"]]);
  correct();
  while (!followed.has(TOPIC)) await turn();
  expect(pricesOfWindow()).toEqual([[100, undefined], [101, true]]);
  // From then on it comes as to everybody, once.
  correct();
  expect(pricesOfWindow()).toHaveLength(3);
});
