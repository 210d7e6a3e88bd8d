import { describe, expect, test } from "bun:test";
import { brokenOrderClaims } from "./order_judge.ts";
import type { ListedOrder } from "./order_book.ts";
import type { Traffic } from "./traffic.ts";
import { answer, matched, page, SETTLED, T, THIN, validTraffic } from "./valid_traffic.ts";

/** Returns the item at a position, to be changed in place. */
function at<A>(items: ReadonlyArray<A>, position: number): { -readonly [K in keyof A]: A[K] } {
  const item = items.at(position);
  if (item === undefined) throw new Error(`nothing at ${position}`);
  return item;
}

/** Changes an order in the last listing, or in the one at `listing`. */
function relist(
  { listings }: Traffic,
  change: (orders: Array<ListedOrder>) => ReadonlyArray<ListedOrder>,
  listing = -1,
): void {
  const seen = at(listings, listing);
  const { data } = JSON.parse(seen.answer.text);
  seen.answer = { ...seen.answer, text: page(change(data)) };
}

function change(position: number, fields: Partial<ListedOrder>) {
  return (orders: ReadonlyArray<ListedOrder>) =>
    orders.map((order, at) => at === position ? { ...order, ...fields } : order);
}

/** Adds an order that traded: sent, at the venue, and listed. */
function trade(traffic: Traffic, fields: Partial<ListedOrder>): void {
  relist(traffic, (orders) => [
    ...orders,
    { ...at(orders, 0), id: "id-0xff", order_id: "0xff", reconciled: true, ...fields },
  ]);
  traffic.sendings.push({ ...at(traffic.sendings, 0), orderId: "0xff" });
  traffic.records = [...traffic.records, { ...at(traffic.records, 0), orderId: "0xff" }];
}

/** Changes the body of a message. */
function retell(traffic: Traffic, position: number, fields: Partial<ListedOrder>): void {
  const message = at(traffic.messages, position);
  const told = JSON.parse(message.body);
  message.body = JSON.stringify({ ...told, data: { ...told.data, ...fields } });
}

