/** The contract that every adapter of the `OutcomeMarketStore` port must meet. @module */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { OutcomeMarketStore } from "../../core/port/outcome_market_store.ts";
import { UnixSec } from "../../core/time/mod.ts";
import type { Network, OutcomeMarket } from "../../core/venue2/mod.ts";
import { markets, ROLL_SEC, staged } from "../core/venue2/arbitrary.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

const ID_STEP = 1_000;

/** Declares the contract's tests for one adapter. */
export function outcomeMarketStoreContract(world: StoreWorld<OutcomeMarketStore>): void {
  describeStore("the store of outcome markets", world, (run) => {
    const find = (sec: number, network: Network = "mainnet") =>
      run(OutcomeMarketStore.use((store) => store.expiringAfter(network, UnixSec(sec))));
    const put = (list: ReadonlyArray<OutcomeMarket>, network: Network = "mainnet") =>
      run(OutcomeMarketStore.use((store) => store.put(network, list)));

    /** Returns unique numbers, so that one store serves all tests. */
    let firstId = 0;
    const own = (list: ReadonlyArray<OutcomeMarket>) => {
      firstId += ID_STEP;
      const from = firstId;
      return list.map((market) => ({ ...market, outcomeId: from + market.outcomeId }));
    };
    const ownOf = (found: ReadonlyArray<OutcomeMarket>) =>
      found.filter(({ outcomeId }) => outcomeId >= firstId);

    test("returns stored markets exactly, by expiry and number, from an instant on", async () => {
      const texts = fc.record({
        underlying: fc.constantFrom("xyz:SILVER", "'\"\\", "é", "a{b}", "1e5"),
        targetText: fc.constantFrom("0.000000000000000001", "98765432109876543210.5", "1.10"),
      });
      const atSec = fc.integer({ min: -10, max: 10 }).map((steps) => ROLL_SEC + steps * 10_800);
      await fc.assert(
        fc.asyncProperty(markets, texts, atSec, async (list, texts, atSec) => {
          const given = own(list.map((market) => ({ ...market, ...texts })));
          await put(given);
          const sorted = given.toSorted((a, b) =>
            a.expirySec - b.expirySec || a.outcomeId - b.outcomeId
          );
          expect(ownOf(await find(0))).toEqual(sorted);
          expect(ownOf(await find(atSec)))
            .toEqual(sorted.filter(({ expirySec }) => expirySec > atSec));
        }),
        { numRuns: 20 },
      );
    });

    test("returns the last version of each", async () => {
      const [one] = own([staged()]);
      if (one === undefined) throw new Error("Expected a market");
      const other = { ...one, targetText: "93.0170", yesIndex: 1, period: "3m" } as const;
      await put([one]);
      await put([one]);
      await put([one, other]);
      expect(ownOf(await find(0))).toEqual([other]);
    });

    test("keeps the networks apart, and accepts an empty write", async () => {
      const given = own([staged()]);
      await put([]);
      await put(given, "testnet");
      expect(ownOf(await find(0))).toEqual([]);
      expect(ownOf(await find(0, "testnet"))).toEqual(given);
    });

    test("accepts many concurrent writes of the same, in any order", async () => {
      const given = own(Array.from({ length: 100 }, (_, outcomeId) => staged({ outcomeId })));
      const orders = [given, given.toReversed(), given.slice(50).concat(given.slice(0, 50))];
      await Promise.all([...orders, ...orders, ...orders].map((list) => put(list)));
      expect(ownOf(await find(0))).toEqual(given);
    });
  });
}
