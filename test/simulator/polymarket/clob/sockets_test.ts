import { afterAll, expect, test } from "bun:test";
import { type Frame, framesOf } from "./book_reader.ts";
import { OrderType, Side, startOrderBook } from "./trader.ts";
import { connect, refusal } from "../../kit/socket_client.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

/** What the chain takes its time for comes at once. */
const book = startOrderBook({
  ...makeStillClock(ms("2026-11-20T12:00:30Z")),
  realMs: () => 0,
});
afterAll(() => book.stop());

test("the user socket publishes a trader's orders, and its trades up to the chain", async () => {
  const { yes, conditionId } = book.stageMarket();
  await book.putBook(yes, { asks: [["0.5", "30"]] });
  const { client: trader, creds } = await book.trader();
  const auth = { apiKey: creds.key, secret: creds.secret, passphrase: creds.passphrase };
  const user = await connect(`${book.url}/ws/user`);
  user.send(JSON.stringify({ auth, markets: [conditionId], type: "user" }));
  await user.roundTrip();
  const of = (kind: string) =>
    user.frames.flatMap(framesOf).filter(({ event_type }: Frame) => event_type === kind);
  const { orderID } = await trader.createAndPostMarketOrder(
    { tokenID: yes, amount: 5, side: Side.BUY },
    undefined,
    OrderType.FOK,
    true,
  );
  const resting = { tokenID: yes, price: 0.3, size: 10, side: Side.BUY };
  const rested = await trader.createAndPostOrder(resting, undefined, OrderType.GTC);
  await trader.cancelOrder({ orderID: rested.orderID });
  await expect(trader.createAndPostMarketOrder(
    { tokenID: yes, amount: 900, price: 0.5, side: Side.BUY },
    undefined,
    OrderType.FOK,
    true,
  )).rejects.toMatchObject({ status: 400 });
  await user.until(() => of("trade").length === 3 && of("order").length === 4);

  const common = { taker_order_id: orderID, owner: creds.key, size: "10", price: "0.5" };
  expect(of("trade")).toMatchObject([
    { ...common, status: "MATCHED" },
    { ...common, status: "MINED", transaction_hash: expect.any(String) },
    { ...common, status: "CONFIRMED", transaction_hash: expect.any(String) },
  ]);
  expect(of("order")).toMatchObject([
    { type: "PLACEMENT", id: orderID, status: "MATCHED", size_matched: "10" },
    { type: "PLACEMENT", id: rested.orderID, status: "LIVE", original_size: "10" },
    { type: "CANCELLATION", id: rested.orderID, size_matched: "0" },
    { type: "CANCELLATION", order_type: "FOK", status: expect.stringMatching(/^CANCELED_order/) },
  ]);
  user.close();
});

test("the user socket closes on another's secret, and other paths have none", async () => {
  const [mine, theirs] = [await book.trader(), await book.trader()];
  const auth = { apiKey: mine.creds.key, secret: theirs.creds.secret };
  const client = await connect(`${book.url}/ws/user`);
  client.send(
    JSON.stringify({ auth: { ...auth, passphrase: mine.creds.passphrase }, type: "user" }),
  );
  expect(await client.closed).toBe(1008);
  expect((await refusal(`${book.url}/ws/other`)).status).toBe(404);
});
