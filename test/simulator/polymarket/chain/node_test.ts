import { afterAll, describe, expect, test } from "bun:test";
import { keccak256, parseGwei } from "viem";
import { ADAPTER, claimV1, type Hex, MONEY, pairV1, startChain, TOKENS } from "./chain_world.ts";

const world = startChain();
afterAll(() => world.stop());
const { book, clock, owner, pass, reader, rpc } = world;

const NOWHERE: Hex = "0x2222222222222222222222222222222222222222";
const call = (method: string, ...params: ReadonlyArray<unknown>) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params,
});
const failed = (code: number, message: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  error: { code, message },
});

describe("the protocol", () => {
  test.each([
    ["{", { ...failed(-32_700, "parse error"), id: null }],
    ["[]", { ...failed(-32_600, "empty batch"), id: null }],
    [{ id: 1, method: "eth_chainId" }, failed(-32_600, "invalid request")],
    [{ ...call("eth_chainId"), params: {} }, failed(-32_600, "invalid request")],
    [call("eth_mine"), failed(-32_601, "the method eth_mine does not exist/is not available")],
    [call("eth_getBalance"), failed(-32_602, "missing value for required argument 0")],
    [call("eth_getBalance", "0x12"), failed(-32_602, "invalid argument 0: not an address")],
    [call("eth_getCode", MONEY, "new"), failed(-32_602, "invalid argument 1: not a quantity")],
    [call("eth_getCode", MONEY, "0x1"), failed(-32_000, expect.stringContaining("trie node"))],
    [call("eth_call", {}, "latest"), { jsonrpc: "2.0", id: 1, result: "0x" }],
    [call("eth_sendRawTransaction", "0x02c0"), failed(-32_000, expect.stringContaining("rlp"))],
  ])("answers %j", async (body, answer) => {
    expect(await rpc(body)).toEqual(answer);
  });

  test("answers a batch in its order, without its notifications", async () => {
    const { id: _, ...notification } = call("eth_chainId");
    expect(await rpc([call("net_version"), notification, { ...call("eth_mine"), id: "b" }]))
      .toEqual([
        { jsonrpc: "2.0", id: 1, result: "137" },
        { jsonrpc: "2.0", id: "b", error: { code: -32_601, message: expect.any(String) } },
      ]);
  });
});

describe("blocks", () => {
  test("come every two seconds, with a base fee and their transactions", async () => {
    const before = await reader.getBlock();
    expect(Number(before.timestamp) * 1_000).toBeLessThanOrEqual(clock.nowMs());
    const { mine } = owner();
    const { transactionHash } = await mine(NOWHERE, "0x");
    const block = await reader.getBlock();
    expect(block.number).toBe(before.number + 1n);
    expect(block.timestamp).toBe(before.timestamp + 2n);
    expect(block.parentHash).toBe(before.hash);
    expect(block.transactions).toEqual([transactionHash]);
    expect(await reader.getBlockNumber()).toBe(block.number);
    const history = await reader.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] });
    expect(history.baseFeePerGas).toHaveLength(3);
    expect(history.baseFeePerGas[1]).toBe(block.baseFeePerGas as bigint);
    expect(await reader.getGasPrice()).toBeGreaterThan(block.baseFeePerGas as bigint);
  });

  test("tell what is a contract", async () => {
    expect(await reader.getCode({ address: TOKENS })).toBe("0x6080");
    expect(await reader.getCode({ address: NOWHERE })).toBeUndefined();
    expect(await reader.getBalance({ address: TOKENS })).toBe(0n);
  });
});

