import { describe, expect, test } from "bun:test";
import { isOrder, OrderTally } from "../../../../app/sandbox/rehearsal/order_tally.ts";

const order = (body: string, path = "/api/v1/orders") =>
  new Request(`http://localhost${path}`, { method: "POST", body });
const answer = (text: string, status = 200) => () => new Response(text, { status });

/** The hash of orders, each with its answer, and of sockets. */
async function hashOf(
  orders: ReadonlyArray<readonly [Request, () => Response]>,
  sockets: ReadonlyArray<string> = [],
) {
  const tally = new OrderTally();
  for (const [request, answered] of orders) await tally.take(request, answered);
  expect(tally.count).toBe(orders.length);
  return tally.hash(sockets);
}

describe("the tally of orders", () => {
  test.each([
    ["POST", "/api/v1/simpleOrders/easyMarketOrder", true],
    ["DELETE", "/api/v1/orders/7", true],
    ["POST", "/venue/order", true],
    ["GET", "/api/v1/orders", false],
    ["POST", "/api/v1/ordersOf", false],
    ["POST", "/api/v1/webhooks", false],
  ])("takes %s %s: %p", (method, path, isTaken) => {
    expect(isOrder({ method, url: `http://localhost${path}?a=/venue/b` })).toBe(isTaken);
  });

  test("hands on the answer as it is", async () => {
    const taken = await new OrderTally().take(order("{}"), answer("placed", 201)) as Response;
    expect([taken.status, await taken.text()]).toEqual([201, "placed"]);
  });

  test("counts what is repeated once, however often", async () => {
    const tally = new OrderTally();
    for (const _ of [1, 2, 3]) await tally.take(order("a"), answer("try again", 503));
    await tally.take(order("a"), answer("placed"));
    expect(tally.count).toBe(2);
    const once = [[order("a"), answer("try again", 503)], [order("a"), answer("placed")]] as const;
    expect(tally.hash([])).toBe(await hashOf(once));
  });

  test("hashes what was sent and answered, whoever came first", async () => {
    const [a, b] = [() => order("a"), () => order("b")];
    const both = await hashOf([[a(), answer("1")], [b(), answer("2")]], ["x", "y"]);
    expect(await hashOf([[b(), answer("2")], [a(), answer("1")]], ["y", "x"])).toBe(both);
    const others = await Promise.all([
      hashOf([[a(), answer("2")], [b(), answer("1")]], ["x", "y"]),
      hashOf([[a(), answer("1", 400)], [b(), answer("2")]], ["x", "y"]),
      hashOf([[order("a", "/api/v1/orders?b"), answer("1")], [b(), answer("2")]], ["x", "y"]),
      hashOf([[a(), answer("1")], [b(), answer("2")]], ["x", "z"]),
      hashOf([[a(), answer("1")], [b(), answer("2")]], ["x"]),
    ]);
    expect(new Set([both, ...others]).size).toBe(6);
    expect(both).toMatch(/^[0-9a-f]{64}$/);
  });
});
