import { afterAll, describe, expect, test } from "bun:test";
import { encodeFunctionData, parseAbi, parseEventLogs } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { EXCHANGE } from "../clob/trader.ts";
import {
  ABI,
  ADAPTER,
  claimV1,
  claimV2,
  MONEY,
  NEG_RISK_ADAPTER,
  pairV1,
  pairV2,
  POSITIONS,
  ROUTER,
  startChain,
  TOKENS,
} from "./chain_world.ts";

const world = startChain();
afterAll(() => world.stop());
const { book, give, money, owner, pass, read, resolve, tokens } = world;

const FRESH = 10_000_000_000n;
const EVENTS = parseAbi([
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  "event TransferSingle(address indexed operator, address indexed from, address indexed to, " +
  "uint256 id, uint256 value)",
]);
const NOBODY = `0x${"0".repeat(40)}`;

describe("a market of the first protocol", () => {
  test.each([
    ["an ordinary one", {}, ADAPTER, NEG_RISK_ADAPTER],
    ["a neg-risk one", { negRisk: true }, NEG_RISK_ADAPTER, ADAPTER],
  ])("%s pays all of both outcomes by its own adapter", async (_, fields, adapter, other) => {
    const market = book.stageMarket(fields);
    const { address, mine, send } = owner();
    await give(address, { [market.yes]: "5", [market.no]: "2.5" });
    await expect(send(adapter, claimV1(market))).rejects.toThrow(
      "result for condition not received yet",
    );
    await resolve(market);
    await expect(send(other, claimV1(market))).rejects.toThrow("reverted");
    const receipt = await mine(adapter, claimV1(market));
    expect(receipt.status).toBe("success");
    expect(await tokens(address, market)).toEqual([0n, 0n]);
    expect(await money(address)).toBe(FRESH + 5_000_000n);
    const burned = { operator: adapter, from: address, to: NOBODY };
    expect(parseEventLogs({ abi: EVENTS, logs: receipt.logs }).map(({ args }) => args)).toEqual([
      { ...burned, id: BigInt(market.yes), value: 5_000_000n },
      { from: NOBODY, to: address, value: 5_000_000n },
      { ...burned, id: BigInt(market.no), value: 2_500_000n },
    ] as never);
    pass(90_000);
    const row = { type: "REDEEM", transaction_hash: receipt.transactionHash };
    expect(await world.activity(address)).toMatchObject([
      { ...row, size: 2.5, usdc_size: 0, outcome_index: 1 },
      { ...row, size: 5, usdc_size: 5, outcome_index: 0 },
    ]);
  });

  test("pays nothing where nothing is held, and where the tokens' contract is asked", async () => {
    const market = book.stageMarket();
    const { address, mine } = owner();
    await give(address, { [market.yes]: "5" });
    await resolve(market);
    expect(await mine(TOKENS, claimV1(market))).toMatchObject({ status: "success", logs: [] });
    expect(await tokens(address, market)).toEqual([5_000_000n, 0n]);
    await mine(ADAPTER, claimV1(market));
    expect(await mine(ADAPTER, claimV1(market))).toMatchObject({ status: "success", logs: [] });
    expect(await money(address)).toBe(FRESH + 5_000_000n);
  });

  test("says how it is resolved once it is", async () => {
    const market = book.stageMarket();
    const payouts = async () => [
      await read(TOKENS, "payoutDenominator", [market.conditionId]),
      await read(TOKENS, "payoutNumerators", [market.conditionId, 0n]),
      await read(TOKENS, "payoutNumerators", [market.conditionId, 1n]),
    ];
    expect(await payouts()).toEqual([0n, 0n, 0n]);
    await resolve(market, 0);
    expect(await payouts()).toEqual([1n, 0n, 1n]);
    await resolve(market, 500_000);
    expect(await payouts()).toEqual([2n, 1n, 1n]);
  });

  test("is split and merged", async () => {
    const market = book.stageMarket();
    const { address, mine, send } = owner();
    await mine(ADAPTER, pairV1("splitPosition", market, 30_500_000n));
    expect([await money(address), ...await tokens(address, market)])
      .toEqual([FRESH - 30_500_000n, 30_500_000n, 30_500_000n]);
    await mine(ADAPTER, pairV1("mergePositions", market, 500_000n));
    expect([await money(address), ...await tokens(address, market)])
      .toEqual([FRESH - 30_000_000n, 30_000_000n, 30_000_000n]);
    await expect(send(ADAPTER, pairV1("mergePositions", market, 30_000_001n)))
      .rejects.toThrow("insufficient balance");
    await expect(send(ADAPTER, pairV1("splitPosition", market, FRESH)))
      .rejects.toThrow("exceeds balance");
  });
});

