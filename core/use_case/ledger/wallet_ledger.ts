/**
 * The ledger of a wallet: its own fills, claims, splits and merges, and what the index lists from
 * elsewhere.
 *
 * @module
 */
import { Context, Effect, Option, Semaphore } from "effect";
import type { ChainAction } from "../../chain/mod.ts";
import { actionEntries, activityEntries, answeredEntries, fillEntries } from "../../ledger/mod.ts";
import { windowOfSlug } from "../../market/mod.ts";
import { FILL_STATES, fillIdOf, isPaperWallet } from "../../order/mod.ts";
import { ChainStore } from "../../port/chain_store.ts";
import { type FillPosition, FillStore } from "../../port/fill_store.ts";
import { LedgerStore } from "../../port/ledger_store.ts";
import type { StoredFill } from "../../port/stored_fill.ts";
import { WalletFrames } from "../../port/wallet_frames.ts";
import type { IndexedHolding, IndexedHoldings } from "../../port/wallet_index.ts";
import { WalletStore } from "../../port/wallet_store.ts";
import { UnixSec } from "../../time/mod.ts";
import { Venue } from "../venue/venue.ts";
import { type IndexedWallet, IndexReadings } from "./index_readings.ts";
import { type KeptLedger, KeptLedgers } from "./kept_ledgers.ts";
import { ownTokens } from "./own_tokens.ts";
import { pairsOf, tokenFacts, type TokenNaming } from "./token_facts.ts";

/** The ledger of a wallet. */
export interface WalletLedger extends KeptLedger {
  /** Until when what the index lists is in the entries, unix milliseconds; none before any is. */
  readonly listedMs: Option.Option<number>;
  /** What the index says that the wallet holds; none while that is not known. */
  readonly index: Option.Option<IndexedHoldings>;
}

/** How many fills are read at a time. A store sorts what is left of a wallet for each page. */
const PAGE = 10_000;
/** Ledgers that are put together at once: one of 20,000 fills takes 100 MB meanwhile. */
export const LEDGER_LANES = 2;
/** The lanes in which a process puts ledgers together. */
export const LedgerLanes = Context.Reference<Semaphore.Semaphore>("core/use_case/LedgerLanes", {
  defaultValue: () => Semaphore.makeUnsafe(LEDGER_LANES),
});

/**
 * Returns the ledger of a wallet, as far as it is known now: of all that was done by wallets whose
 * shares are at the same address. Fails only if the store does.
 */
export const walletLedger = Effect.fn("walletLedger")(function* (wallet: IndexedWallet) {
  const indexed = yield* (yield* IndexReadings).of(wallet);
  return yield* (yield* LedgerLanes).withPermits(1)(ledgerOf(wallet, indexed));
});

const NO_HOLDINGS: ReadonlyArray<IndexedHolding> = [];

const ledgerOf = Effect.fnUntraced(function* (
  { id, funder }: IndexedWallet,
  indexed: Option.Option<IndexedHoldings>,
) {
  // Whatever the address of a paper wallet has on the chain is another wallet's.
  const others = isPaperWallet(id)
    ? []
    : yield* WalletStore.use((store) => store.idsOfFunder(funder));
  const ids = [...new Set([id, ...others])].toSorted();
  const heads = yield* WalletFrames.use((frames) => frames.heads(ids));
  const { asOfMs: listedMs, version } = yield* LedgerStore.use((store) => store.listingOf(id));
  // What is over stays as it is, so that their number tells whether there are others.
  const done = (yield* Effect.forEach(
    ids,
    (each) => ChainStore.use((store) => store.confirmedOf(each)),
  )).flat();
  const holdings = Option.match(indexed, {
    onNone: () => NO_HOLDINGS,
    onSome: (known) => known.holdings,
  });
  const numbers = [version, done.length, ...ids.flatMap((each) => [each, heads.get(each) ?? 0])];
  const basis = { numbers, holdings };
  const ledgers = yield* KeptLedgers;
  const known = ledgers.get(id, basis);
  const ledger = known ?? (yield* putTogether({ id, ids, done, holdings }));
  if (known === undefined) ledgers.set(id, basis, ledger);
  const index = Option.map(indexed, (one): IndexedHoldings => ({
    ...one,
    holdings: ledger.holdings,
  }));
  return { ...ledger, listedMs, index } satisfies WalletLedger;
});

