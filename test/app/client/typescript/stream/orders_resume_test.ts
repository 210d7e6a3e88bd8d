import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeResume } from "../../../../../app/client/typescript/stream/resume.ts";
import { FakeStream } from "./fake_stream.ts";
import { complaintOf } from "./faithful.ts";
import { ResumingClient } from "./resuming_client.ts";

const WALLETS = ["w1", "w2", "w3"];
const KEY = "sk_x";
const followed = (wallets: ReadonlyArray<string>, since?: number) =>
  ({ channel: "orders", assets: wallets, spans: [""], since, key: KEY }) as const;

const replica = fc.nat({ max: 2 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant("publish" as const),
      wallet: fc.nat({ max: WALLETS.length - 1 }),
      count: fc.oneof({ weight: 4, arbitrary: fc.nat(3) }, fc.nat(12)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant("connect" as const),
      replica,
      repeats: fc.oneof(fc.constant(0), fc.nat({ max: 4 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ step: fc.constant("deliver" as const), frames: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("cut" as const) }) },
  fc.record({ step: fc.constant("sleep" as const), replica, isAsleep: fc.boolean() }),
);

describe("the orders of wallets", () => {
  test("arrive once and in order across broken connections and replicas, or as gaps", () => {
    const wallets = fc.subarray(WALLETS, { minLength: 1 });
    const since = fc.option(fc.nat(30), { nil: undefined });
    const steps = fc.array(step, { maxLength: 60 });
    fc.assert(fc.property(wallets, since, steps, (wallets, since, steps) => {
      const topics = WALLETS.map((id) => `orders:${id}`);
      const stream = new FakeStream({ nowSec: 0, topics, replicas: 3, replayMax: 6 });
      const client = new ResumingClient(followed(wallets, since));
      const publish = (topic: string, count: number) => {
        for (let left = count; left > 0; left--) {
          const seq = (stream.log.get(topic)?.length ?? 0) + 1;
          stream.publish({ topic, seq, endSec: 0, isMissing: false });
        }
      };
      for (const topic of topics) publish(topic, 20);
      for (const one of steps) {
        if (one.step === "publish") publish(topics[one.wallet] ?? "", one.count);
        if (one.step === "connect") client.connect(stream, one);
        if (one.step === "deliver") client.deliver(one.frames);
        if (one.step === "cut") client.cut();
        if (one.step === "sleep") stream.replica(one.replica).setAsleep(one.isAsleep);
      }
      for (const index of [0, 1, 2]) stream.replica(index).setAsleep(false);
      client.connect(stream, { replica: 0, repeats: 0 });
      client.deliver(Infinity);
      // More than any `since`, so that the last events are wanted in any case.
      for (const topic of topics) publish(topic, 20);
      client.deliver(Infinity);
      for (const topic of topics) {
        const events = client.published.filter((event) => event.topic === topic);
        const isFollowed = wallets.some((id) => topic === `orders:${id}`);
        const complaint = complaintOf(events, {
          log: isFollowed ? stream.log.get(topic) ?? [] : [],
          since: since ?? client.seqs?.[topic] ?? 0,
          isRequired: () => true,
        });
        expect([topic, complaint]).toEqual([topic, undefined]);
      }
    }));
  }, 300_000);

  test("are resumed after the last seq of each wallet, with a message for each seq", () => {
    const subscribe = { op: "subscribe", channel: "orders", key: KEY } as const;
    const resume = makeResume(followed(["w1", "w2"]));
    const fresh = [{ ...subscribe, wallets: ["w1", "w2"], since: undefined }];
    expect(resume.connected(9_000_000)).toEqual(fresh);
    expect(resume.connected(9_100_000)).toEqual(fresh);
    const topics = ["orders:w1", "orders:w2", "orders:w9"];
    const seqs = { "orders:w1": 41, "orders:w2": 0, "orders:w9": 5 };
    expect(resume.subscribed({ topics, seqs })).toEqual(["orders:w1", "orders:w2"]);
    const order = { type: "order", topic: "orders:w2", order: {} as never } as const;
    expect(resume.take({ ...order, seq: 0 })).toBeUndefined();
    expect(resume.take({ ...order, seq: 1 })).toEqual({ ...order, seq: 1 });
    expect(resume.take({ ...order, seq: 1 })).toBeUndefined();
    expect(resume.connected(9_200_000)).toEqual([
      { ...subscribe, wallets: ["w1"], since: 41 },
      { ...subscribe, wallets: ["w2"], since: 1 },
    ]);
    // Where the service is now does not show what was missed.
    resume.subscribed({ topics, seqs: { ...seqs, "orders:w1": 50 } });
    expect(resume.lastSeqs()).toEqual({ "orders:w1": 41, "orders:w2": 1 });
    expect(JSON.parse(JSON.stringify(resume.unsubscribing())))
      .toEqual([{ op: "unsubscribe", channel: "orders", wallets: ["w1", "w2"] }]);
  });
});