describe("a market of the second protocol", () => {
  test("pays one outcome's shares, not more than are held", async () => {
    const market = book.stageV2Market();
    const { address, mine, send } = owner();
    await give(address, { [market.yes]: "5", [market.no]: "2" });
    const won = (sizeE6: bigint) => claimV2(market, { outcome: 0, sizeE6 });
    await expect(send(ROUTER, won(5_000_000n))).rejects.toThrow("not resolved");
    await expect(read(POSITIONS, "getPayout", [BigInt(market.yes), 1n])).rejects.toThrow();
    await resolve(market);
    await expect(send(ROUTER, won(5_000_001n))).rejects.toThrow("insufficient balance");
    expect(await read(POSITIONS, "getPayout", [BigInt(market.yes), 7n])).toBe(7n);
    expect(await read(POSITIONS, "getPayout", [BigInt(market.no), 7n])).toBe(0n);
    await mine(ROUTER, won(4_000_000n));
    expect(await tokens(address, market, POSITIONS)).toEqual([1_000_000n, 2_000_000n]);
    await mine(ROUTER, claimV2(market, { outcome: 1, sizeE6: 2_000_000n }));
    expect([await money(address), ...await tokens(address, market, POSITIONS)])
      .toEqual([FRESH + 4_000_000n, 1_000_000n, 0n]);
    expect(await tokens(address, market, TOKENS)).toEqual([0n, 0n]);
  });

  test("is split and merged by the router, which no market of the first has", async () => {
    const [market, first] = [book.stageV2Market(), book.stageMarket()];
    const { address, mine, send } = owner();
    await mine(ROUTER, pairV2("split", market, 8_000_000n));
    await mine(ROUTER, pairV2("merge", market, 3_000_000n));
    expect([await money(address), ...await tokens(address, market, POSITIONS)])
      .toEqual([FRESH - 5_000_000n, 5_000_000n, 5_000_000n]);
    const shortened = { ...first, conditionId: first.conditionId.slice(0, 64) };
    await expect(send(ROUTER, pairV2("split", shortened, 1n))).rejects.toThrow("reverted");
  });
});

describe("an approval", () => {
  const write = (functionName: "approve" | "setApprovalForAll", args: ReadonlyArray<unknown>) =>
    encodeFunctionData(
      { abi: ABI, functionName, args } as Parameters<
        typeof encodeFunctionData
      >[0],
    );
  const taken = async (allowances: unknown) => {
    const key = owner();
    await book.put("/__account", { address: key.address, allowances });
    return key;
  };

  test("that is missing reverts a split, until it is given", async () => {
    const market = book.stageMarket();
    const { address, mine, send } = await taken({ collateral: { [ADAPTER]: 0 } });
    const split = pairV1("splitPosition", market, 5_000_000n);
    await expect(send(ADAPTER, split)).rejects.toThrow("insufficient allowance");
    await mine(MONEY, write("approve", [ADAPTER, 6_000_000n]));
    expect((await mine(ADAPTER, split)).status).toBe("success");
    expect(await read<bigint>(MONEY, "allowance", [address, ADAPTER])).toBe(1_000_000n);
  });

  test.each([
    ["the first protocol", () => book.stageMarket(), TOKENS, ADAPTER],
    ["the second protocol", () => book.stageV2Market(), POSITIONS, ROUTER],
  ])("that is missing reverts claim and merge under %s", async (_, stage, contract, operator) => {
    const market = stage();
    const { address, mine, send } = await taken({ shares: { [operator]: 0 } });
    await give(address, { [market.yes]: "5", [market.no]: "5" });
    await resolve(market);
    const isFirst = operator === ADAPTER;
    const claim = isFirst ? claimV1(market) : claimV2(market, { outcome: 0, sizeE6: 5_000_000n });
    const merge = isFirst ? pairV1("mergePositions", market, 1n) : pairV2("merge", market, 1n);
    await expect(send(operator, claim)).rejects.toThrow("operator approval");
    await expect(send(operator, merge)).rejects.toThrow("operator approval");
    expect(await read<boolean>(contract, "isApprovedForAll", [address, operator])).toBe(false);
    await mine(contract, write("setApprovalForAll", [operator, true]));
    expect((await mine(operator, claim)).status).toBe("success");
  });

  test("to settle orders is one of the order book's, which lists no other contract", async () => {
    const market = book.stageMarket();
    const privateKey = generatePrivateKey();
    const { call, address } = await book.trader({}, privateKey);
    const { mine } = owner(privateKey);
    await book.put("/__account", { address, allowances: false });
    expect(await read<bigint>(MONEY, "allowance", [address, ADAPTER])).toBe(0n);
    const allowances = async (assetType: string) => {
      const query = `asset_type=${assetType}&token_id=${market.yes}&signature_type=0`;
      const { body } = await call("GET", `/balance-allowance?${query}`);
      return body["allowances"] as Readonly<Record<string, string>>;
    };
    expect(new Set(Object.values(await allowances("COLLATERAL")))).toEqual(new Set(["0"]));
    await mine(MONEY, write("approve", [EXCHANGE, 7_000_000n]));
    await mine(MONEY, write("approve", [ADAPTER, 7_000_000n]));
    await mine(TOKENS, write("setApprovalForAll", [EXCHANGE, true]));
    const money = await allowances("COLLATERAL");
    expect([Object.keys(money).length, money[EXCHANGE]]).toEqual([4, "7000000"]);
    expect((await allowances("CONDITIONAL"))[EXCHANGE]).toBe(String(2n ** 256n - 1n));
    await mine(TOKENS, write("setApprovalForAll", [EXCHANGE, false]));
    expect((await allowances("CONDITIONAL"))[EXCHANGE]).toBe("0");
  });
});
