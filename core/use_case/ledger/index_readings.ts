/**
 * What the venue's index says of wallets, read when somebody asks, and kept.
 *
 * A caller waits for a reading for two seconds; it goes on then, and the next caller has it. One
 * wallet is read at a time once, a few wallets at the same time, and none more often than the index
 * changes.
 *
 * @module
 */
import { Context, Effect, Fiber, Layer, Option, Semaphore } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import { LedgerStore } from "../../port/ledger_store.ts";
import { type IndexedHoldings, WalletIndex } from "../../port/wallet_index.ts";
import { CallerPatience } from "../time/caller_patience.ts";
import { MachineTime } from "../time/machine_time.ts";

/** A wallet by its id, and the address that holds its shares. */
export interface IndexedWallet {
  readonly id: string;
  readonly funder: string;
}

/** Reads the index. */
export class IndexReadings extends Context.Service<IndexReadings, {
  /**
   * Returns the newest holdings of a wallet, after what it did is kept; none while there are none.
   * Never fails because of the index.
   */
  readonly of: (wallet: IndexedWallet) => Effect.Effect<Option.Option<IndexedHoldings>>;
}>()("core/use_case/IndexReadings") {}

/** How long a reading is new enough, in machine time: the index itself is minutes behind. */
const FRESH_MS = 15_000;
/** What was listed late, or not all of it, is read again. */
const OVERLAP_MS = 600_000;
const LANES = 4;
/** The wallets that are read or wait for it, and those whose holdings are kept. */
export const READING_WALLETS_MAX = 200;
const KEPT_WALLETS_MAX = 1_000;

/** What is known of a wallet, and when it was last asked for, in machine time. */
interface Kept {
  readonly atMs: number;
  readonly holdings: Option.Option<IndexedHoldings>;
}

/** Provides the readings. */
export const layerIndexReadings: Layer.Layer<IndexReadings, never, WalletIndex | LedgerStore> =
  Layer.effect(
    IndexReadings,
    Effect.gen(function* () {
      const index = yield* WalletIndex;
      const store = yield* LedgerStore;
      const machine = yield* MachineTime;
      const lanes = yield* Semaphore.make(LANES);
      const kept = new BoundedMap<string, Kept>(KEPT_WALLETS_MAX);
      const running = new Map<string, Fiber.Fiber<void>>();
      const runFork = Effect.runForkWith(yield* Effect.context<never>());

      const read = Effect.fnUntraced(function* ({ id, funder }: IndexedWallet) {
        const listedMs = yield* store.listedMsOf(id);
        const sinceMs = Math.max(0, Option.getOrElse(listedMs, () => 0) - OVERLAP_MS);
        // Asked for first, so that all which is in them is listed. That counts without them, too.
        const held = yield* Effect.result(index.holdings(funder));
        const listed = yield* index.activity(funder, { sinceMs });
        yield* store.noteActivity({ walletId: id, ...listed });
        const holdings = yield* Effect.fromResult(held);
        kept.setNewest(id, { atMs: yield* machine.nowMs, holdings: Option.some(holdings) });
      });
      const reading = (wallet: IndexedWallet) =>
        lanes.withPermits(1)(read(wallet)).pipe(
          Effect.catchCause((cause) =>
            Effect.gen(function* () {
              yield* Effect.logWarning(`Cannot read the index of wallet ${wallet.id}`, cause);
              const holdings = kept.get(wallet.id)?.holdings ?? Option.none();
              kept.setNewest(wallet.id, { atMs: yield* machine.nowMs, holdings });
            })
          ),
        );
      const join = (wallet: IndexedWallet) => {
        const known = running.get(wallet.id);
        if (known !== undefined || running.size >= READING_WALLETS_MAX) return known;
        const fiber = runFork(reading(wallet));
        running.set(wallet.id, fiber);
        fiber.addObserver(() => running.delete(wallet.id));
        return fiber;
      };

      return IndexReadings.of({
        of: Effect.fnUntraced(function* (wallet) {
          const last = kept.get(wallet.id);
          if (last !== undefined && (yield* machine.nowMs) - last.atMs < FRESH_MS) {
            return last.holdings;
          }
          const fiber = join(wallet);
          const patience = yield* CallerPatience;
          if (fiber !== undefined) yield* Effect.raceFirst(Fiber.await(fiber), patience);
          return kept.get(wallet.id)?.holdings ?? Option.none();
        }),
      });
    }),
  );
