import { expect, test } from "bun:test";
import { Effect, Layer, ManagedRuntime, Option } from "effect";
import fc from "fast-check";
import type { ChainAction } from "../../../../core/chain/mod.ts";
import { FILL_STATES } from "../../../../core/order/mod.ts";
import { ChainStore } from "../../../../core/port/chain_store.ts";
import { FillStore } from "../../../../core/port/fill_store.ts";
import { LedgerStore } from "../../../../core/port/ledger_store.ts";
import type { StoredFill } from "../../../../core/port/stored_fill.ts";
import { WalletFrames } from "../../../../core/port/wallet_frames.ts";
import type { IndexedHoldings } from "../../../../core/port/wallet_index.ts";
import { WalletStore } from "../../../../core/port/wallet_store.ts";
import {
  IndexReadings,
  layerKeptLedgers,
  walletLedger,
} from "../../../../core/use_case/ledger/mod.ts";
import { conditionOf } from "../../../condition.ts";
import { newSecrets, newWallet } from "../../../contract/new_wallet.ts";
import { activity, holding } from "../../../http/position/positions_client.ts";
import { layerMemoryLedgerStore } from "../../../memory/ledger_store.ts";
import { layerMemoryWalletStore } from "../../../memory/wallet_store.ts";

const NOON_MS = 1_767_268_800_000;
const { some } = Option;
const FUNDER = `0x${"Ab".repeat(20)}`;
const IDS = ["w1", "w2"] as const;
const conditionId = conditionOf(7);

const fillOf = (walletId: string, trade: number): StoredFill => ({
  walletId,
  tradeId: `t${trade}`,
  orderId: `0x${walletId}`,
  role: "taker",
  priceE6: 500_000n,
  sharesE6: 10_000_000n,
  state: "matched",
  tx: some(`0x${trade}`),
  matchedMs: NOON_MS + trade,
  settledMs: Option.none(),
  feeRate: Option.none(),
  instruction: { slug: "a-market", outcome: "Up", tokenId: "11", conditionId, side: "BUY" },
});
const splitOf = (walletId: string, at: number): ChainAction => ({
  id: `a${at}`,
  walletId,
  kind: "split",
  market: {
    conditionId,
    slug: Option.none(),
    kind: "v1",
    tokenIds: ["11", "12"],
    outcomes: ["Up", "Down"],
  },
  sizeE6: some(5_000_000n),
  payoutsE6: Option.none(),
  isAutomatic: false,
  state: "confirmed",
  attempts: 1,
  before: Option.none(),
  moved: some({ usdcE6: -5_000_000n, sharesE6: [5_000_000n, 5_000_000n] }),
  tx: some(`0xa${at}`),
  why: Option.none(),
  requestedMs: NOON_MS,
  endedMs: some(NOON_MS + at),
});

