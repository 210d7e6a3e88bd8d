/** A caller with an order whose fills are heard of as a test says. @module */
import { BigDecimal, Option } from "effect";
import { fillUsdcE6, type OrderFill } from "../../../core/order/mod.ts";
import { FillStore } from "../../../core/port/fill_store.ts";
import { OrderStore } from "../../../core/port/order_store.ts";
import { finalAs, newOrder, NOON_MS } from "../../contract/order_fixture.ts";
import { ACCOUNT } from "../account/keyed_server.ts";
import { orderClient } from "./order_client.ts";
import { PLAIN } from "./order_world.ts";

/** A client with an order of so many shares at 0.53, and a hand that tells of its fills. */
export async function fillsClient(sharesE6 = 20_000_000n) {
  const client = await orderClient();
  const { server, wallet } = client;
  const { order, ...added } = newOrder({ accountId: ACCOUNT.id, walletId: wallet.id }, {
    instruction: {
      slug: PLAIN.slug,
      outcome: "Up",
      tokenId: "11",
      conditionId: Option.getOrThrow(PLAIN.conditionId),
      side: "BUY",
      orderType: "FOK",
      amount: "10.6",
      isNegRisk: false,
      limit: Option.none(),
    },
    feeRate: Option.some(BigDecimal.fromStringUnsafe("0.07")),
  });
  const { orderId } = order.state;
  const usdcE6 = fillUsdcE6({ priceE6: 530_000n, sharesE6 });
  const fill = { sharesE6: Option.some(sharesE6), usdcE6: Option.some(usdcE6) };
  const ended = { id: order.id, latencyMs: Option.none(), lookUpAtMs: 0 };
  const state = finalAs({ kind: "matched", fill }, orderId);
  await server.runPromise(OrderStore.use(({ add }) => add({ order, ...added })));
  await server.runPromise(OrderStore.use(({ note }) => note({ ...ended, state })));
  const hear = (...fills: ReadonlyArray<Partial<OrderFill>>) =>
    server.runPromise(FillStore.use(({ note }) =>
      note({
        walletId: wallet.id,
        atMs: NOON_MS + 5_000,
        fills: fills.map((fill) => ({
          tradeId: "t1",
          orderId,
          role: "taker",
          priceE6: 530_000n,
          sharesE6: 10_000_000n,
          state: "matched",
          tx: Option.none(),
          matchedMs: NOON_MS,
          ...fill,
        })),
      })
    ));
  const fills = async (query = "", walletId = wallet.id) => {
    const { status, body } = await client.fills(`walletId=${walletId}${query}`);
    return { status, body, data: body["data"] as ReadonlyArray<Readonly<Record<string, unknown>>> };
  };
  const sent = async () => {
    const { body } = await client.history(`walletId=${wallet.id}`);
    return (body["data"] as ReadonlyArray<unknown>)[0];
  };
  return { ...client, order, orderId, hear, fills, sent };
}
