import { expect, test } from "bun:test";
import { Option } from "effect";
import { FillStore } from "../../../core/port/fill_store.ts";
import { GuardStore } from "../../../core/port/guard_store.ts";
import { PaperStore } from "../../../core/port/paper_store.ts";
import { doorWorld, TOKEN } from "./door_world.ts";

const world = await doorWorld();
const walletId = (await world.name()).wallet.id;

test("GET /venue/data/trades lists what a wallet has traded", async () => {
  const { call, place, key, address } = await world.caller();
  const fields = {
    orderType: "FOK",
    makerAmountE6: 8_000_000n,
    takerAmountE6: 20_000_000n,
  } as const;
  const { order: { orderId } } = await place(fields);
  const kept = await world.runPromise(
    PaperStore.use((store) => store.fills({ walletId, sinceMs: 0 })),
  );
  const fills = kept.map((fill) => ({ ...fill, tx: Option.none<string>() }));
  await world.runPromise(FillStore.use((store) => store.note({ walletId, fills, atMs: 0 })));
  const { body } = await call("GET", "/data/trades?next_cursor=MA==");
  expect(body["data"]).toMatchObject([{
    id: kept[0]?.tradeId,
    taker_order_id: orderId,
    trader_side: "TAKER",
    asset_id: TOKEN,
    side: "BUY",
    size: "20",
    price: "0.4",
    status: "MATCHED",
    owner: key.apiKey,
    maker_address: address,
    transaction_hash: "",
  }]);
  expect((await call("GET", "/data/trades?id=none")).body["data"]).toEqual([]);
});

test("POST /venue/v1/heartbeats arms the guard, and wants the id of the one before", async () => {
  const { call } = await world.caller();
  const first = await call("POST", "/v1/heartbeats", { heartbeat_id: "" });
  const next = first.body["heartbeat_id"];
  const guard = await world.runPromise(GuardStore.use((store) => store.find(walletId)));
  expect(Option.getOrThrow(guard.armed).seconds).toBe(10);
  expect(await call("POST", "/v1/heartbeats", { heartbeat_id: "another" })).toMatchObject({
    status: 400,
    body: { error_msg: "Invalid Heartbeat ID", heartbeat_id: next },
  });
  expect((await call("POST", "/v1/heartbeats", { heartbeat_id: next })).status).toBe(200);
});
