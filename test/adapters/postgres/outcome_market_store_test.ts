import { expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { layerOutcomeMarketStore } from "../../../adapters/postgres/outcome_market_store.ts";
import { Sql, SqlFailed } from "../../../adapters/postgres/sql.ts";
import { OutcomeMarketStore } from "../../../core/port/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { outcomeMarketStoreContract } from "../../contract/outcome_market_store_contract.ts";
import { staged } from "../../core/venue2/arbitrary.ts";
import { migratedSqls } from "./migrated_sql.ts";

for (const { layer, ...world } of migratedSqls()) {
  outcomeMarketStoreContract({ ...world, layer: Layer.provide(layerOutcomeMarketStore, layer) });
}

test("a failing store of markets names the failed operation", async () => {
  const failing = Layer.mock(Sql, {
    schema: "none",
    isShared: true,
    process: "test",
    query: () => Effect.fail(new SqlFailed({ cause: "gone" })),
  });
  const messages = await Effect.runPromise(
    OutcomeMarketStore.use((store) =>
      Effect.all([
        Effect.flip(store.put("mainnet", [staged()])),
        Effect.flip(Effect.asVoid(store.expiringAfter("mainnet", UnixSec(0)))),
      ])
    ).pipe(Effect.provide(Layer.provide(layerOutcomeMarketStore, failing))),
  );
  expect(messages.map(({ message }) => message)).toEqual([
    "Cannot store outcome markets: the store did not answer",
    "Cannot find outcome markets: the store did not answer",
  ]);
});
