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
import { isPaperWallet } from "../../order/mod.ts";
import { BoundedMap } from "../../bounded_map.ts";
import { LedgerStore } from "../../port/ledger_store.ts";
import { type IndexedHolding, type IndexedHoldings, WalletIndex } from "../../port/wallet_index.ts";
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
/** How many parts of a long history are read before others have their turn. */
const PARTS_MAX = 5;
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
      const lastOf = ({ id }: IndexedWallet) => kept.get(id)?.holdings ?? Option.none();
      const runFork = Effect.runForkWith(yield* Effect.context<never>());

      const readActivity = Effect.fnUntraced(function* ({ id, funder }: IndexedWallet) {
        const { asOfMs } = yield* store.listingOf(id);
        let sinceMs = Math.max(0, Option.getOrElse(asOfMs, () => 0) - OVERLAP_MS);
        for (let parts = 0; parts < PARTS_MAX; parts += 1) {
          const { isAll, ...part } = yield* index.activity(funder, { sinceMs });
          const isFurther = part.asOfMs > sinceMs;
          // Each part is kept before the next one is read, which may fail.
          if (isAll || isFurther) {
            yield* store.noteActivity({ walletId: id, fromMs: sinceMs, ...part });
          }
          if (isAll) return true;
          if (isFurther) sinceMs = part.asOfMs;
        }
        return false;
      });
      const read = Effect.fnUntraced(function* (wallet: IndexedWallet) {
        // Asked for first, so that all which is in them is listed. That counts without them, too.
        const held = yield* Effect.result(index.holdings(wallet.funder));
        const isListed = yield* readActivity(wallet);
        const holdings = yield* Effect.fromResult(held);
        const atMs = yield* machine.nowMs;
        // Beside what is not listed yet, they would seem to differ.
        const known = isListed ? Option.some(sameAs(lastOf(wallet), holdings)) : lastOf(wallet);
        kept.setNewest(wallet.id, { atMs, holdings: known });
      });
      const reading = (wallet: IndexedWallet) =>
        lanes.withPermits(1)(read(wallet)).pipe(
          Effect.catchCause((cause) =>
            Effect.gen(function* () {
              yield* Effect.logWarning(`Cannot read the index of wallet ${wallet.id}`, cause);
              kept.setNewest(wallet.id, { atMs: yield* machine.nowMs, holdings: lastOf(wallet) });
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
          // Whatever the address has on the chain is another wallet's.
          if (isPaperWallet(wallet.id)) return Option.none();
          const last = kept.get(wallet.id);
          if (last !== undefined && (yield* machine.nowMs) - last.atMs < FRESH_MS) {
            return last.holdings;
          }
          const fiber = join(wallet);
          const patience = yield* CallerPatience;
          if (fiber !== undefined) yield* Effect.raceFirst(Fiber.await(fiber), patience);
          return lastOf(wallet);
        }),
      });
    }),
  );

/** The same holdings are the same array, so that who keeps what follows from them knows it. */
function sameAs(last: Option.Option<IndexedHoldings>, next: IndexedHoldings): IndexedHoldings {
  if (Option.isNone(last)) return next;
  const { holdings } = last.value;
  const isSame = holdings.length === next.holdings.length &&
    holdings.every((one, at) => isSameHolding(one, next.holdings[at]));
  return isSame ? { ...next, holdings } : next;
}

function isSameHolding(a: IndexedHolding, b: IndexedHolding | undefined): boolean {
  return b !== undefined && a.tokenId === b.tokenId && a.conditionId === b.conditionId &&
    a.sharesE6 === b.sharesE6 && a.outcome === b.outcome && a.slug === b.slug &&
    isSameOption(a.outcomeIndex, b.outcomeIndex) &&
    isSameOption(a.averagePriceE6, b.averagePriceE6) && isSameOption(a.realizedE6, b.realizedE6);
}

const isSameOption = <A>(a: Option.Option<A>, b: Option.Option<A>): boolean =>
  Option.getOrUndefined(a) === Option.getOrUndefined(b);
