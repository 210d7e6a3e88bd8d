import { afterAll, afterEach, describe, expect, test } from "bun:test";
import {
  ADAPTER,
  claimV1,
  claimV2,
  pairV1,
  pairV2,
  POSITIONS,
  ROUTER,
} from "../chain/chain_world.ts";
import { type Kind, startRelayer } from "./relayer_world.ts";

const world = startRelayer();
afterAll(() => world.stop());
const { book, give, money, pass, resolve, set, signer, tokens } = world;
afterEach(() => set("/__relaying", {}));

const FRESH = 10_000_000_000n;
const KINDS: ReadonlyArray<Kind> = ["WALLET", "SAFE", "PROXY"];

describe.each(KINDS)("a wallet of kind %s", (kind) => {
  test("claims by one call, which passes through the states", async () => {
    const market = book.stageMarket();
    const { wallet, submit, look, params } = signer(kind);
    await give(wallet, { [market.yes]: "5" });
    await resolve(market);
    const { status, body } = await submit([{ to: ADAPTER, data: claimV1(market) }]);
    expect([status, body]).toEqual([200, {
      transactionID: expect.any(String),
      state: "STATE_NEW",
    }]);
    const id = body["transactionID"];
    const states: unknown[] = [];
    for (let step = 0; step < 5; step++) {
      const { state, transaction_hash: hash } = await look(id);
      states.push([state, hash !== null, (await params()).nonce, await money(wallet)]);
      pass(1_500);
    }
    expect(states).toEqual([
      ["STATE_NEW", false, "0", FRESH],
      ["STATE_EXECUTED", true, "0", FRESH],
      ["STATE_MINED", true, "1", FRESH + 5_000_000n],
      ["STATE_MINED", true, "1", FRESH + 5_000_000n],
      ["STATE_CONFIRMED", true, "1", FRESH + 5_000_000n],
    ]);
    const { transaction_hash: hash, error_msg } = await look(id);
    expect(error_msg).toBeNull();
    const receipt = await world.reader.getTransactionReceipt({ hash: hash as `0x${string}` });
    expect([receipt.status, receipt.logs.length]).toEqual(["success", 2]);
    expect(await world.read<bigint>(wallet, "nonce")).toBe(1n);
    pass(90_000);
    expect(await world.activity(wallet)).toMatchObject([
      { type: "REDEEM", usdc_size: 5, transaction_hash: hash },
    ]);
  });

  test("splits, merges and claims by several calls at once, or not at all", async () => {
    const [first, second] = [book.stageMarket(), book.stageV2Market()];
    const { wallet, relay } = signer(kind);
    const done = await relay([
      { to: ADAPTER, data: pairV1("splitPosition", first, 8_000_000n) },
      { to: ROUTER, data: pairV2("split", second, 4_000_000n) },
      { to: ADAPTER, data: pairV1("mergePositions", first, 1_000_000n) },
    ]);
    expect(done).toMatchObject({ state: "STATE_CONFIRMED" });
    expect(await tokens(wallet, first)).toEqual([7_000_000n, 7_000_000n]);
    expect(await money(wallet)).toBe(FRESH - 11_000_000n);
    await resolve(second);
    const claims = [
      { to: ROUTER, data: claimV2(second, { outcome: 0, sizeE6: 4_000_000n }) },
      { to: ADAPTER, data: pairV1("mergePositions", first, 7_000_001n) },
    ];
    expect(await relay(claims)).toMatchObject({
      state: "STATE_FAILED",
      error_msg: expect.stringContaining("insufficient balance"),
      transaction_hash: null,
    });
    expect(await tokens(wallet, second, POSITIONS)).toEqual([4_000_000n, 4_000_000n]);
    expect(await relay(claims.slice(0, 1))).toMatchObject({ state: "STATE_CONFIRMED" });
    expect(await money(wallet)).toBe(FRESH - 7_000_000n);
  });
});

test("a claim of what is not held is skipped", async () => {
  const market = book.stageMarket();
  const { relay } = signer("WALLET");
  await resolve(market);
  expect(await relay([{ to: ADAPTER, data: claimV1(market) }])).toMatchObject({
    state: "STATE_FAILED",
    error_msg: "PRECHECK_SKIPPED: redeem skipped: zero position balance",
    transaction_hash: null,
  });
});

