/** Orders of services that are killed and stopped, with a venue whose wire is torn. @module */
import { describe, expect, test } from "bun:test";
import { callForOrder } from "../../app/order/order_call.ts";
import { KIND_FAULTS, ORDERER, startTornVenue } from "../../app/order/torn_venue.ts";
import { startMortalService } from "../../stage/mortal_service.ts";
import { isShort, sized } from "../size.ts";
import { type CustomerOrder, fieldsOf, keyOf, startCustomers } from "./customers.ts";
import { judgeOrders, NOTHING_WRONG, tradedOrders } from "./judge_orders.ts";
import { type OrderRequest, withOrderPlan } from "./order_plan.ts";
import { type Figures, tradeThroughKills } from "./trade_through_kills.ts";

/** A short trial has no fault that takes longer than it. */
const FAULTS = sized({ short: { faults: KIND_FAULTS }, whole: {} });

/** No trial passes because no fault occurred; a short one cannot have had all of them. */
function expectFaults({ orders, placed, refused, uncertain, unanswered }: Figures): void {
  expect(placed).toBeGreaterThan(orders / 4);
  if (isShort) return;
  for (const count of [refused, uncertain, unanswered]) {
    expect(count).toBeGreaterThan(orders / 12);
  }
}

describe("orders of a service that is killed", () => {
  test("are placed once each, and their customers know of all", () =>
    withOrderPlan(
      sized({ short: { orders: 24, kills: 2 }, whole: { orders: 200, kills: 10 } }),
      async (plan) => {
        const venue = await startTornVenue({ ...plan, ...FAULTS });
        const service = await startMortalService(venue.settings());
        expectFaults(await tradeThroughKills({ plan, venue, replicas: [service] }));
        expect(await service.stop()).toBe(0);
      },
    ));
});

/** Of a service that is stopped in the midst of the early ones. */
const ORDERS = sized({ short: 20, whole: 50 });
const EARLY = ORDERS - 8;

describe("orders of a service that is stopped", () => {
  test(
    "are all answered for, or were never sent",
    () =>
      withOrderPlan({ orders: ORDERS, kills: 1 }, async ({ requests, seed }) => {
        const venue = await startTornVenue({ seed, faults: KIND_FAULTS });
        const { markets } = venue;
        const service = await startMortalService(venue.settings());
        const ask = async (request: OrderRequest, number: number): Promise<CustomerOrder> => {
          const call = { key: keyOf(number), fields: fieldsOf(request, markets) };
          const reply = await callForOrder({ url: service.url(), orderer: ORDERER }, call);
          return { number, key: call.key, request, replies: [reply] };
        };
        let placed = 0;
        const early = requests.slice(0, EARLY).map(async (request, number) => {
          const customerOrder = await ask(request, number);
          placed += customerOrder.replies.some((reply) => "orderId" in reply) ? 1 : 0;
          return customerOrder;
        });
        const answered = Promise.all(early).then(() => true);
        // In the midst of them, however fast the machine is.
        while (placed < 6 && !await Promise.race([answered, Bun.sleep(1).then(() => false)]));
        const stopping = service.stop();
        const late = requests.slice(EARLY).map((request, number) => ask(request, EARLY + number));
        const before = await Promise.all([...early, ...late]);
        expect(await stopping).toBe(0);
        const reportedIds = before.flatMap(({ replies: [reply] }) =>
          reply !== undefined && "orderId" in reply ? [reply.orderId] : []
        );
        expect(reportedIds.length).toBeGreaterThan(5);
        const traded = await tradedOrders(venue.url);
        expect(traded.filter(({ id }) => !reportedIds.includes(id))).toEqual([]);

        await service.start();
        const after = await startCustomers({
          requests,
          count: 8,
          markets,
          orderer: ORDERER,
          urlNow: service.url,
          withinMs: 60_000,
        }).done;
        const all = after.map((customerOrder) => {
          const earlier = before.find(({ key }) => key === customerOrder.key)?.replies ?? [];
          return { ...customerOrder, replies: [...earlier, ...customerOrder.replies] };
        });
        const venueOrders = { traded: await tradedOrders(venue.url), markets };
        expect(judgeOrders(all, venueOrders)).toEqual(NOTHING_WRONG);
        expect(await service.stop()).toBe(0);
      }),
  );
});
