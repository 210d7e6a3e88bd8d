import { expect, test } from "bun:test";
import { Deferred, Effect, Layer, ManagedRuntime, Option } from "effect";
import { FillStore } from "../../../../core/port/fill_store.ts";
import { IndexReadings, LEDGER_LANES, walletLedger } from "../../../../core/use_case/ledger/mod.ts";
import { layerMemoryLedgerStore } from "../../../memory/ledger_store.ts";

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
    layerMemoryLedgerStore,
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
