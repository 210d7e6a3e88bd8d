/**
 * A cache of API key lookups that lasts a few seconds.
 *
 * @module
 */
import { Cache, Context, Duration, Effect, Layer, Option } from "effect";
import type { ApiKey, KeyHolder } from "../../access/mod.ts";
import { BoundedMap } from "../../bounded_map.ts";
import { AccountStore } from "../../port/account_store.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { MachineTime } from "../time/machine_time.ts";

/** The store's entry for a digest: a key, revoked or not, or none. */
export type KeyLookup = Option.Option<KeyHolder>;

/** Looks up keys by the SHA-256 of their text. `atMs` is machine time from a fixed point. */
export class KeyCache extends Context.Service<KeyCache, {
  /** Returns a lookup cached within {@linkcode KEY_KNOWN_MS}; undefined if there is none. */
  readonly known: (sha256: string, atMs: number) => KeyLookup | undefined;

  /** Whether the last lookup, however old, found a holder: then the key is not an invented one. */
  readonly isFamiliar: (sha256: string) => boolean;

  /** Forgets that a key was not found: it was issued here just now. */
  readonly forget: (sha256: string) => void;

  /** Forgets the holders of some keys: they were revoked here just now, or their session ended. */
  readonly forgetHolders: (isForgotten: (key: ApiKey) => boolean) => void;

  /**
   * Queries the store. Concurrent lookups of the same key share one query, unless something was
   * forgotten since it began.
   */
  readonly find: (sha256: string, atMs: number) => Effect.Effect<KeyLookup, StoreFailed>;

  /**
   * Returns an effect that records a use of the key; undefined while the last record is fresh, and
   * for the key of a session.
   */
  readonly recordUse: (holder: KeyHolder, nowMs: number) => Effect.Effect<void> | undefined;
}>()("core/use_case/KeyCache") {}

/**
 * How long a lookup is cached. A revoked key must stop working on every replica within ten seconds;
 * the difference leaves time for the store to answer.
 */
export const KEY_KNOWN_MS = 9_000;
/** The most keys of holders, and the most invented ones, that are remembered. */
const KNOWN_MAX = 10_000;
/** The shortest time between two records of a key's use. */
const USE_NOTED_EVERY_MS = 60_000;

interface Known {
  readonly lookup: KeyLookup;
  readonly askedMs: number;
}

/** The key cache over the account store. */
export const layerKeyCache: Layer.Layer<KeyCache, never, AccountStore> = Layer.effect(
  KeyCache,
  Effect.flatMap(AccountStore, (store) => makeKeyCache(store)),
);

/** Makes this process, if it has a key cache, forget the holders of some keys. */
export const forgetKeys = Effect.fnUntraced(function* (isForgotten: (key: ApiKey) => boolean) {
  const cache = yield* Effect.serviceOption(KeyCache);
  if (Option.isSome(cache)) cache.value.forgetHolders(isForgotten);
});

/** When the caller that starts a query asked. */
const AskedMs = Context.Reference("core/use_case/KeyCache/AskedMs", {
  defaultValue: () => -Infinity,
});

const makeKeyCache = Effect.fnUntraced(function* (store: AccountStore["Service"]) {
  const holders = new BoundedMap<string, Known>(KNOWN_MAX);
  /** Apart from the holders, so that invented keys drop no real one. */
  const strangers = new BoundedMap<string, Known>(KNOWN_MAX);
  /** Changes when something is forgotten: a query that runs then may bring what was before. */
  let generation = 0;
  const notedMs = new Map<string, number>();
  const machine = yield* MachineTime;

  /**
   * The queries that run now. Each continues as long as one caller waits. Answers are kept above
   * instead, where each request reads them in 0.02 us and not in 0.6, by machine time.
   */
  const running = yield* Cache.makeWith(
    Effect.fnUntraced(function* (query: string) {
      const [askedMs, before] = [yield* AskedMs, generation];
      const sha256 = query.slice(query.indexOf(" ") + 1);
      const lookup = yield* store.findKey(sha256, yield* machine.nowMs);
      if (generation !== before) return lookup;
      // A session's key is found until the session ends: it changes sides then.
      const [known, other] = Option.isSome(lookup) ? [holders, strangers] : [strangers, holders];
      other.delete(sha256);
      known.setNewest(sha256, { lookup, askedMs });
      return lookup;
    }),
    { capacity: Infinity, timeToLive: () => Duration.zero },
  );

  return KeyCache.of({
    known: (sha256, atMs) => {
      const known = holders.get(sha256) ?? strangers.get(sha256);
      return known !== undefined && atMs - known.askedMs < KEY_KNOWN_MS ? known.lookup : undefined;
    },
    isFamiliar: (sha256) => holders.has(sha256),
    forget: (sha256) => {
      generation++;
      holders.delete(sha256);
      strangers.delete(sha256);
    },
    forgetHolders: (isForgotten) => {
      generation++;
      for (const [sha256, { lookup }] of [...holders]) {
        if (Option.isSome(lookup) && isForgotten(lookup.value.key)) holders.delete(sha256);
      }
    },
    find: (sha256, atMs) =>
      Effect.suspend(() =>
        Effect.provideService(Cache.get(running, `${generation} ${sha256}`), AskedMs, atMs)
      ),
    recordUse: ({ key }, nowMs) => {
      if (Option.isSome(key.sessionId)) return undefined;
      const lastMs = notedMs.get(key.id);
      if (lastMs !== undefined && Math.abs(nowMs - lastMs) < USE_NOTED_EVERY_MS) return undefined;
      if (notedMs.size >= KNOWN_MAX) notedMs.clear();
      notedMs.set(key.id, nowMs);
      return store.recordUse(key.id, nowMs).pipe(
        Effect.catch((failure) =>
          Effect.logWarning("Cannot record the use of an API key", failure)
        ),
      );
    },
  });
});