describe("a transaction", () => {
  test("has no receipt until the next block, and then pays for its gas alone", async () => {
    const { address, send } = owner();
    const before = await reader.getBalance({ address });
    const hash = await send(NOWHERE, "0x", { value: 5n });
    const count = (blockTag: "latest" | "pending") =>
      reader.getTransactionCount({ address, blockTag });
    expect([await count("latest"), await count("pending")]).toEqual([0, 1]);
    expect(await reader.getTransaction({ hash })).toMatchObject({ blockNumber: null, nonce: 0 });
    await expect(reader.getTransactionReceipt({ hash })).rejects.toThrow("could not be found");
    pass(2_000);
    const { gasUsed, effectiveGasPrice } = await reader.getTransactionReceipt({ hash });
    expect(gasUsed).toBe(21_000n);
    expect(await reader.getBalance({ address })).toBe(before - gasUsed * effectiveGasPrice - 5n);
    expect([await count("latest"), await count("pending")]).toEqual([1, 1]);
  });

  test("of the legacy form is taken as well", async () => {
    const { mine, address } = owner();
    const market = book.stageMarket();
    const data = pairV1("splitPosition", market, 5_000_000n);
    const receipt = await mine(ADAPTER, data, { gasPrice: parseGwei("120") });
    expect(receipt).toMatchObject({
      status: "success",
      type: "legacy",
      from: address.toLowerCase(),
      effectiveGasPrice: parseGwei("120"),
    });
    const { hash, input } = await reader.getTransaction({ hash: receipt.transactionHash });
    expect([hash, input]).toEqual([receipt.transactionHash, data]);
  });

  test("that reverts takes its gas, its nonce, and nothing else", async () => {
    const { address, mine } = owner();
    const market = book.stageMarket();
    const receipt = await mine(ADAPTER, claimV1(market), { gas: 300_000n });
    expect(receipt).toMatchObject({ status: "reverted", logs: [], gasUsed: 231_000n });
    expect(await reader.getTransactionCount({ address })).toBe(1);
  });

  test("that has too little gas reverts", async () => {
    const { address, mine } = owner();
    const market = book.stageMarket();
    const split = pairV1("splitPosition", market, 5_000_000n);
    const receipt = await mine(ADAPTER, split, { gas: 100_000n });
    expect(receipt).toMatchObject({ status: "reverted", gasUsed: 100_000n });
    expect(await world.tokens(address, market)).toEqual([0n, 0n]);
  });

  test("waits for the nonces before it", async () => {
    const { address, send } = owner();
    const second = await send(NOWHERE, "0x", { nonce: 1 });
    pass(10_000);
    const pending = () => reader.getTransactionCount({ address, blockTag: "pending" });
    expect(await pending()).toBe(0);
    await send(NOWHERE, "0x", { nonce: 0 });
    expect(await pending()).toBe(2);
    pass(2_000);
    expect((await reader.getTransactionReceipt({ hash: second })).transactionIndex).toBe(1);
  });

  test("waits for a base fee that it pays, and is replaced by one that pays more", async () => {
    const { send } = owner();
    const { baseFeePerGas } = await reader.getBlock();
    const fees = (maxFeePerGas: bigint) => ({
      nonce: 0,
      maxFeePerGas,
      maxPriorityFeePerGas: parseGwei("25") * maxFeePerGas / low,
    });
    const low = (baseFeePerGas ?? 0n) - 1n;
    const hash = await send(NOWHERE, "0x", fees(low));
    pass(2_000);
    expect(await reader.getTransaction({ hash })).toMatchObject({ blockNumber: null });
    await expect(send(NOWHERE, "0x01", fees(low * 109n / 100n))).rejects.toThrow("underpriced");
    const high = await send(NOWHERE, "0x01", fees(low * 3n));
    pass(2_000);
    expect((await reader.getTransactionReceipt({ hash: high })).status).toBe("success");
    await expect(reader.getTransaction({ hash })).rejects.toThrow("could not be found");
  });

  test("that was taken is known, waiting and mined", async () => {
    const { client, address } = owner();
    const request = await client.prepareTransactionRequest({ to: NOWHERE } as never);
    const raw = await client.signTransaction(request as never);
    const send = () => rpc(call("eth_sendRawTransaction", raw));
    expect(await send()).toMatchObject({ result: keccak256(raw) });
    expect(await send()).toEqual(failed(-32_000, "already known"));
    pass(2_000);
    expect(await send()).toEqual(failed(-32_000, "already known"));
    expect(await reader.getTransactionCount({ address })).toBe(1);
  });

  test.each([
    [{ nonce: 0 }, "nonce too low: next nonce 1, tx nonce 0"],
    [{ gas: 20_000n }, "intrinsic gas too low: gas 20000, minimum needed 21000"],
    [
      { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n },
      "transaction underpriced: gas tip cap 1, minimum needed 25000000000",
    ],
    [{ chainId: 1 }, "invalid chain id for signer: have 1 want 137"],
    [{ value: 10n ** 23n }, "insufficient funds for gas * price + value: balance "],
  ])("with %p is refused", async (change, message) => {
    const { account, mine } = owner();
    await mine(NOWHERE, "0x");
    const raw = await account.signTransaction({
      type: "eip1559",
      chainId: 137,
      to: NOWHERE,
      nonce: 1,
      gas: 21_000n,
      maxFeePerGas: parseGwei("100"),
      maxPriorityFeePerGas: parseGwei("30"),
      ...change,
    });
    expect(await rpc(call("eth_sendRawTransaction", raw)))
      .toEqual(failed(-32_000, expect.stringContaining(message)));
  });

  test("is refused to an address without money for gas", async () => {
    const { address, send } = owner();
    await world.control("/__gas", { address, pol: "0.0001" }, "PUT");
    await expect(send(NOWHERE, "0x")).rejects.toThrow("exceeds the balance");
  });
});

test("logs are found by their blocks, contract and topics", async () => {
  const { address, mine } = owner();
  const market = book.stageMarket();
  const { blockNumber } = await mine(ADAPTER, pairV1("splitPosition", market, 5_000_000n));
  const event = {
    type: "event",
    name: "Transfer",
    inputs: [
      { type: "address", name: "from", indexed: true },
      { type: "address", name: "to", indexed: true },
      { type: "uint256", name: "value" },
    ],
  } as const;
  const range = { fromBlock: blockNumber, toBlock: blockNumber };
  const logs = await reader.getLogs({ address: MONEY, event, args: { from: address }, ...range });
  expect(logs.map(({ args }) => args.value)).toEqual([5_000_000n]);
  expect(await reader.getLogs({ address: TOKENS, event, ...range })).toEqual([]);
  expect(await reader.getLogs(range)).toHaveLength(3);
});
