/**
 * A cache of API key lookups that lasts a few seconds.
 *
 * @module
 */
import { Context, Deferred, Effect, Layer, type Option } from "effect";
import type { KeyHolder } from "../../access/mod.ts";
import { BoundedMap } from "../../bounded_map.ts";
import { AccountStore, type StoreFailed } from "../../port/mod.ts";

/** The store's entry for a digest: a key, revoked or not, or none. */
export type KeyLookup = Option.Option<KeyHolder>;

/** Looks up keys by the SHA-256 of their text. `atMs` is machine time from a fixed point. */
export class KeyCache extends Context.Service<KeyCache, {
  /** Returns a lookup cached within {@linkcode KEY_KNOWN_MS}; undefined if there is none. */
  readonly known: (sha256: string, atMs: number) => KeyLookup | undefined;

  /** Queries the store. Concurrent lookups of the same key share one query. */
  readonly find: (sha256: string, atMs: number) => Effect.Effect<KeyLookup, StoreFailed>;

  /** Returns an effect that records a use of the key; undefined while the last record is fresh. */
  readonly recordUse: (holder: KeyHolder, nowMs: number) => Effect.Effect<void> | undefined;
}>()("core/use_case/KeyCache") {}

/**
 * How long a lookup is cached. A revoked key must stop working on every replica within ten seconds;
 * the difference leaves time for the store to answer.
 */
export const KEY_KNOWN_MS = 9_000;
/** Bounds memory against invented keys. */
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
  Effect.map(AccountStore, makeKeyCache),
);

function makeKeyCache(store: AccountStore["Service"]): KeyCache["Service"] {
  const knownByDigest = new BoundedMap<string, Known>(KNOWN_MAX);
  const inFlight = new Map<string, Deferred.Deferred<KeyLookup, StoreFailed>>();
  const notedMs = new Map<string, number>();

  /** Continues when the first caller is interrupted: others may wait for the answer. */
  const ask = (sha256: string, askedMs: number) => {
    const answer = Deferred.makeUnsafe<KeyLookup, StoreFailed>();
    inFlight.set(sha256, answer);
    return store.findKey(sha256).pipe(
      Effect.tap((lookup) =>
        Effect.sync(() => knownByDigest.setNewest(sha256, { lookup, askedMs }))
      ),
      Effect.onExit((exit) =>
        Effect.sync(() => {
          inFlight.delete(sha256);
          Deferred.doneUnsafe(answer, exit);
        })
      ),
      Effect.forkDetach,
      Effect.andThen(Deferred.await(answer)),
    );
  };

  return {
    known: (sha256, atMs) => {
      const known = knownByDigest.get(sha256);
      return known !== undefined && atMs - known.askedMs < KEY_KNOWN_MS ? known.lookup : undefined;
    },
    find: (sha256, atMs) =>
      Effect.suspend(() => {
        const answer = inFlight.get(sha256);
        return answer === undefined ? ask(sha256, atMs) : Deferred.await(answer);
      }),
    recordUse: ({ key }, nowMs) => {
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
  };
}
