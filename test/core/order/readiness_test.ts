import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { SIDES } from "../../../core/fee/mod.ts";
import {
  type Approval,
  isApprovalGiven,
  MARKET_KINDS,
  missingFor,
  missingOf,
  readinessOf,
  type Right,
  RIGHTS,
  rightsNeeded,
  rightsOf,
  shortAllowances,
  type WalletRights,
} from "../../../core/order/mod.ts";

const rights: fc.Arbitrary<WalletRights> = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...RIGHTS), fc.boolean()),
  { selector: ([right]) => right },
).map((rights) => new Map(rights));
const order = fc.record({
  kind: fc.constantFrom(...MARKET_KINDS),
  side: fc.constantFrom(...SIDES),
});
const KEY = { clobApiKey: Option.some("key") };
const given = (...names: ReadonlyArray<Right>): WalletRights =>
  new Map(names.map((name) => [name, true]));

/** By the venue's documents, set-up and refusals: who takes money, and who takes shares. */
const NEEDED = [
  ["v1", ["exchange"]],
  ["v1_neg_risk", ["neg_risk_exchange", "neg_risk_adapter"]],
  ["v2", ["exchange_v3"]],
] as const;

describe("what an order needs", () => {
  test.each([...NEEDED])("in a %s market: %j", (kind, spenders) => {
    const of = (asset: string) => spenders.map((spender) => `${asset}:${spender}`);
    expect(rightsNeeded({ kind, side: "BUY" }) as string[]).toEqual(of("collateral"));
    expect(rightsNeeded({ kind, side: "SELL" }) as string[]).toEqual(of("shares"));
  });
});

describe("what a wallet lacks for an order", () => {
  test("is every required right that is not granted, and whether that is known", () =>
    fc.assert(fc.property(rights, order, (rights, order) => {
      expect(missingFor(rights, order)).toEqual(
        rightsNeeded(order).filter((right) => rights.get(right) !== true)
          .map((right) => ({ right, isKnown: rights.has(right) })),
      );
    })));
});

describe("what a wallet can trade", () => {
  test("agrees with what an order lacks", () =>
    fc.assert(fc.property(rights, (rights) => {
      const kinds = readinessOf({ ...KEY, rights });
      expect(kinds.map(({ kind }) => kind)).toEqual([...MARKET_KINDS]);
      for (const { kind, canBuy, canSell, missing } of kinds) {
        for (const [side, can] of [["BUY", canBuy], ["SELL", canSell]] as const) {
          const lacking = missingFor(rights, { kind, side });
          expect(can).toBe(lacking.length === 0);
          expect(missing.filter((each) => each.side === side))
            .toEqual(lacking.map((each) => ({ ...each, side })));
        }
      }
    })));

  test("is empty without the venue's API key", () =>
    fc.assert(fc.property(rights, (rights) => {
      const kinds = readinessOf({ clobApiKey: Option.none(), rights });
      expect(kinds.some(({ canBuy, canSell }) => canBuy || canSell)).toBe(false);
    })));
});

describe("what prevents a wallet from all trading", () => {
  test("is the key, and that no kind of market can be both bought and sold in", () => {
    const v2 = given("collateral:exchange_v3", "shares:exchange_v3");
    expect(missingOf({ ...KEY, rights: v2 })).toEqual([]);
    expect(missingOf({ clobApiKey: Option.none(), rights: v2 })).toEqual(["clobApiKey"]);
    const halves = given("collateral:exchange", "shares:exchange_v3");
    expect(missingOf({ ...KEY, rights: halves })).toEqual(["allowances"]);
    expect(missingOf({ clobApiKey: Option.none(), rights: new Map() }))
      .toEqual(["clobApiKey", "allowances"]);
  });
});

describe("an approval", () => {
  const approval = (right: Right, amountE6: bigint): Approval => ({
    right,
    amountE6,
    spenderAddress: "0x1",
  });

  test("of money counts when it reaches for the least that an order spends", () => {
    const isGiven = (amountE6: bigint) =>
      isApprovalGiven(approval("collateral:exchange", amountE6));
    expect([0n, 999_999n, 1_000_000n].map(isGiven)).toEqual([false, false, true]);
  });

  test("of shares covers all or none", () => {
    const isGiven = (amountE6: bigint) => isApprovalGiven(approval("shares:exchange", amountE6));
    expect([0n, 1n].map(isGiven)).toEqual([false, true]);
  });

  test("reports whether its right is granted; others are unknown", () => {
    const approvals = [approval("shares:exchange", 0n), approval("shares:exchange_v3", 1n)];
    expect(rightsOf({ approvals }))
      .toEqual(new Map([["shares:exchange", false], ["shares:exchange_v3", true]]));
  });

  test("of less than the balance is reported, if it is a granted right to money", () => {
    const short = approval("collateral:exchange", 9_999_999n);
    const approvals = [
      short,
      approval("collateral:neg_risk_exchange", 10_000_000n),
      approval("collateral:neg_risk_adapter", 0n),
      approval("shares:exchange", 1n),
    ];
    expect(shortAllowances({ approvals, balanceE6: 10_000_000n })).toEqual([short]);
  });
});
