/**
 * Claims what a wallet has won.
 *
 * @module
 */
import { Array, Clock, Effect, Option, Schema } from "effect";
import type { ActionMarket, Pair } from "../../chain/mod.ts";
import { windowOfSlug } from "../../market/mod.ts";
import type { NewChainAction } from "../../port/chain_store.ts";
import { LedgerStore } from "../../port/ledger_store.ts";
import { NewId } from "../../port/new_id.ts";
import { Resolutions } from "../../port/resolutions.ts";
import { UnixSec } from "../../time/mod.ts";
import { type ConditionId, finalOf } from "../../venue/mod.ts";
import { claimablePositions, type LedgerMarket, marketInLedger } from "../ledger/mod.ts";
import { claimedWallet } from "../order/trading_wallet.ts";
import { Venue } from "../venue/venue.ts";
import { marketOfCondition } from "./action_market.ts";
import { type ActionCommand, requestActions } from "./request_actions.ts";

/** A claim of one market, or of all that can be claimed. */
export interface ClaimCommand extends ActionCommand {
  readonly conditionId: Option.Option<ConditionId>;
}

/** The market is not resolved: nothing of it can be claimed yet. */
export class MarketUnresolved extends Schema.TaggedError<MarketUnresolved>()("MarketUnresolved", {
  conditionId: Schema.String,
  /** When it ends, as unix seconds; undefined where that is not known. */
  endsSec: Schema.optional(Schema.Number),
}) {
  override get message(): string {
    return `Cannot claim the condition "${this.conditionId}": its market is not resolved`;
  }
}

/** Claims of a wallet that one request makes at most; those that it leaves out come next time. */
export const CLAIMS_MAX = 100;

/** Claims a market, or everything that can be claimed. The same key never claims anything else. */
export const claimPositions = Effect.fn("claimPositions")(function* (command: ClaimCommand) {
  return yield* requestActions(
    command,
    Option.match(command.conditionId, {
      onNone: () => claimsOfAll(command),
      onSome: (conditionId) => Effect.map(claimOf(command, conditionId), (one) => [one]),
    }),
  );
});

const claimsOfAll = Effect.fnUntraced(function* (command: ClaimCommand) {
  const markets = yield* claimablePositions(command);
  return yield* newClaims({
    walletId: command.walletId,
    markets: markets.slice(0, CLAIMS_MAX),
    isAutomatic: false,
  });
});

const AT_ONCE = 8;

/**
 * Returns claims of these markets, all of them resolved. One that cannot be claimed holds up no
 * other; where none can be, it fails.
 */
export const newClaims = Effect.fnUntraced(function* (
  { walletId, markets, isAutomatic }: {
    readonly walletId: string;
    readonly markets: ReadonlyArray<LedgerMarket>;
    readonly isAutomatic: boolean;
  },
) {
  const claims = yield* Effect.forEach(
    markets,
    (listed) => Effect.result(claimOfListed(listed, { walletId, isAutomatic })),
    { concurrency: AT_ONCE },
  );
  const [failed, made] = [Array.getFailures(claims), Array.getSuccesses(claims)];
  const [first] = failed;
  if (first !== undefined && made.length === 0) return yield* Effect.fail(first);
  yield* Effect.forEach(failed, (failure) => Effect.logWarning(failure.message), { discard: true });
  return made;
});

const claimOfListed = Effect.fnUntraced(function* (
  listed: LedgerMarket,
  claim: Pick<NewChainAction, "walletId" | "isAutomatic">,
) {
  const market = yield* marketOfCondition(listed);
  const payoutsE6 = yield* Effect.fromOption(yield* payoutsOf(market)).pipe(
    Effect.mapError(() => new MarketUnresolved({ conditionId: market.conditionId })),
  );
  return yield* newClaim({ ...claim, market, payoutsE6 });
});

const claimOf = Effect.fnUntraced(function* (
  { walletId, accountId }: ClaimCommand,
  conditionId: ConditionId,
) {
  const { wallet } = yield* claimedWallet({ walletId, accountId });
  const { slug } = yield* marketInLedger(wallet, conditionId);
  const market = yield* marketOfCondition({ conditionId, slug });
  const payouts = yield* payoutsOf(market);
  if (Option.isSome(payouts)) {
    return yield* newClaim({ walletId, market, payoutsE6: payouts.value, isAutomatic: false });
  }
  const endsSec = yield* endOf(market);
  return yield* new MarketUnresolved({
    conditionId,
    ...(endsSec === undefined ? {} : { endsSec }),
  });
});

const newClaim = Effect.fnUntraced(function* (
  claim: Pick<NewChainAction, "walletId" | "market" | "isAutomatic"> & {
    readonly payoutsE6: Pair<bigint>;
  },
) {
  const action: NewChainAction = {
    ...claim,
    id: yield* yield* NewId,
    kind: "claim",
    sizeE6: Option.none(),
    payoutsE6: Option.some(claim.payoutsE6),
    requestedMs: yield* Clock.currentTimeMillis,
  };
  return action;
});

/** Returns what a share of each outcome pays, as it is kept, or as the venue says it now. */
const payoutsOf = Effect.fnUntraced(function* ({ conditionId }: ActionMarket) {
  const store = yield* LedgerStore;
  const [kept] = yield* store.resolutionsOf([conditionId]);
  if (kept !== undefined) return pairOf(kept.payoutsE6);
  const { value } = yield* (yield* Resolutions).of(conditionId);
  const found = Option.flatMap(value, finalOf);
  if (Option.isNone(found)) return Option.none();
  yield* store.noteResolutions([{ conditionId, ...found.value }]);
  return pairOf(found.value.payoutsE6);
});

function pairOf([first, second, ...others]: ReadonlyArray<bigint>): Option.Option<Pair<bigint>> {
  return first === undefined || second === undefined || others.length > 0
    ? Option.none()
    : Option.some([first, second]);
}

/** Of a window alone: the venue does not say of other markets when they end. */
const endOf = Effect.fnUntraced(function* ({ slug }: ActionMarket) {
  if (Option.isNone(slug)) return undefined;
  const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
  return windowOfSlug((yield* Venue).profile, slug.value, nowSec)?.window.endSec;
});
