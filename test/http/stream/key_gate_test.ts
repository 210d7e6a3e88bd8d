import { expect, test } from "bun:test";
import { Effect, Redacted } from "effect";
import type { CheckKey } from "../../../adapters/http/edge/limit/key_check.ts";
import { KeyGate } from "../../../adapters/http/stream/key_gate.ts";
import { until } from "../../until.ts";
import { connectInMemory, makeMemoryPublisher } from "./memory_publisher.ts";
import { UNCOUNTED } from "./stream_edge.ts";

const HOLDER = { key: { scopes: ["read"] }, account: { id: "a" } } as never;
const GONE = { status: 401, error: "", hint: "" };

/** A gate, and what came of each entry in order. */
function gateOf(checkKey: CheckKey) {
  const gate = new KeyGate({ checkKey, nowMs: () => 0, countStranger: () => UNCOUNTED("") });
  const calls: Array<string> = [];
  const entry = (name: string) => ({
    admitted: () => void calls.push(`${name} in`),
    refused: ({ status }: { status: number }) => void calls.push(`${name} ${status}`),
  });
  return { gate, calls, entry };
}

test("a connection that is closed has no key checked that waits", async () => {
  const { promise, resolve } = Promise.withResolvers<never>();
  let checks = 0;
  const checkKey = () => (checks++, promise);
  const publisher = makeMemoryPublisher({ headSec: 0, replay: () => Effect.succeed([]), checkKey });
  const [leaves, stays] = [connectInMemory(publisher), connectInMemory(publisher)];
  for (const { send } of [leaves, leaves, stays, stays]) {
    send({ op: "subscribe", channel: "games", key: "k" });
  }
  leaves.connection.close();
  resolve(HOLDER);
  await until(() => stays.frames.filter(({ type }) => type === "error").length === 2);
  expect(checks).toBe(3);
});

test("a check of a key that fails is reported, and the next ones still run", async () => {
  let checks = 0;
  const { gate, calls, entry } = gateOf(() =>
    ++checks === 1 ? Promise.reject(new Error("broken")) : HOLDER
  );
  gate.check(Redacted.make("k"), entry("a"));
  gate.check(Redacted.make("k"), entry("b"));
  await until(() => calls.length === 2);
  expect(calls).toEqual(["a 500", "b in"]);
});

test("a message that needs no key waits behind a check, and at most 32 do", async () => {
  const { gate, calls, entry } = gateOf(() => Promise.resolve(HOLDER));
  gate.check(Redacted.make("k"), entry("key"));
  for (let count = 0; count < 33; count++) gate.pass(entry(`${count}`));
  expect(calls).toEqual(["32 429"]);
  await until(() => calls.length === 34);
  expect(calls.slice(1)).toEqual(["key in", ...Array.from({ length: 32 }, (_, at) => `${at} in`)]);
});

test("keys are checked once more behind any number of messages, which keep their own", async () => {
  const checked: Array<string | null> = [];
  const { gate, calls, entry } = gateOf((sent) => {
    checked.push(sent);
    return Promise.resolve(sent === "gone" ? GONE : HOLDER);
  });
  for (let count = 0; count < 33; count++) gate.check(Redacted.make("k"), entry(`${count}`));
  const keys = ["gone", "kept"].map((text) => Redacted.make(text));
  const ended: Array<string> = [];
  for (let times = 0; times < 2; times++) {
    gate.recheck(keys, (key, { status }) => void ended.push(`${Redacted.value(key)} ${status}`));
  }
  await until(() => checked.length === 35);
  gate.check(undefined, entry("last"));
  await until(() => calls.at(-1) === "last in");
  expect(ended).toEqual(["gone 401"]);
  expect(checked.slice(33)).toEqual(["gone", "kept", "k"]);
});

test("a key is checked once more although its address has sent too many unknown ones", async () => {
  const refusal = { status: 429, error: "", hint: "" };
  const gate = new KeyGate({
    checkKey: async (_sent, _nowMs, admitStranger) => await admitStranger() ?? GONE,
    nowMs: () => 0,
    countStranger: () => ({ refusal, giveBack: () => {} }),
  });
  const ended: Array<number> = [];
  const refused = ({ status }: { status: number }) => void ended.push(status);
  gate.check(Redacted.make("k"), { admitted: () => {}, refused });
  gate.recheck([Redacted.make("k")], (_key, refusal) => refused(refusal));
  await until(() => ended.length === 2);
  expect(ended).toEqual([429, 401]);
});

test("a wallet stays that is followed with another key when its former one has ended", async () => {
  let [stopwatchMs, isRevoked] = [0, false];
  const checkKey: CheckKey = (sent) => Promise.resolve(isRevoked && sent === "old" ? GONE : HOLDER);
  const publisher = makeMemoryPublisher({
    headSec: 0,
    replay: () => Effect.succeed([]),
    checkKey,
    stopwatchMs: () => stopwatchMs,
  });
  const { connection, frames, followed, send } = connectInMemory(publisher);
  const [moved, other] = ["0", "1"].map((end) => `0199f2c4-7b1e-7000-8000-0f1e2d3c4b5${end}`);
  const subscribe = (key: string, ...wallets: ReadonlyArray<unknown>) =>
    send({ op: "subscribe", channel: "orders", key, wallets });
  const count = (type: string) => frames.filter((frame) => frame.type === type).length;
  subscribe("old", moved, other);
  await until(() => count("subscribed") === 1);
  [stopwatchMs, isRevoked] = [20_000, true];
  subscribe("new", moved);
  connection.recheckKeys();
  await until(() => count("error") === 1);
  expect(count("subscribed")).toBe(2);
  expect([...followed]).toEqual([`orders:${moved}`]);
});
