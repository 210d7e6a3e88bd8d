/**
 * The authentication of a known API key, compared with hashing it and a lookup in a bare `Set`.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Option } from "effect";
import { makeKeyCheck } from "../../adapters/http/edge/key_check.ts";
import { digestOfKey } from "../../adapters/http/edge/key_digest.ts";
import { makeRun } from "../../adapters/http/edge/run.ts";
import { layerMemoryAccountStore } from "../memory/account_store.ts";
import { makeApiKey } from "../../core/access/mod.ts";
import { AccountStore } from "../../core/port/mod.ts";
import { KeyCache, layerKeyCache } from "../../core/use_case/mod.ts";
import { type Benchmark, compare } from "./benchmark.ts";
import { timeInTurns } from "./stopwatch.ts";
import { storeKey } from "./stored_key.ts";

const NAME = "keyed";
const KEYS = 1_000;
/** No account may have many. */
const KEYS_AN_ACCOUNT = 10;
const NOW_MS = 1_793_880_000_000;

/** The benchmark. */
export const keyed: Benchmark = {
  name: NAME,
  about: `the check of an API key that is known, among ${KEYS}`,
  isQuick: true,
  run: async (effort) => {
    const runtime = ManagedRuntime.make(Layer.provideMerge(layerKeyCache, layerMemoryAccountStore));
    const texts = Array.from({ length: KEYS }, (_, index) => {
      const bytes = new Uint8Array(32).fill(index % 251);
      bytes[0] = index >> 8;
      bytes[1] = index & 255;
      return makeApiKey("live", bytes);
    });
    const keyCache = await runtime.runPromise(warmKeyCache(texts));
    const known = new Set(texts.map(digestOfKey));
    const check = makeKeyCheck({
      keyCache,
      run: makeRun(runtime),
      world: "live",
      fixedKey: Option.none(),
      stopwatchMs: () => 0,
    });
    const [ours = [], reference = []] = timeInTurns([
      (times) => {
        let sum = 0;
        for (let i = 0; i < times; i++) {
          const verdict = check(texts[i % KEYS] ?? "", NOW_MS, () => undefined);
          if ("key" in verdict) sum++;
        }
        return sum;
      },
      (times) => {
        let sum = 0;
        for (let i = 0; i < times; i++) {
          const text = texts[i % KEYS] ?? "";
          const digest = new Bun.CryptoHasher("sha256").update(text).digest("hex");
          if (known.has(digest)) sum++;
        }
        return sum;
      },
    ], effort);
    return [compare(NAME, {
      unit: "ns",
      ours: { what: "the check of a known key", values: ours },
      reference: { what: "SHA-256 and a lookup in a Set", values: reference },
    })];
  },
};

/** Makes a key cache that has read every key. */
const warmKeyCache = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const store = yield* AccountStore;
  const keyCache = yield* KeyCache;
  for (const [index, text] of texts.entries()) {
    const accountId = `account ${Math.floor(index / KEYS_AN_ACCOUNT)}`;
    if (index % KEYS_AN_ACCOUNT === 0) {
      const email = `someone${index}@example.com`;
      yield* store.addAccount({ id: accountId, email, createdMs: NOW_MS });
    }
    const sha256 = yield* storeKey(text, { accountId, createdMs: NOW_MS });
    yield* keyCache.find(sha256, 0);
  }
  return keyCache;
});
