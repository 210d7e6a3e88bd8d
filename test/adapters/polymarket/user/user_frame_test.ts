import { expect, test } from "bun:test";
import { readUserFrame } from "../../../../adapters/polymarket/user/user_frame.ts";
import { makerEntry, orderEvent, OTHER, OWN, tradeEvent } from "./user_events.ts";

const read = (frame: unknown) => readUserFrame(JSON.stringify(frame), OWN);
const ORDER = { kind: "order", orderId: "0xaa01" };
const FILLS = { kind: "fills", fills: [{ orderId: "0xaa01", role: "maker" }] };

test("an event alone is read as one in a list, and a list in its order", () => {
  expect(read(orderEvent())).toMatchObject({ news: [ORDER], doubts: [] });
  expect(read([tradeEvent(), orderEvent()])).toMatchObject({ news: [FILLS, ORDER], doubts: [] });
  expect(read([])).toEqual({ news: [], doubts: [] });
});

test("an order needs its id alone", () => {
  expect(read({ event_type: "order", id: "0xAA01" })).toMatchObject({ news: [ORDER] });
});

test.each<[unknown, string]>([
  [null, "an event is no object"],
  ["PONG", "an event is no object"],
  [[[]], "an event is no object"],
  [{}, "an event has an unknown type"],
  [orderEvent({ event_type: "constructor" }), "an event has an unknown type"],
  [orderEvent({ id: "" }), "an order has no id"],
  [orderEvent({ owner: OTHER.apiKey }), "an order is of another key"],
  [tradeEvent({ id: null }), "a trade has no id"],
  [tradeEvent({ match_time: "", timestamp: "" }), "a trade has no time"],
  [
    tradeEvent({ maker_orders: [makerEntry("0xcc", { owner: OTHER.apiKey })] }),
    "a trade has nothing of the wallet",
  ],
])("%j is ignored, and what is beside it is read", (event, why) => {
  expect(read([event, orderEvent()])).toMatchObject({ news: [ORDER], doubts: [why] });
});

test("text that is no JSON is ignored", () => {
  expect(readUserFrame("INVALID OPERATION", OWN).doubts).toEqual(["an event is no object"]);
});
