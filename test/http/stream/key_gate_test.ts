import { expect, test } from "bun:test";
import { Effect, Redacted } from "effect";
import type { CheckKey } from "../../../adapters/http/edge/limit/key_check.ts";
import { KeyGate } from "../../../adapters/http/stream/key_gate.ts";
import { until } from "../../until.ts";
import { connectInMemory, makeMemoryPublisher } from "./memory_publisher.ts";
import { UNCOUNTED } from "./stream_edge.ts";

const HOLDER = { key: { scopes: ["read"] } } as never;

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
