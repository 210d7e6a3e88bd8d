/**
 * The paper wallets that this process works with, changed one step after the other.
 *
 * Places in queues change with every book, so they are kept in memory alone; what its owner can see
 * is stored before anybody is told of it.
 *
 * @module
 */
import { Context, Effect, Layer, Option, type Scope, Semaphore } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import type { PaperAccount, PaperChange } from "../../paper/mod.ts";
import { type KeptPaper, PaperStore } from "../../port/paper_store.ts";
import type { StoreFailed } from "../../port/store_failure.ts";

/** Hears what has changed of a wallet, once it is stored. Called synchronously; must not throw. */
export type PaperListener = (change: PaperChange) => void;

/** Changes paper wallets. */
export class PaperAccounts extends Context.Service<PaperAccounts, {
  /** Whether other processes may change them at the same time. */
  readonly isShared: boolean;

  /** Returns a wallet as it is now; none where it is not on paper. */
  readonly read: (walletId: string) => Effect.Effect<Option.Option<KeptPaper>, StoreFailed>;

  /** Returns it as this process knows it, without what others did since it was read. */
  readonly known: (walletId: string) => Effect.Effect<Option.Option<KeptPaper>, StoreFailed>;

  /**
   * Changes a wallet, after all changes that were asked for before. `make` may be called again with
   * what another process has made of it meanwhile. What fails changes nothing. None where the
   * wallet is not on paper.
   */
  readonly change: <E>(
    walletId: string,
    make: (account: PaperAccount) => Effect.Effect<PaperChange, E>,
  ) => Effect.Effect<Option.Option<PaperChange>, E | StoreFailed>;

  /** Reads the store again. Returns whether another process has changed the wallet. */
  readonly refresh: (walletId: string) => Effect.Effect<boolean, StoreFailed>;

  /** Hears of a wallet's changes until the scope ends. */
  readonly listen: (
    walletId: string,
    listener: PaperListener,
  ) => Effect.Effect<void, never, Scope.Scope>;
}>()("core/use_case/PaperAccounts") {}

/** Those of so many wallets stay in memory. */
const WALLETS_MAX = 1_000;

/** A wallet in memory. Where it is forgotten, the store's version still keeps changes apart. */
interface Known {
  readonly lock: Semaphore.Semaphore;
  kept: KeptPaper | undefined;
}

/** Provides them. */
export const layerPaperAccounts: Layer.Layer<PaperAccounts, never, PaperStore> = Layer.effect(
  PaperAccounts,
  Effect.gen(function* () {
    const store = yield* PaperStore;
    const wallets = new BoundedMap<string, Known>(WALLETS_MAX);
    /** Of the wallets that are followed, which are few. */
    const listeners = new Map<string, Set<PaperListener>>();
    const knownOf = (walletId: string): Known => {
      const found = wallets.get(walletId);
      if (found !== undefined) return found;
      const known: Known = { lock: Semaphore.makeUnsafe(1), kept: undefined };
      wallets.set(walletId, known);
      return known;
    };
    const keptOf = Effect.fnUntraced(function* (walletId: string, known: Known) {
      // Alone, nobody else changes it.
      if (known.kept !== undefined) return known.kept;
      known.kept = Option.getOrUndefined(yield* store.read(walletId));
      return known.kept;
    });
    const reload = Effect.fnUntraced(function* (walletId: string, known: Known) {
      const before = known.kept;
      if (before !== undefined) {
        const version = yield* store.version(walletId);
        if (Option.contains(version, before.version)) return false;
      }
      const stored = Option.getOrUndefined(yield* store.read(walletId));
      if (stored === undefined) return false;
      known.kept = { ...stored, account: withPlaces(stored.account, before?.account) };
      return true;
    });

    const changeKnown = Effect.fnUntraced(function* <E>(
      { walletId, known, make }: {
        readonly walletId: string;
        readonly known: Known;
        readonly make: (account: PaperAccount) => Effect.Effect<PaperChange, E>;
      },
    ) {
      while (true) {
        const kept = yield* keptOf(walletId, known);
        if (kept === undefined) return Option.none<PaperChange>();
        const change = yield* make(kept.account);
        const { account, orders, fills } = change;
        const isQuiet = orders.length === 0 && fills.length === 0;
        if (isQuiet && account.acts === kept.account.acts) {
          known.kept = { ...kept, account };
          return Option.some(change);
        }
        // Unless it is stored for certain, the store says what there is.
        known.kept = undefined;
        const { version } = kept;
        if (yield* store.write({ walletId, version, before: kept.account, change })) {
          known.kept = { ...kept, account, version: version + 1 };
          for (const listener of listeners.get(walletId) ?? []) listener(change);
          return Option.some(change);
        }
        known.kept = kept;
        yield* reload(walletId, known);
      }
    });

    return PaperAccounts.of({
      isShared: store.isShared,
      read: (walletId) =>
        Effect.gen(function* () {
          const known = knownOf(walletId);
          if (store.isShared) yield* known.lock.withPermits(1)(reload(walletId, known));
          return Option.fromUndefinedOr(yield* keptOf(walletId, known));
        }),
      known: (walletId) =>
        Effect.map(
          Effect.suspend(() => keptOf(walletId, knownOf(walletId))),
          Option.fromUndefinedOr,
        ),
      change: (walletId, make) => {
        const known = knownOf(walletId);
        return known.lock.withPermits(1)(
          Effect.uninterruptible(changeKnown({ walletId, known, make })),
        );
      },
      refresh: (walletId) => {
        const known = knownOf(walletId);
        return known.lock.withPermits(1)(reload(walletId, known));
      },
      listen: (walletId, listener) =>
        Effect.asVoid(Effect.acquireRelease(
          Effect.sync(() => {
            const others = listeners.get(walletId) ?? new Set();
            listeners.set(walletId, others.add(listener));
            return others;
          }),
          (others) =>
            Effect.sync(() => {
              others.delete(listener);
              if (others.size === 0) listeners.delete(walletId);
            }),
        )),
    });
  }),
);

/** Places in queues of orders that have traded nothing since are known better here. */
function withPlaces(stored: PaperAccount, known: PaperAccount | undefined): PaperAccount {
  if (known === undefined) return stored;
  const byId = new Map(known.orders.map((order) => [order.orderId, order]));
  return {
    ...stored,
    orders: stored.orders.map((order) => {
      const own = byId.get(order.orderId);
      return own === undefined ? order : { ...order, queue: own.queue };
    }),
  };
}
