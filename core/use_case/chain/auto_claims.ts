/**
 * Claims what wallets have won by themselves, for those whose policy says so.
 *
 * @module
 */
import { Clock, Effect, Option, Queue, Schedule } from "effect";
import { CHAIN_ACTION_STATES, type ChainAction } from "../../chain/mod.ts";
import type { Wallet } from "../../order/mod.ts";
import { ChainStore } from "../../port/chain_store.ts";
import { Leases } from "../../port/leases.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { claimablePositions, type LedgerMarket } from "../ledger/mod.ts";
import { logFailure, recordRun, repeatJob } from "../time/repeat_job.ts";
import { ChainSignals } from "./chain_signals.ts";
import { CLAIMS_MAX, newClaims } from "./claim_positions.ts";

/** By the service's clock: what is won is to be paid within a minute of its resolution. */
const EVERY_MS = 15_000;
const LEAST_MS = 1_000;
/** What is still there after a claim is claimed again after so long, by the service's clock. */
const RETRY_MS = 600_000;
/** So often that wait doubles, up to a day and a half: what nobody can pay leaves few claims. */
const DOUBLED_MAX = 8;
/** Anyone may send a wallet the dust of winners, whose claims cost more than they pay. */
const WORTH_E6_MIN = 10_000n;
/** Wallets that are looked at together: each folds its ledger. */
const AT_ONCE = 2;

/** Looks at the wallets that claim automatically. */
export const claimAutomatically = Effect.fn("claimAutomatically")(function* () {
  const wallets = (yield* (yield* WalletStore).claimingAutomatically)
    // Nobody could ask the venue what the others have.
    .filter(({ clobApiKey }) => Option.isSome(clobApiKey));
  yield* Effect.forEach(
    wallets,
    (wallet) =>
      Effect.catchCause(
        claimFor(wallet),
        (cause) => Effect.logWarning(`Cannot claim for the wallet ${wallet.id}`, cause),
      ),
    { concurrency: AT_ONCE, discard: true },
  );
});

const claimFor = Effect.fnUntraced(function* ({ id, accountId }: Wallet) {
  const store = yield* ChainStore;
  const markets = yield* claimablePositions({ walletId: id, accountId });
  const nowMs = yield* Clock.currentTimeMillis;
  const due: Array<LedgerMarket> = [];
  for (const market of markets) {
    if (due.length >= CLAIMS_MAX || market.worthE6 < WORTH_E6_MIN) break;
    const earlier = yield* store.list({
      walletId: id,
      kinds: ["claim"],
      states: CHAIN_ACTION_STATES,
      conditionId: Option.some(market.conditionId),
      after: Option.none(),
      limit: DOUBLED_MAX + 1,
    });
    if (isToRepeat(earlier, nowMs)) due.push(market);
  }
  if (due.length === 0) return;
  for (const action of yield* newClaims({ walletId: id, markets: due, isAutomatic: true })) {
    const requestSha256 = "";
    yield* store.request({
      walletId: id,
      idempotencyKey: `auto ${action.id}`,
      requestSha256,
      actions: [action],
    });
  }
  yield* Queue.offer(yield* ChainSignals, undefined);
});

/** The ledger may not know yet that the last claim is over: it is not repeated at once. */
function isToRepeat(earlier: ReadonlyArray<ChainAction>, nowMs: number): boolean {
  const [last] = earlier;
  if (last === undefined) return true;
  const waitMs = RETRY_MS * 2 ** (earlier.length - 1);
  return Option.exists(last.endedMs, (ms) => ms + waitMs <= nowMs);
}

/** Does so for as long as it runs, on one replica. */
export const keepClaiming = Leases.use(({ whileHeld }) =>
  whileHeld(
    "automatic claims",
    repeatJob(claimAutomatically(), {
      schedule: Schedule.spaced(EVERY_MS),
      clock: "service",
      leastMs: () => LEAST_MS,
      failed: logFailure("Cannot claim what wallets have won"),
      ended: recordRun("automatic_claims"),
    }),
  )
);