/** What is changed, and the claim that is broken then. */
const FAULTS: ReadonlyArray<readonly [string, string, (traffic: Traffic) => void]> = [
  ["bytes are sent twice", "2 sending", ({ sendings }) => {
    sendings.push({ ...at(sendings, 0) });
  }],
  ["bytes are sent that the store does not have", "2 sending", ({ sendings }) => {
    Object.assign(at(sendings, 0), { isStored: false });
  }],
  ["bytes are sent 2.5 s after they were stored", "2 sending", ({ sendings }) => {
    Object.assign(at(sendings, 3), { atMs: T + 11_500 });
  }],
  ["bytes that nobody refused are replaced", "2 sending", ({ sendings }) => {
    sendings.push({ ...at(sendings, 0), orderId: "0xff" });
  }],
  ["a key places two orders", "1 once", (traffic) => trade(traffic, { idempotency_key: "k1" })],
  ["an order that was sent loses its key", "1 once", (traffic) => {
    relist(traffic, change(1, { idempotency_key: null, order_type: "FAK" }));
  }],
  ["a request without a key is placed twice", "1 once", (traffic) => {
    trade(traffic, { idempotency_key: null });
  }],
  ["a refused request without a key is placed", "1 once", ({ requests }) => {
    at(requests, 8).answer = answer(9_200, 400, THIN);
  }],
  ["an order without an answer is told as refused", "6 refused", ({ requests }) => {
    at(requests, 6).answer = answer(7_100, 400, SETTLED, { isReplayed: true });
  }],
  ["a key is called free though its order was sent", "6 refused", ({ requests }) => {
    at(requests, 1).answer = answer(1_010, 400, THIN);
  }],
  ["nothing is placed, it says, while the first request goes on", "6 refused", (traffic) => {
    at(traffic.sendings, 2).atMs = T + 5_000;
    relist(traffic, change(2, { created_at: new Date(T + 4_900).toISOString() }));
    at(traffic.requests, 5).atMs = T + 4_300;
    at(traffic.requests, 5).answer = answer(4_400, 400, THIN);
  }],
  ["an order that was not sent, it says, was sent", "5 answer", ({ sendings }) => {
    sendings.push({ ...at(sendings, 1), orderId: "0xee" });
  }],
  ["an order is unclear that was never stored", "5 answer", ({ requests }) => {
    const text = JSON.stringify({ error: "Cannot say yet", hint: "Its hash is 0xff" });
    at(requests, 4).answer = answer(6_000, 503, text, { retryAfterSec: 2 });
  }],
  ["an answer tells other amounts than traded", "5 answer", ({ requests }) => {
    at(requests, 8).answer = answer(9_200, 200, matched("0xdd").replace("12.5", "13"));
  }],
  ["an answer tells of another one's order", "5 answer", ({ requests }) => {
    at(requests, 8).answer = answer(9_200, 200, matched("0xaa"));
  }],
  ["a FOK is filled in part", "5 answer", (traffic) => {
    Object.assign(at(traffic.records, 3), { sharesE6: 5_000_000, usdcE6: 2_000_000 });
  }],
  ["an order is worth more than was asked for", "5 answer", ({ records }) => {
    at(records, 3).makerE6 = 6_000_000;
  }],
  ["an order that the venue cancelled is told as filled", "5 answer", ({ records }) => {
    Object.assign(at(records, 3), { state: "refused" });
  }],
  ["an answer is none that there is", "5 answer", ({ requests }) => {
    at(requests, 7).answer = answer(8_100, 500, THIN);
  }],
  ["a settled answer asks for another try", "5 answer", ({ requests }) => {
    at(requests, 2).answer = answer(2_200, 503, SETTLED, { retryAfterSec: 1 });
  }],
  ["a replay has other bytes", "7 again", ({ requests }) => {
    const text = matched("0xaa").replace("0.4}", "0.41}");
    at(requests, 1).answer = answer(1_010, 200, text, { isReplayed: true });
  }],
  ["a replay is not called one", "7 again", ({ requests }) => {
    at(requests, 1).answer = answer(1_010, 200, matched("0xaa"));
  }],
  ["an answer changes", "7 again", ({ requests }) => {
    at(requests, 3).answer = answer(3_010, 200, matched("0xbb"), { isReplayed: true });
  }],
  ["another request of a key gets the first one's answer", "7 again", ({ requests }) => {
    at(requests, 9).answer = answer(10_010, 200, matched("0xaa"), { isReplayed: true });
  }],
  ["a key is in use by nobody", "8 busy", ({ requests }) => {
    at(requests, 7).answer = answer(8_100, 409, THIN, { retryAfterSec: 1 });
  }],
  ["a key is another's by nobody's request", "8 busy", ({ requests }) => {
    at(requests, 7).answer = answer(8_100, 409, THIN);
  }],
  ["an order that traded is not listed", "3 listed", (traffic) => {
    relist(traffic, (orders) => orders.slice(0, 3));
  }],
  ["an order that traded is listed as refused", "3 listed", (traffic) => {
    relist(traffic, change(3, { state: "refused", filled: null }));
  }],
  [
    "an order has no end",
    "3 listed",
    (traffic) => relist(traffic, change(2, { state: "unknown" })),
  ],
  ["an order is listed with other amounts", "3 listed", (traffic) => {
    relist(traffic, change(3, { filled: { shares: 12.5, usdc: 4 } }));
  }],
  ["a listing contradicts a later one", "4 listing", (traffic) => {
    relist(traffic, change(0, { state: "refused", filled: null }), 0);
  }],
  ["a listing lacks an order that was answered", "4 listing", (traffic) => {
    relist(traffic, (orders) => orders.slice(1), 0);
  }],
  ["an order is listed twice", "4 listing", (traffic) => {
    relist(traffic, (orders) => [...orders, at(orders, 0)]);
  }],
  ["a wallet trades more than its limit", "9 limits", ({ limits }) => {
    at(limits, 0).dayMax = 14;
  }],
  ["an order is refused that is within its limit", "9 limits", ({ limits }) => {
    at(limits, 0).dayMax = 100;
  }],
  ["a revoked key is accepted elsewhere after 10 s", "10 keys", ({ requests }) => {
    requests.push({ ...at(requests, 1), atMs: T + 30_100 });
  }],
  ["a valid key is refused", "10 keys", ({ requests }) => {
    Object.assign(at(requests, 11), { apiKey: "new" });
  }],
  ["a message tells another end", "11 webhooks", (traffic) => {
    retell(traffic, 3, { state: "refused", filled: null });
  }],
  ["a message has another body at its second attempt", "11 webhooks", (traffic) => {
    retell(traffic, 4, { created_at: "later" });
  }],
  ["a message has another id at its second attempt", "11 webhooks", ({ messages }) => {
    at(messages, 4).messageId = "msg-other";
  }],
  ["a message is not tried again", "11 webhooks", ({ messages }) => void messages.pop()],
  ["an order is never told", "11 webhooks", ({ messages }) => void messages.splice(3, 1)],
  ["an order is told to another account", "11 webhooks", ({ webhooks }) => {
    Object.assign(at(webhooks, 0), { accountId: "account-2" });
  }],
];

describe("the judge of orders", () => {
  test("has nothing to say where every promise is kept", () => {
    expect(brokenOrderClaims(validTraffic())).toEqual([]);
  });

  test.each(FAULTS)("says that %s", (_, claim, plant) => {
    const traffic = validTraffic();
    plant(traffic);
    expect(brokenOrderClaims(traffic).map((why) => why.split(":")[0])).toContain(claim);
  });
});
