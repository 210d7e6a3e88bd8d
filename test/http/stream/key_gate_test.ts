import { expect, test } from "bun:test";
import { Redacted } from "effect";
import type { CheckKey } from "../../../adapters/http/edge/key_check.ts";
import { KeyGate } from "../../../adapters/http/stream/key_gate.ts";

const HOLDER = { key: { scopes: ["read"] } } as never;

/** A gate, and what came of each entry in order. */
function gateOf(checkKey: CheckKey) {
  const gate = new KeyGate(checkKey, () => 0);
  const said: Array<string> = [];
  const entry = (name: string) => ({
    admitted: () => void said.push(`${name} in`),
    refused: ({ status }: { status: number }) => void said.push(`${name} ${status}`),
  });
  return { gate, said, entry };
}

test("a gate that has closed admits and refuses nobody", async () => {
  const { promise, resolve } = Promise.withResolvers<never>();
  const { gate, said, entry } = gateOf(() => promise);
  gate.check(Redacted.make("k"), entry("a"));
  gate.pass(entry("b"));
  gate.close();
  resolve(HOLDER);
  await Bun.sleep(1);
  expect(said).toEqual([]);
});

test("a check that breaks is told, and the next ones are done", async () => {
  let checks = 0;
  const { gate, said, entry } = gateOf(() =>
    ++checks === 1 ? Promise.reject(new Error("broken")) : HOLDER
  );
  gate.check(Redacted.make("k"), entry("a"));
  gate.check(Redacted.make("k"), entry("b"));
  await Bun.sleep(1);
  expect(said).toEqual(["a 500", "b in"]);
});

test("what leaves waits as well, and no more of it than may", async () => {
  const { gate, said, entry } = gateOf(() => Promise.resolve(HOLDER));
  gate.check(Redacted.make("k"), entry("key"));
  for (let count = 0; count < 33; count++) gate.pass(entry(`${count}`));
  expect(said).toEqual(["32 429"]);
  await Bun.sleep(1);
  expect(said.slice(1)).toEqual(["key in", ...Array.from({ length: 32 }, (_, at) => `${at} in`)]);
});