/** Two wallets whose shares are at one address. What changes is counted as stores count it. */
function startWallets() {
  const fills = new Map<string, StoredFill>();
  const heads = new Map<string, number>();
  const done: Array<ChainAction> = [];
  let indexed = Option.none<IndexedHoldings>();
  /** Happens while fills are read. */
  let meanwhile = Effect.void as Effect.Effect<void>;
  let listCount = 0;
  const stores = Layer.mergeAll(
    layerMemoryLedgerStore,
    layerMemoryWalletStore,
    Layer.succeed(IndexReadings, { of: () => Effect.sync(() => indexed) }),
    Layer.mock(ChainStore, {
      confirmedOf: (id) => Effect.sync(() => done.filter(({ walletId }) => walletId === id)),
    }),
    Layer.mock(WalletFrames, {
      heads: (ids) => Effect.sync(() => new Map(ids.map((id) => [id, heads.get(id) ?? 0]))),
    }),
    Layer.mock(FillStore, {
      unheard: () => Effect.succeed([]),
      list: ({ walletId }) =>
        Effect.suspend(() => {
          listCount += 1;
          const found = [...fills.values()].filter((fill) => fill.walletId === walletId);
          const happens = meanwhile;
          meanwhile = Effect.void;
          return Effect.as(happens, found);
        }),
    }),
  );
  const runtime = ManagedRuntime.make(Layer.merge(stores, layerKeptLedgers));
  const wallet = { id: "w1", funder: FUNDER };
  const kept = walletLedger(wallet);
  const fresh = Effect.provide(kept, Layer.fresh(layerKeptLedgers));
  const store = Effect.forEach(IDS, (id, at) =>
    WalletStore.use(({ add }) => {
      // As two accounts may spell it.
      const funder = at === 0 ? FUNDER : FUNDER.toLowerCase();
      return add({ wallet: newWallet(`account ${at}`, { id, funder }), secrets: newSecrets() });
    }));
  const change = {
    fill: (walletId: string, trade: number, state: StoredFill["state"]) =>
      Effect.sync(() => {
        fills.set(`${walletId} ${trade}`, { ...fillOf(walletId, trade), state });
        heads.set(walletId, (heads.get(walletId) ?? 0) + 1);
      }),
    split: (walletId: string, at: number) =>
      Effect.sync(() => void done.push(splitOf(walletId, at))),
    listing: (trade: number, shares: number, asOfMs: number) =>
      Effect.orDie(LedgerStore.use(({ noteActivity }) => {
        const row = { tx: some(`0x${trade}`), sharesE6: some(BigInt(shares)) };
        const rows = [activity({ ...row, conditionId: some(conditionId) })];
        return noteActivity({ walletId: "w1", activity: rows, fromMs: 0, asOfMs });
      })),
    holdings: (shares: number) =>
      Effect.sync(() => {
        const holdings = [holding(shares, { conditionId })];
        indexed = some({ holdings, unclear: new Set(), isAll: true, asOfMs: NOON_MS });
      }),
    meanwhile: (happens: Effect.Effect<void>) => Effect.sync(() => void (meanwhile = happens)),
  };
  return { runtime, store, kept, fresh, change, listCount: () => listCount };
}

const walletId = fc.constantFrom(...IDS);
const trade = fc.integer({ min: 1, max: 3 });
const anyChange = fc.oneof(
  fc.record({
    kind: fc.constant("fill" as const),
    walletId,
    trade,
    state: fc.constantFrom(...FILL_STATES),
  }),
  fc.record({ kind: fc.constant("split" as const), walletId }),
  fc.record({
    kind: fc.constant("listing" as const),
    trade,
    shares: fc.constantFrom(1, 20_000_000),
    asOfMs: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant("holdings" as const), shares: trade }),
);

test("a ledger that is kept is as one that is put together anew, whatever changes", async () => {
  const step = fc.record({ change: anyChange, isMeanwhile: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { runtime, store, kept, fresh, change } = startWallets();
      await runtime.runPromise(store);
      const context = await runtime.context();
      for (const [at, { change: one, isMeanwhile }] of steps.entries()) {
        const happens = one.kind === "fill"
          ? change.fill(one.walletId, one.trade, one.state)
          : one.kind === "split"
          ? change.split(one.walletId, at)
          : one.kind === "listing"
          ? Effect.provide(change.listing(one.trade, one.shares, one.asOfMs), context)
          : change.holdings(one.shares);
        if (isMeanwhile) {
          await runtime.runPromise(change.meanwhile(happens));
          // Both changes something, so that it is put together, and then this happens.
          await runtime.runPromise(change.fill("w1", 9, "mined"));
          await runtime.runPromise(kept);
        } else await runtime.runPromise(happens);
        expect(await runtime.runPromise(kept)).toEqual(await runtime.runPromise(fresh));
      }
      await runtime.dispose();
    }),
    { numRuns: 60 },
  );
});

test("a ledger is put together once while nothing changes, of what its address did", async () => {
  const { runtime, store, kept, change, listCount } = startWallets();
  await runtime.runPromise(Effect.andThen(store, change.fill("w2", 1, "confirmed")));
  const read = () => runtime.runPromise(kept);
  const { entries } = await read();
  // Of both wallets' fills, and it is not what was traded elsewhere.
  await runtime.runPromise(change.listing(1, 10_000_000, NOON_MS));
  expect((await read()).entries).toEqual(entries);
  expect(entries).toMatchObject([{ kind: "fill", id: "t1:0xw2", isFinal: true }]);
  expect(listCount()).toBe(4);
  await runtime.runPromise(change.listing(1, 10_000_000, NOON_MS + 1));
  const again = await read();
  expect(listCount()).toBe(4);
  expect(again.listedMs).toEqual(some(NOON_MS + 1));
  await runtime.dispose();
});
