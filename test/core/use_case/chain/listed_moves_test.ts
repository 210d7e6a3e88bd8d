import { expect, test } from "bun:test";
import { Option } from "effect";
import type { IndexedActivity } from "../../../../core/port/wallet_index.ts";
import { fittingMoves, type ListedAction } from "../../../../core/use_case/chain/mod.ts";
import { conditionOf } from "../../../condition.ts";
import { MARKETS } from "./chain_world.ts";

const some = Option.some;
const [market] = MARKETS;
if (market === undefined) throw new Error("no market");

const row = (fields: Partial<IndexedActivity>): IndexedActivity => ({
  kind: "merge",
  type: "MERGE",
  atMs: 1_000,
  tx: some("0xaa"),
  conditionId: some(conditionOf(1)),
  tokenId: Option.none(),
  outcomeIndex: Option.none(),
  side: Option.none(),
  sharesE6: some(2_000_000n),
  usdcE6: some(2_000_000n),
  ...fields,
});
const merge: ListedAction = {
  kind: "merge",
  market,
  sizeE6: some(1_000_001n),
  payoutsE6: Option.none(),
  before: Option.none(),
};
const txOf = (rows: ReadonlyArray<IndexedActivity>, action: ListedAction) =>
  fittingMoves(rows, action).map(({ tx }) => Option.getOrUndefined(tx));

test("a merge is found among others of its market by its size", () => {
  const own = row({ tx: some("0xbb"), sharesE6: some(1_000_001n), usdcE6: some(1_000_001n) });
  expect(txOf([row({}), own], merge)).toEqual(["0xbb"]);
  expect(fittingMoves([own], merge)[0]?.moved)
    .toEqual({ usdcE6: 1_000_001n, sharesE6: [-1_000_001n, -1_000_001n] });
  expect(txOf([row({})], merge)).toEqual([]);
  expect(txOf([{ ...own, usdcE6: Option.none() }], merge)).toEqual([]);
});

test("a claim is all rows of a transaction, and rather the one that was paid for all", () => {
  const claim: ListedAction = {
    ...merge,
    kind: "claim",
    sizeE6: Option.none(),
    payoutsE6: some([1_000_000n, 0n]),
    before: some({ usdcE6: 0n, sharesE6: [5_000_000n, 3_000_000n] }),
  };
  const paid = (tx: string, sharesE6: bigint) => {
    const [first, second] = market.tokenIds;
    const shared = { kind: "redeem", tx: some(tx), sharesE6: some(sharesE6) } as const;
    return [
      row({ ...shared, tokenId: some(first), usdcE6: some(sharesE6) }),
      row({ ...shared, tokenId: some(second), usdcE6: some(0n) }),
    ];
  };
  const lost = row({ kind: "redeem", tx: some("0xcc"), usdcE6: some(0n) });
  const rows = [lost, ...paid("0xaa", 4_000_000n), ...paid("0xbb", 5_000_000n)];
  expect(txOf(rows, claim)).toEqual(["0xbb", "0xaa"]);
  expect(fittingMoves(rows, claim)[0]?.moved)
    .toEqual({ usdcE6: 5_000_000n, sharesE6: [-5_000_000n, -5_000_000n] });
});
