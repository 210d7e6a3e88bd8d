import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Followed } from "../../../../../app/client/typescript/stream/resume.ts";
import { type Fact, FakeStream } from "./fake_stream.ts";
import { complaintOf } from "./faithful.ts";
import { ResumingClient } from "./resuming_client.ts";

const BASE_SEC = 1_767_225_600;
const STEP_SEC = 300;
const HOUR_SEC = 3_600;
const TOPICS = [
  ...["5min", "15min", "4hour"].flatMap((span) => [`targets:btc:${span}`, `targets:eth:${span}`]),
  ...["twap:btc:60", "twap:eth:60"],
];

/** What happens to a stream and to a client of it. */
type Step =
  | { readonly step: "pass"; readonly steps: number }
  | { readonly step: "publish"; readonly topic: number; readonly missing: boolean }
  | { readonly step: "publish_all" }
  | { readonly step: "connect"; readonly replica: number; readonly repeats: number }
  | { readonly step: "deliver"; readonly frames: number }
  | { readonly step: "cut" }
  | { readonly step: "sleep"; readonly replica: number; readonly isAsleep: boolean };

const replica = fc.nat({ max: 2 });
const sleep = fc.record({ step: fc.constant("sleep" as const), replica, isAsleep: fc.boolean() });
const awake: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    step: fc.constant("pass" as const),
    steps: fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 100 })),
  }),
  fc.record({
    step: fc.constant("publish" as const),
    topic: fc.nat({ max: TOPICS.length - 1 }),
    missing: fc.boolean(),
  }),
  fc.record({ step: fc.constant("publish_all" as const) }),
  fc.record({
    step: fc.constant("connect" as const),
    replica,
    repeats: fc.oneof(fc.constant(0), fc.nat({ max: 4 })),
  }),
  { weight: 3, arbitrary: fc.record({ step: fc.constant("deliver" as const), frames: fc.nat(9) }) },
  fc.record({ step: fc.constant("cut" as const) }),
);
const steps = fc.oneof(
  fc.array(awake, { maxLength: 60 }),
  fc.array(fc.oneof({ weight: 10, arbitrary: awake }, { weight: 1, arbitrary: sleep }), {
    maxLength: 60,
  }),
);

/** Windows whose price is unpublished, by topic; 4hour ones are irregular, as clocks change. */
class Calendar {
  readonly #nextSec = new Map(TOPICS.map((topic) => [topic, BASE_SEC]));
  readonly due = new Map<string, Array<Fact>>(TOPICS.map((topic) => [topic, []]));
  #opened = 0;

  pass(nowSec: number): void {
    for (const topic of TOPICS) {
      for (let seq = this.#nextSec.get(topic) ?? 0; seq <= nowSec;) {
        const endSec = seq + this.#lengthSec(topic);
        this.due.get(topic)?.push({ topic, seq, endSec, isMissing: false });
        this.#nextSec.set(topic, endSec);
        seq = endSec;
      }
    }
  }

  #lengthSec(topic: string): number {
    const hours = [4, 4, 3, 4, 5, 4][this.#opened++ % 6] ?? 4;
    if (topic.endsWith("4hour")) return hours * HOUR_SEC;
    return topic.endsWith("15min") ? 3 * STEP_SEC : topic.endsWith("5min") ? STEP_SEC : 100;
  }
}

/** Runs the steps, then delivers everything, and returns what is wrong with the events. */
function complaints(followed: Followed, steps: ReadonlyArray<Step>): ReadonlyArray<string> {
  const stream = new FakeStream({ nowSec: BASE_SEC, topics: TOPICS, replicas: 3, replayMax: 6 });
  const calendar = new Calendar();
  const client = new ResumingClient(followed);
  const publishedAfterJoin = new Set<Fact>();
  const publish = (topic: string, isMissing: boolean) => {
    const fact = calendar.due.get(topic)?.shift();
    if (fact === undefined) return;
    const published = { ...fact, isMissing };
    if (client.joinedSec !== undefined) publishedAfterJoin.add(published);
    stream.publish(published);
  };
  const publishAll = () => {
    for (const topic of TOPICS) while (calendar.due.get(topic)?.[0]) publish(topic, false);
  };
  const pass = (steps: number) => {
    stream.nowSec += steps * 100;
    calendar.pass(stream.nowSec);
  };
  pass(50);
  publishAll();
  for (const one of steps) {
    if (one.step === "pass") pass(one.steps);
    if (one.step === "publish") publish(TOPICS[one.topic] ?? "", one.missing);
    if (one.step === "publish_all") publishAll();
    if (one.step === "connect") client.connect(stream, one);
    if (one.step === "deliver") client.deliver(one.frames);
    if (one.step === "cut") client.cut();
    if (one.step === "sleep") stream.replica(one.replica).setAsleep(one.isAsleep);
  }
  for (const index of [0, 1, 2]) stream.replica(index).setAsleep(false);
  client.connect(stream, { replica: 0, repeats: 0 });
  client.deliver(Infinity);
  pass(150);
  publishAll();
  client.deliver(Infinity);
  return [...stream.log].flatMap(([topic, log]) => {
    const [channel, asset = "", span = ""] = topic.split(":");
    const isFollowed = channel === followed.channel && followed.spans.includes(span) &&
      (followed.assets?.includes(asset) ?? true);
    const events = client.published.filter((event) => event.topic === topic);
    if (!isFollowed) return events.length === 0 ? [] : [`${topic} was not asked for`];
    const complaint = complaintOf(events, {
      log,
      since: followed.since,
      isRequired: (fact) =>
        fact.endSec > (client.joinedSec ?? 0) && (!fact.isMissing || publishedAfterJoin.has(fact)),
      // A replica that slept publishes old facts when it wakes.
      isStale: (fact) =>
        fact.endSec <= (client.helloSec ?? 0) && !publishedAfterJoin.has(fact) &&
        steps.every(({ step }) => step !== "sleep"),
    });
    return complaint === undefined ? [] : [`${topic}: ${complaint}`];
  });
}

const assets = fc.constantFrom<ReadonlyArray<string> | undefined>(undefined, ["btc"], [
  "btc",
  "eth",
]);
const since = fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 600 })).map((steps) =>
  steps === undefined ? undefined : BASE_SEC + steps * 100
);
const followed: fc.Arbitrary<Followed> = fc.oneof(
  fc.record({
    channel: fc.constant("targets" as const),
    assets,
    spans: fc.subarray(["5min", "15min", "4hour"], { minLength: 1 }),
    since,
  }),
  fc.record({ channel: fc.constant("twap" as const), assets, spans: fc.constant(["60"]), since }),
);

describe("makeResume()", () => {
  test("yields every event once and in order across broken connections and replicas", () => {
    fc.assert(
      fc.property(followed, steps, (followed, steps) => {
        expect(complaints(followed, steps)).toEqual([]);
      }),
    );
  }, 300_000);
});
