import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  balancesOf,
  foldPositions,
  type LedgerEntry,
  type Position,
  postingsOf,
  profitBy,
  type Resolved,
  statusOf,
} from "../../../core/ledger/mod.ts";
import { CONDITION, entriesOfWallet, TOKENS } from "./arbitrary_entry.ts";

const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((all, one) => all + one, 0n);
const usd = (dollars: number) => BigInt(Math.round(dollars * 1e6));

/** One move of token "11". */
const entry = (
  atMs: number,
  shares: number,
  usdc: number,
  fields: Partial<LedgerEntry> = {},
): LedgerEntry => ({
  id: `at ${atMs}`,
  kind: "fill",
  atMs,
  settledMs: atMs,
  conditionId: CONDITION,
  isFinal: true,
  moves: [{ tokenId: "11", sharesE6: usd(shares), usdcE6: usd(usdc) }],
  feeE6: 0n,
  tx: null,
  ...fields,
});
const positionOf = (entries: ReadonlyArray<LedgerEntry>, resolved?: Resolved): Position =>
  foldPositions(entries, () => resolved).positions.get("11") ?? expect.unreachable();

describe("the ledger of a wallet", () => {
  test("takes from others whatever it gives to the wallet, for each asset", () => {
    fc.assert(fc.property(entriesOfWallet, (entries) => {
      for (const one of entries) {
        const byAsset = Map.groupBy(postingsOf(one), ({ asset }) => asset);
        for (const postings of byAsset.values()) {
          expect(sum(postings.map(({ amountE6 }) => amountE6))).toBe(0n);
        }
      }
    }));
  });

  test("has the balances that positions, cost and profit come to, to the last digit", () => {
    fc.assert(fc.property(entriesOfWallet, fc.boolean(), (entries, isLost) => {
      const lost = { payoutE6: 0n, atMs: 10_000 };
      const { positions, realizations } = foldPositions(
        entries,
        (token) => token === "22" && isLost ? lost : undefined,
      );
      const balances = balancesOf(entries, "wallet");
      for (const token of TOKENS) {
        expect(positions.get(token)?.sharesE6 ?? 0n).toBe(balances.get(token) ?? 0n);
      }
      const all = [...positions.values()];
      const fees = sum(all.map(({ feesE6 }) => feesE6 ?? 0n));
      const made = sum(all.map(({ realizedE6, costE6 }) => realizedE6 - costE6));
      expect(made - fees).toBe(balances.get("usdc") ?? 0n);
      expect(all.every(({ isWhole, costE6 }) => isWhole && costE6 >= 0n)).toBe(true);
      const [total] = profitBy(realizations, () => "all");
      expect(total?.realizedE6 ?? 0n).toBe(sum(all.map(({ realizedE6 }) => realizedE6)));
      expect(total?.feesE6 ?? 0n).toBe(fees);
    }));
  });

  test("comes to the same in whatever order its entries are heard of", () => {
    fc.assert(fc.property(
      entriesOfWallet.chain((entries) =>
        fc.tuple(
          fc.constant(entries),
          fc.shuffledSubarray([...entries], { minLength: entries.length }),
        )
      ),
      ([entries, heard]) => {
        expect(foldPositions(heard)).toEqual(foldPositions(entries));
      },
    ));
  });
});

