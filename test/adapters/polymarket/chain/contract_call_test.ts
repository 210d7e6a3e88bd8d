import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import { decodeFunctionData, encodeFunctionData } from "viem/utils";
import { contractCalls } from "../../../../adapters/polymarket/chain/contract_call.ts";
import { claim, MARKETS } from "./wanted_call.ts";

/** The contracts' own interfaces, as they are published. */
const uint = { type: "uint256" } as const;
const sets = [
  { name: "collateralToken", type: "address" },
  { name: "parentCollectionId", type: "bytes32" },
  { name: "conditionId", type: "bytes32" },
  { name: "partition", type: "uint256[]" },
] as const;
const write = { type: "function", stateMutability: "nonpayable", outputs: [] } as const;
const ADAPTER = [
  { ...write, name: "redeemPositions", inputs: sets },
  { ...write, name: "splitPosition", inputs: [...sets, { name: "amount", ...uint }] },
  { ...write, name: "mergePositions", inputs: [...sets, { name: "amount", ...uint }] },
] as const;
const condition = { name: "conditionId", type: "bytes31" } as const;
const amount = { name: "amount", ...uint } as const;
const ROUTER = [
  { ...write, name: "redeem", inputs: [condition, { name: "outcomeIndex", ...uint }, amount] },
  { ...write, name: "split", inputs: [condition, amount] },
  { ...write, name: "merge", inputs: [condition, amount] },
] as const;

const PUSD = "0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB";
const ZERO = `0x${"0".repeat(64)}` as const;
const ADAPTERS = {
  v1: "0xAdA100Db00Ca00073811820692005400218FcE1f",
  v1_neg_risk: "0xadA2005600Dec949baf300f4C6120000bDB6eAab",
} as const;
const ROUTER_ADDRESS = "0x12121212006e4CD160D18e3f00711DA5c3372600";
const SIZE_E6 = 12_340_000n;

describe("contractCalls()", () => {
  test.each(["v1", "v1_neg_risk"] as const)("claims, splits and merges at %s", (kind) => {
    const market = MARKETS[kind];
    const args = [PUSD, ZERO, market.conditionId as `0x${string}`, [1n, 2n]] as const;
    const to = ADAPTERS[kind];
    const data = encodeFunctionData({ abi: ADAPTER, functionName: "redeemPositions", args });
    expect(data.slice(0, 10)).toBe("0x01b7037c");
    // Whatever is held of either outcome, it is one call.
    expect(contractCalls(claim(kind, [1n, 2n]))).toEqual(Result.succeed([{ to, data }]));
    for (
      const [action, functionName, selector] of [
        ["split", "splitPosition", "0x72ce4275"],
        ["merge", "mergePositions", "0x9e7212ad"],
      ] as const
    ) {
      const call = encodeFunctionData({ abi: ADAPTER, functionName, args: [...args, SIZE_E6] });
      expect(call.slice(0, 10)).toBe(selector);
      expect(contractCalls({ kind: action, market, sizeE6: SIZE_E6 }))
        .toEqual(Result.succeed([{ to, data: call }]));
    }
  });

  test("claims each outcome of a market of Protocol V2 by a call of its own", () => {
    const calls = Result.getOrThrow(contractCalls(claim("v2", [3n, 4n])));
    const short = MARKETS.v2.conditionId.slice(0, 64);
    expect(calls.map(({ to }) => to)).toEqual([ROUTER_ADDRESS, ROUTER_ADDRESS]);
    expect(calls.map(({ data }) => data.slice(0, 10))).toEqual(["0xd217a3cc", "0xd217a3cc"]);
    expect(calls.map(({ data }) => decodeFunctionData({ abi: ROUTER, data }).args)).toEqual([
      [short as `0x${string}`, 0n, 3n],
      [short as `0x${string}`, 1n, 4n],
    ]);
    const [second] = Result.getOrThrow(contractCalls(claim("v2", [0n, 4n])));
    expect(second).toEqual(calls[1]);
  });

  test.each([["split", "0x82d3b9f1"], ["merge", "0x5b63685e"]] as const)(
    "makes a %s of Protocol V2 for both outcomes at once",
    (kind, selector) => {
      const [call, ...others] = Result.getOrThrow(
        contractCalls({ kind, market: MARKETS.v2, sizeE6: SIZE_E6 }),
      );
      const short = MARKETS.v2.conditionId.slice(0, 64) as `0x${string}`;
      const data = encodeFunctionData({ abi: ROUTER, functionName: kind, args: [short, SIZE_E6] });
      expect([call, others]).toEqual([{ to: ROUTER_ADDRESS, data }, []]);
      expect(data.slice(0, 10)).toBe(selector);
    },
  );

  test("makes no call for nothing, nor for a token of another condition", () => {
    const refused = [
      claim("v2", [0n, 0n]),
      { ...claim("v2"), market: { ...MARKETS.v2, tokenIds: MARKETS.v1.tokenIds } },
      { ...claim("v2"), market: { ...MARKETS.v2, conditionId: MARKETS.v1.conditionId } },
    ];
    expect(refused.map((wanted) => Result.isFailure(contractCalls(wanted))))
      .toEqual([true, true, true]);
  });
});
