/**
 * The check of an API key that is known, among more and more of them.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Option } from "effect";
import { makeKeyCheck } from "../../../adapters/http/edge/key_check.ts";
import { digestOfKey } from "../../../adapters/http/edge/key_digest.ts";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { type KeyHolder, makeApiKey } from "../../../core/access/mod.ts";
import { AccountStore } from "../../../core/port/mod.ts";
import { KeyCache, layerKeyCache } from "../../../core/use_case/mod.ts";
import { timeInTurns, type Work } from "../stopwatch.ts";
import type { MeasurePaths } from "./path_costs.ts";

/** The last is as many as a process remembers. */
const KEY_COUNTS = [100, 1_000, 10_000] as const;
const NOW_MS = 1_793_880_000_000;

/** Every key is one of an account of its own. */
function holderOf(sha256: string): KeyHolder {
  return {
    account: { id: sha256, email: `${sha256}@example.com`, createdMs: NOW_MS },
    key: {
      id: sha256,
      accountId: sha256,
      name: "",
      sessionId: Option.none(),
      prefix: "sk_live_",
      lastFour: sha256.slice(-4),
      scopes: ["read"],
      createdMs: NOW_MS,
      lastUsedMs: Option.none(),
      revokedMs: Option.none(),
    },
  };
}

const layerEveryKey = Layer.mock(AccountStore)({
  findKey: (sha256) => Effect.succeed(Option.some(holderOf(sha256))),
});

function keyText(number: number): string {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(0, number);
  return makeApiKey("live", bytes);
}

/** Returns the check of keys that a process has all seen, one after the other. */
async function checkAmong(count: number): Promise<Work> {
  const texts = Array.from({ length: count }, (_, number) => keyText(number));
  const runtime = ManagedRuntime.make(Layer.provideMerge(layerKeyCache, layerEveryKey));
  const keyCache = await runtime.runPromise(KeyCache);
  for (const text of texts) await runtime.runPromise(keyCache.find(digestOfKey(text), 0));
  const check = makeKeyCheck({
    keyCache,
    run: makeRun(runtime),
    world: "live",
    fixedKey: Option.none(),
    stopwatchMs: () => 0,
  });
  return (times) => {
    let found = 0;
    for (let at = 0; at < times; at++) {
      if ("key" in check(texts[at % count] ?? "", NOW_MS, () => undefined)) found++;
    }
    if (found < times) throw new Error("a known key was not found");
    return found;
  };
}

/** Measures it. */
export const keyGrowth: MeasurePaths = async (effort) => {
  const works = await Promise.all(KEY_COUNTS.map(checkAmong));
  const values = timeInTurns(works, effort);
  const sizes = KEY_COUNTS.map((size, which) => ({ size, values: values[which] ?? [] }));
  return [{ what: "the check of a known key", sized: "keys", unit: "ns", sizes }];
};