describe("a position", () => {
  test("costs the average of what is held, and what is sold realizes the rest", () => {
    const bought = [entry(1, 10, -4), entry(2, 10, -6)];
    expect(positionOf(bought)).toMatchObject({ costE6: usd(10), realizedE6: 0n });
    const sold = [...bought, entry(3, -5, 4)];
    expect(positionOf(sold)).toMatchObject({
      sharesE6: usd(15),
      costE6: usd(7.5),
      realizedE6: usd(1.5),
    });
    expect(positionOf([...sold, entry(4, -15, 0)]))
      .toMatchObject({ sharesE6: 0n, costE6: 0n, realizedE6: usd(-6) });
  });

  test("is settled as far as the chain has it, less all that was sold", () => {
    const pending = { isFinal: false };
    const entries = [entry(1, 10, -4), entry(2, 10, -6, pending), entry(3, -4, 2, pending)];
    expect(positionOf(entries)).toMatchObject({ sharesE6: usd(16), settledE6: usd(6) });
  });

  test("is not certain once more was sold than is known to have come", () => {
    expect(positionOf([entry(1, 10, -4), entry(2, -10, 5)]).isWhole).toBe(true);
    expect(positionOf([entry(1, 10, -4), entry(2, -11, 5)]).isWhole).toBe(false);
    const { realizations } = foldPositions([entry(1, 10, -4), entry(2, -11, 5), entry(3, 2, -1)]);
    expect(realizations.map(({ realizedE6 }) => realizedE6)).toEqual([0n, null, null]);
    expect(profitBy(realizations, () => "all")[0]?.realizedE6).toBeNull();
    // Bought and sold in one instant, whatever their ids are.
    expect(positionOf([entry(1, -10, 5, { id: "a" }), entry(1, 10, -4, { id: "b" })]).isWhole)
      .toBe(true);
  });

  test("has no fees once one of them is not known", () => {
    expect(positionOf([entry(1, 1, -1, { feeE6: 5n }), entry(2, 1, -1, { feeE6: 6n })]).feesE6)
      .toBe(11n);
    expect(positionOf([entry(1, 1, -1, { feeE6: null }), entry(2, 1, -1)]).feesE6).toBeNull();
  });

  test("loses its cost when its market is resolved against it, and once", () => {
    const lost = { payoutE6: 0n, atMs: 5 };
    const claimed = entry(9, -10, 0, { kind: "claim" });
    const { positions, realizations } = foldPositions([entry(1, 10, -4), claimed], () => lost);
    expect(positions.get("11")).toMatchObject({ sharesE6: 0n, realizedE6: usd(-4) });
    expect(realizations.map(({ kind, atMs, realizedE6 }) => [kind, atMs, realizedE6]))
      .toEqual([["fill", 1, 0n], ["loss", 5, usd(-4)], ["claim", 9, 0n]]);
    expect(positionOf([entry(1, 10, -4)], { payoutE6: 1_000_000n, atMs: 5 }))
      .toMatchObject({ costE6: usd(4), realizedE6: 0n });
    // By a clock that is late, it was bought after it was lost.
    expect(positionOf([entry(7, 10, -4)], lost)).toMatchObject({ costE6: 0n, realizedE6: usd(-4) });
  });

  test("is open until its market is resolved, claimable if that pays, closed once empty", () => {
    const resolved = (payoutE6: bigint) => ({ payoutE6, atMs: 5 });
    const status = (shares: bigint, payoutE6?: bigint) =>
      statusOf({ sharesE6: shares }, payoutE6 === undefined ? undefined : resolved(payoutE6));
    expect([status(1n), status(1n, 1_000_000n), status(1n, 500_000n), status(1n, 0n)])
      .toEqual(["open", "claimable", "claimable", "lost"]);
    expect([status(0n), status(0n, 1n), status(-1n), status(0n, 0n)])
      .toEqual(["closed", "closed", "closed", "closed"]);
  });
});

describe("profit", () => {
  test("is added up by name: trades alone have volume, claims alone are claimed", () => {
    const { realizations } = foldPositions([
      entry(1, 10, -4, { feeE6: 7n }),
      entry(2, -5, 3, { kind: "trade", feeE6: null }),
      entry(3, -5, 5, { kind: "claim" }),
    ]);
    expect(profitBy(realizations, ({ atMs }) => atMs < 2 ? "first" : "later")).toEqual([
      { key: "first", realizedE6: 0n, feesE6: 7n, claimedE6: 0n, volumeE6: usd(4), trades: 1 },
      {
        key: "later",
        realizedE6: usd(4),
        feesE6: null,
        claimedE6: usd(5),
        volumeE6: usd(3),
        trades: 1,
      },
    ]);
  });
});
