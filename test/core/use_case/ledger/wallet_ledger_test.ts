import { expect, test } from "bun:test";
import { Deferred, Effect, Layer, ManagedRuntime, Option } from "effect";
import { PROFILE_BY_NAME, windowContaining } from "../../../../core/market/mod.ts";
import { FillStore } from "../../../../core/port/fill_store.ts";
import { LedgerStore } from "../../../../core/port/ledger_store.ts";
import type { StoredFill } from "../../../../core/port/stored_fill.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import type { ConditionId } from "../../../../core/venue/mod.ts";
import { conditionOf } from "../../../condition.ts";
import { activity, holding } from "../../../http/position/positions_client.ts";
import {
  IndexReadings,
  layerKeptLedgers,
  LEDGER_LANES,
  walletLedger,
} from "../../../../core/use_case/ledger/mod.ts";
import { layerMemoryChainStore } from "../../../memory/chain_store.ts";
import { layerMemoryLedgerStore } from "../../../memory/ledger_store.ts";
import { layerNoWalletFrames } from "../../../memory/wallet_frames.ts";
import { layerMemoryWalletStore } from "../../../memory/wallet_store.ts";

/** Stores of a service where nothing is done. */
const layerStores = Layer.mergeAll(
  layerMemoryLedgerStore,
  layerMemoryChainStore,
  layerMemoryWalletStore,
  layerNoWalletFrames,
  layerKeptLedgers,
);

test("a few ledgers are put together at once, whoever asks, and the others wait", async () => {
  const held = Deferred.makeUnsafe<void>();
  const begun: Array<string> = [];
  const fills: Partial<FillStore["Service"]> = {
    unheard: (id) =>
      Effect.suspend(() => {
        begun.push(id);
        return Effect.as(Deferred.await(held), []);
      }),
    list: () => Effect.succeed([]),
  };
  const runtime = ManagedRuntime.make(Layer.mergeAll(
    layerStores,
    Layer.mock(FillStore, fills),
    Layer.succeed(IndexReadings, { of: () => Effect.succeed(Option.none()) }),
  ));
  const asked = ["w1", "w2", "w3", "w4", "w5"].map((id) =>
    runtime.runPromise(walletLedger({ id, funder: "0x1" }))
  );
  for (let turns = 0; turns < 50; turns += 1) await runtime.runPromise(Effect.yieldNow);
  expect(begun).toHaveLength(LEDGER_LANES);
  Deferred.doneUnsafe(held, Effect.void);
  await Promise.all(asked);
  expect(begun).toHaveLength(5);
  await runtime.dispose();
});

test("an outcome of a window is one, by whatever id the index names it", async () => {
  const [conditionId, atMs] = [conditionOf(7), 1_767_268_800_000];
  const window = windowContaining(PROFILE_BY_NAME.spec.calendar, "5min", UnixSec(atMs / 1_000));
  const slug = PROFILE_BY_NAME.spec.slugOf("btc", window);
  const tx = Option.some("0xaa");
  const fill: StoredFill = {
    walletId: "w1",
    tradeId: "t1",
    orderId: "0x1",
    role: "taker",
    priceE6: 530_000n,
    sharesE6: 10_000_000n,
    state: "confirmed",
    tx,
    matchedMs: atMs,
    settledMs: Option.some(atMs),
    feeRate: Option.none(),
    instruction: { slug, outcome: "Down", tokenId: "11", conditionId, side: "BUY" },
  };
  const named = { conditionId, tokenId: "99", outcomeIndex: Option.some(1) };
  const trade = activity({
    ...named,
    conditionId: Option.some(conditionId),
    tokenId: Option.some("99"),
    tx,
  });
  const holdings = [holding(10, { ...named, slug, outcome: "Down" })];
  const indexed = { holdings, unclear: new Set<ConditionId>(), isAll: true, asOfMs: 1 };
  // An order named it: whatever the index says of its number, it is no other one.
  const up = { ...fill.instruction, outcome: "Up", tokenId: "12" };
  const fills = [fill, { ...fill, tradeId: "t2", tx: Option.some("0xbb"), instruction: up }];
  const odd = {
    tokenId: Option.some("12"),
    conditionId: trade.conditionId,
    tx: Option.some("0xbb"),
  };
  const runtime = ManagedRuntime.make(Layer.mergeAll(
    layerStores,
    Layer.mock(FillStore, {
      unheard: () => Effect.succeed([]),
      list: () => Effect.succeed(fills),
    }),
    Layer.succeed(IndexReadings, {
      of: () => Effect.succeed(Option.some(indexed)),
    }),
  ));
  await runtime.runPromise(
    LedgerStore.use(({ noteActivity }) =>
      noteActivity({
        walletId: "w1",
        activity: [trade, activity({ ...odd, outcomeIndex: Option.some(1) })],
        fromMs: 0,
        asOfMs: 1,
      })
    ),
  );
  const ledger = await runtime.runPromise(walletLedger({ id: "w1", funder: "0x1" }));
  expect(ledger.entries.map(({ kind }) => kind)).toEqual(["fill", "fill"]);
  expect(ledger.index).toMatchObject({ value: { holdings: [{ tokenId: "11" }] } });
  expect([...ledger.tokens.keys()]).toEqual(["11", "12"]);
  await runtime.dispose();
});