test("what fails moves nothing, and leaves the nonce", async () => {
  const market = book.stageMarket();
  const { wallet, relay, params } = signer("SAFE");
  await set("/__relaying", { failed: 1 });
  const call = { to: ADAPTER, data: pairV1("splitPosition", market, 5_000_000n) };
  expect(await relay([call])).toMatchObject({ state: "STATE_FAILED", transaction_hash: null });
  expect([await money(wallet), (await params()).nonce]).toEqual([FRESH, "0"]);
  await set("/__relaying", {});
  expect(await relay([call])).toMatchObject({ state: "STATE_CONFIRMED" });
});

test.each([0, 1_500])("calls whose number others take after %p ms fail", async (afterMs) => {
  const market = book.stageMarket();
  const { wallet, submit, look } = signer("SAFE");
  const call = { to: ADAPTER, data: pairV1("splitPosition", market, 5_000_000n) };
  const { body } = await submit([call]);
  pass(afterMs);
  await look(body["transactionID"]);
  world.takeNonce(wallet);
  pass(6_000);
  expect(await look(body["transactionID"])).toMatchObject({
    state: "STATE_FAILED",
    error_msg: "batch nonce 0 does not match on-chain nonce 1",
  });
  expect(await money(wallet)).toBe(FRESH);
});

test("what stalls stays, and its wallet is free after the deadline", async () => {
  const market = book.stageMarket();
  const call = { to: ADAPTER, data: pairV1("splitPosition", market, 5_000_000n) };
  await set("/__relaying", { stall: 1 });
  const stalled = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => {
    const key = signer("WALLET");
    return { ...key, id: (await key.submit([call])).body["transactionID"] };
  }));
  await set("/__relaying", {});
  pass(598_000);
  const found = await Promise.all(stalled.map(({ look, id }) => look(id)));
  const byState = Map.groupBy(found, ({ state }) => state);
  expect([...byState.keys()].toSorted()).toEqual(["STATE_EXECUTED", "STATE_NEW"]);
  expect(
    found.map(({ state, transaction_hash }) =>
      (transaction_hash !== null) === (state === "STATE_EXECUTED")
    ),
  )
    .not.toContain(false);
  for (const { submit, wallet } of stalled) {
    expect((await submit([call])).body)
      .toEqual({ error: `wallet busy: wallet ${wallet} has an active action` });
    expect(await money(wallet)).toBe(FRESH);
  }
  pass(2_001);
  expect(await stalled[0]?.relay([call])).toMatchObject({ state: "STATE_CONFIRMED" });
});

// It would be executed after 15 s, and be in a block after 30.
test.each([10, 20])("a batch that is good for %p s, and late, is invalid", async (lifeSec) => {
  const market = book.stageMarket();
  const { wallet, submit, look } = signer("WALLET");
  await set("/__relaying", { delay_ms: 60_000 });
  const call = { to: ADAPTER, data: pairV1("splitPosition", market, 5_000_000n) };
  const { body } = await submit([call], { deadlineSec: world.nowSec() + lifeSec });
  pass(60_000);
  expect(await look(body["transactionID"])).toMatchObject({ state: "STATE_INVALID" });
  expect(await money(wallet)).toBe(FRESH);
});

test("a lost reply loses the answer alone", async () => {
  const market = book.stageMarket();
  const { wallet, sign, post, params } = signer("PROXY");
  const body = await sign([{ to: ADAPTER, data: pairV1("splitPosition", market, 5_000_000n) }]);
  await set("/__faults", { match: "POST /submit", kind: "lost_reply", times: 1 });
  await expect(post(body)).rejects.toThrow();
  pass(6_000);
  expect([await money(wallet), (await params()).nonce]).toEqual([FRESH - 5_000_000n, "1"]);
  expect((await post(body)).body)
    .toEqual({ error: "batch nonce 0 does not match on-chain nonce 1" });
});

test("the older calls answer, too", async () => {
  const market = book.stageMarket();
  const { address, wallet, submit } = signer("SAFE");
  const { body } = await submit([
    { to: ADAPTER, data: pairV1("splitPosition", market, 5_000_000n) },
  ]);
  pass(6_000);
  const ask = async (path: string) =>
    (await world.request("GET", path, { headers: {} })).body as unknown;
  expect(await ask(`/nonce?address=${address}&type=SAFE`)).toMatchObject({ nonce: "1" });
  expect(await ask(`/relay-payload?address=${address}&type=PROXY`))
    .toEqual({ address: expect.stringMatching(/^0x/), nonce: "0" });
  expect(await ask(`/deployed?address=${wallet}`)).toEqual({ deployed: true });
  expect(await ask(`/transaction?id=${body["transactionID"]}`)).toMatchObject([
    { transactionID: body["transactionID"], state: "STATE_CONFIRMED", proxyAddress: wallet },
  ]);
  expect(await ask("/transaction?id=1")).toEqual([]);
});
