import { expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import type { ChainActionKind, Pair } from "../../../core/chain/mod.ts";
import {
  actionEntries,
  type Activity,
  activityEntries,
  balancesOf,
} from "../../../core/ledger/mod.ts";
import { pairMoved } from "../../../core/chain/mod.ts";
import { conditionOf } from "../../condition.ts";

const NOON_MS = 1_767_268_800_000;
const TX = `0x${"5c".repeat(32)}`;
const some = Option.some;
const market = {
  conditionId: conditionOf(1),
  slug: Option.none<string>(),
  kind: "v1" as const,
  tokenIds: ["11", "12"] as Pair<string>,
  outcomes: ["Up", "Down"] as Pair<string>,
};

const done = fc.record({
  kind: fc.constantFrom<ChainActionKind>("claim", "split", "merge"),
  sizeE6: fc.bigInt({ min: 1n, max: 9_000_000n }),
  otherE6: fc.bigInt({ min: 0n, max: 9_000_000n }),
  isFirstPaid: fc.boolean(),
  /** Whether it is known which transaction it was. */
  isTxKnown: fc.boolean(),
  isListed: fc.boolean(),
  /** How late the index's clock is, which may be off by more where the transaction is known. */
  lateMs: fc.constantFrom(0, 50_000, 500_000),
});

test("an action counts once, before the index lists it and after", () => {
  fc.assert(fc.property(done, (drawn) => {
    const { kind, sizeE6, otherE6, isFirstPaid, isTxKnown, isListed } = drawn;
    const atMs = NOON_MS + 4_000 - (isTxKnown ? drawn.lateMs : Math.min(50_000, drawn.lateMs));
    const sharesE6 = [sizeE6, otherE6] as const;
    const usdcE6 = isFirstPaid ? sizeE6 : otherE6;
    const moved = kind === "claim"
      ? { usdcE6, sharesE6: [-sizeE6, -otherE6] as const }
      : pairMoved(kind, sizeE6);
    const action = {
      id: "a",
      kind,
      market,
      payoutsE6: kind === "claim"
        ? some([isFirstPaid ? 1_000_000n : 0n, isFirstPaid ? 0n : 1_000_000n] as const)
        : Option.none(),
      moved: some(moved),
      tx: isTxKnown ? some(TX) : Option.none<string>(),
      requestedMs: NOON_MS,
      endedMs: some(NOON_MS + 5_000),
    };
    const rows: ReadonlyArray<Activity> = kind === "claim"
      ? market.tokenIds.map((tokenId, at) =>
        row({
          kind: "redeem",
          tokenId: some(tokenId),
          sharesE6: some(sharesE6[at] ?? 0n),
          usdcE6: some((at === 0) === isFirstPaid ? usdcE6 : 0n),
        })
      )
      : [row({ kind, sharesE6: some(sizeE6), usdcE6: some(sizeE6) })];
    const listed = isListed ? rows.map((one) => ({ ...one, atMs })) : [];
    const known = { fills: [], tokensOf: () => market.tokenIds, conditionOf: () => undefined };
    const entries = [
      ...actionEntries([action], listed),
      ...activityEntries(listed, known).entries,
    ];
    const balances = balancesOf(entries, "wallet");
    const [usdc = 0n, first = 0n, second = 0n] = ["usdc", "11", "12"].map((of) => balances.get(of));
    expect([usdc, first, second]).toEqual([moved.usdcE6, ...moved.sharesE6]);
  }));
});

const row = (fields: Partial<Activity> & Pick<Activity, "kind">): Activity => ({
  atMs: NOON_MS + 4_000,
  tx: some(TX),
  conditionId: some(market.conditionId),
  tokenId: Option.none(),
  side: Option.none(),
  sharesE6: Option.none(),
  usdcE6: Option.none(),
  ...fields,
});