/** The slugs of windows are the same at every instant but for one hour of a year. */
const ANY_SEC = UnixSec(0);

const putTogether = Effect.fnUntraced(function* (
  { id, ids, done, holdings: indexed }: {
    readonly id: string;
    /** The wallets with the same shares. */
    readonly ids: ReadonlyArray<string>;
    readonly done: ReadonlyArray<ChainAction>;
    readonly holdings: ReadonlyArray<IndexedHolding>;
  },
) {
  const { profile } = yield* Venue;
  // Before the fills, so that what is heard of meanwhile is among them.
  const answered = (yield* Effect.forEach(
    ids,
    (each) => FillStore.use((store) => store.unheard(each)),
  )).flat();
  const [fills, listed] = yield* Effect.all([
    Effect.map(Effect.forEach(ids, fillsOf), (some) => some.flat()),
    LedgerStore.use((store) => store.activityOf(id)),
  ], { concurrency: 2 });
  const named = [...fills, ...answered].map(({ instruction }) => instruction);
  const isOfWindow = (slug: string) => windowOfSlug(profile, slug, ANY_SEC) !== undefined;
  const ownToken = ownTokens(named, isOfWindow);
  const holdings = indexed.map((one) => ({ ...one, tokenId: ownToken(one) }));
  const activity = listed.activity.map((one) => {
    const { tokenId, conditionId, outcomeIndex } = one;
    const outcome = Option.map(
      Option.all({ tokenId, conditionId }),
      (ids) => ({ ...ids, outcomeIndex }),
    );
    return Option.isSome(outcome) ? { ...one, tokenId: Option.some(ownToken(outcome.value)) } : one;
  });
  const tokens = tokenFacts([
    ...named,
    ...done.flatMap(namingsOf),
    ...holdings,
    // Of a token that the index does not list any more, or not now.
    ...activity.flatMap((row): ReadonlyArray<TokenNaming> =>
      Option.toArray(Option.all({ tokenId: row.tokenId, conditionId: row.conditionId }))
        .map((ids) => ({ ...ids, outcomeIndex: row.outcomeIndex }))
    ),
  ]);
  const unheard = answeredEntries(answered, fills);
  const own = [...fillEntries(fills), ...unheard.entries];
  const elsewhere = activityEntries(activity, {
    fills: own,
    tokensOf: pairsOf(tokens),
    conditionOf: (id) => tokens.get(id)?.conditionId,
  });
  const pending = own.filter(({ isFinal }) => !isFinal).map(({ conditionId }) => conditionId);
  return {
    entries: [...own, ...actionEntries(done, activity), ...elsewhere.entries],
    tokens,
    unclear: elsewhere.unclear.union(unheard.unclear),
    unsettled: elsewhere.unsettled.union(new Set(pending)),
    holdings,
  } satisfies KeptLedger;
});

/** The tokens of an action's market, in its order. */
function namingsOf({ market: { tokenIds, outcomes, conditionId, slug } }: ChainAction) {
  const named = { conditionId, ...(Option.isSome(slug) ? { slug: slug.value } : {}) };
  return tokenIds.map((tokenId, at): TokenNaming => ({
    ...named,
    tokenId,
    outcome: outcomes[at] ?? "",
    outcomeIndex: Option.some(at),
  }));
}

const fillsOf = Effect.fnUntraced(function* (walletId: string) {
  const store = yield* FillStore;
  const fills: Array<StoredFill> = [];
  let after = Option.none<FillPosition>();
  const [conditionId, orderId, sinceMs] = [Option.none(), Option.none(), Option.none()];
  while (true) {
    const listing = {
      walletId,
      states: FILL_STATES,
      conditionId,
      orderId,
      sinceMs,
      after,
      limit: PAGE,
    };
    const page = yield* store.list(listing);
    fills.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return fills;
    after = Option.some({ matchedMs: last.matchedMs, id: fillIdOf(last) });
  }
});
