import { describe, expect, test, vi } from "bun:test";
import { startConversation } from "../../../../../app/client/typescript/stream/conversation.ts";
import { makeSubscription } from "../../../../../app/client/typescript/stream/subscription.ts";
import { valueFrame } from "./fake_stream.ts";
import { HELLO, HELLO_SEC } from "./scripted_server.ts";

const hello = { type: "hello", protocol: 1, serverTime: HELLO.serverTime } as const;
const subscription = () =>
  makeSubscription(
    { channel: "targets", assets: ["btc"], spans: ["5min"], since: undefined },
    { eventsMax: 3, onOver: () => {} },
  );
const NO_LIMITS = {
  ...{ connectionsPerIp: 0, messageBytes: 0, messagesPerSec: 0, messageBurst: 0, topics: 0 },
  ...{ replaysPerIp: 0, replayWindows: 0, replayGames: 0, replayFrames: 0 },
};

/** A conversation of one subscription, what it sent, and the faults that it reported. */
function start(limits = {}, lockstep: { isAsked?: boolean; isReplay?: boolean } = {}) {
  const sent: Array<string> = [];
  const faults: Array<string> = [];
  const first = subscription();
  const conversation = startConversation({
    hello: {
      ...hello,
      limits: { ...NO_LIMITS, ...limits },
      ...lockstep.isReplay ? { lockstep: true } : {},
    },
    isLockstep: lockstep.isAsked === true,
    subscriptions: new Set([first]),
    send: (text) => void sent.push(text),
    onFault: (reason) => void faults.push(reason),
  });
  return { conversation, first, sent, faults };
}

test("a late error about a loop that has ended does not replace the connection", () => {
  const { conversation, first, faults } = start();
  const error = { type: "error", id: 1, error: "Cannot go on", code: "internal" } as const;
  conversation.take(error);
  expect(faults).toEqual(["The service failed: Cannot go on"]);
  conversation.leave(first);
  conversation.take(error);
  expect(faults).toHaveLength(1);
});

describe("in lockstep", () => {
  const value = (seq: number) => valueFrame({ ...TOPIC, seq, endSec: seq + 300 }, seq);
  const TOPIC = { topic: "targets:btc:5min", isMissing: false };
  const answered = { type: "subscribed", id: 1, channel: "targets", topics: [TOPIC.topic] };

  test("what was received is acknowledged once the loop asks for what is next", async () => {
    const { conversation, first, sent } = start({}, { isAsked: true, isReplay: true });
    expect(sent).toEqual([expect.stringContaining('"ack":true')]);
    sent.length = 0;
    // The loop does not run yet.
    conversation.take(answered as never);
    conversation.acknowledge(2);
    expect(sent).toEqual([]);
    const asked = first.events.next();
    conversation.acknowledge(2);
    conversation.acknowledge(2);
    expect(sent).toEqual(['{"op":"ack","n":2}']);
    conversation.take(value(HELLO_SEC + 300) as never);
    conversation.acknowledge(3);
    await asked;
    conversation.acknowledge(3);
    expect(sent).toHaveLength(1);
    void first.events.next();
    conversation.acknowledge(3);
    expect(sent.at(-1)).toBe('{"op":"ack","n":3}');
    first.end();
    conversation.acknowledge(4);
    expect(sent.at(-1)).toBe('{"op":"ack","n":4}');
  });

  test.each([{ isAsked: true }, { isReplay: true }, {}])(
    "nothing is acknowledged where it was not asked for, or nothing waits: %j",
    (lockstep) => {
      const { conversation, first, sent } = start({}, lockstep);
      void first.events.next();
      conversation.acknowledge(2);
      expect(sent).toEqual([expect.not.stringContaining("ack")]);
    },
  );
});

test("a conversation that has ended sends nothing of what still waited for its turn", () => {
  const limits = { messagesPerSec: 200, messageBurst: 2 };
  vi.useFakeTimers();
  try {
    const [ended, lasting] = [start(limits), start(limits)];
    for (const { conversation } of [ended, lasting]) conversation.ask(subscription());
    expect([ended.sent.length, lasting.sent.length]).toEqual([1, 1]);
    ended.conversation.end();
    vi.advanceTimersByTime(1_000);
    expect([ended.sent.length, lasting.sent.length]).toEqual([1, 2]);
  } finally {
    vi.useRealTimers();
  }
});
