import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { schemaOf } from "../../app/world_folder.ts";
import { serverSkip, serverUrl } from "../adapters/postgres/fresh_schema.ts";
import { withReason } from "../skip_reason.ts";
import { type CustomerOrder, fieldsOf, keyOf, startCustomers } from "./order/customers.ts";
import { expectSameOrders, tradedOrders } from "./order/expect_same_orders.ts";
import { startMortalService } from "./order/mortal_service.ts";
import { callForOrder } from "./order/order_call.ts";
import { type OrderRequest, withOrderPlan } from "./order/order_plan.ts";
import { KIND_FAULTS, ORDERER, startTornVenue } from "./order/torn_venue.ts";
import { tradeThroughKills } from "./order/trade_through_kills.ts";

const TIMEOUT_MS = 400_000;

async function dropSchema(schema: string): Promise<void> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await sql`drop schema if exists ${sql(schema)} cascade`;
  await sql.end();
}

describe("orders of a service that is killed", () => {
  test(
    "are placed once each, and their customers know of all",
    () =>
      withOrderPlan({ orders: 200, kills: 10 }, async (plan) => {
        const venue = await startTornVenue(plan);
        const service = await startMortalService(venue.settings());
        const figures = await tradeThroughKills({ plan, venue, replicas: [service] });
        expect(figures.placed).toBeGreaterThan(60);
        expect(figures.refused).toBeGreaterThan(20);
        expect(figures.uncertain).toBeGreaterThan(20);
        expect(figures.unanswered).toBeGreaterThan(20);
        expect(await service.stop()).toBe(0);
      }),
    TIMEOUT_MS,
  );

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("are placed once each, though two replicas share a server", serverSkip.skip),
    () =>
      withOrderPlan({ orders: 100, kills: 8 }, async (plan) => {
        const seed = randomBytes(4).readUInt32BE();
        try {
          const venue = await startTornVenue(plan);
          const settings = () => ({
            ...venue.settings(),
            DATABASE_URL: serverUrl,
            SANDBOX_SEED: String(seed),
          });
          const replicas = await Promise.all(
            [settings(), settings()].map(startMortalService),
          );
          const figures = await tradeThroughKills({ plan, venue, replicas });
          expect(figures.placed).toBeGreaterThan(30);
          expect(figures.refused).toBeGreaterThan(10);
          expect(figures.uncertain).toBeGreaterThan(10);
          expect(figures.unanswered).toBeGreaterThan(10);
          expect(await Promise.all(replicas.map(({ stop }) => stop()))).toEqual([0, 0]);
        } finally {
          await dropSchema(schemaOf(`sandbox_${seed}`));
        }
      }),
    TIMEOUT_MS,
  );
});

describe("orders of a service that is stopped", () => {
  test(
    "are all answered for, or were never sent",
    () =>
      withOrderPlan({ orders: 50, kills: 1 }, async ({ requests, seed }) => {
        const venue = await startTornVenue({ seed, faults: KIND_FAULTS });
        const { markets } = venue;
        const service = await startMortalService(venue.settings());
        const ask = async (request: OrderRequest, number: number): Promise<CustomerOrder> => {
          const call = { key: keyOf(number), fields: fieldsOf(request, markets) };
          const reply = await callForOrder({ url: service.url(), orderer: ORDERER }, call);
          return { number, key: call.key, request, replies: [reply] };
        };
        let placed = 0;
        const early = requests.slice(0, 40).map(async (request, number) => {
          const customerOrder = await ask(request, number);
          placed += customerOrder.replies.some((reply) => "orderId" in reply) ? 1 : 0;
          return customerOrder;
        });
        const answered = Promise.all(early).then(() => true);
        // In the midst of them, however fast the machine is.
        while (placed < 6 && !await Promise.race([answered, Bun.sleep(1).then(() => false)]));
        const stopping = service.stop();
        const late = requests.slice(40).map((request, number) => ask(request, 40 + number));
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
        expectSameOrders(all, { traded: await tradedOrders(venue.url), markets });
        expect(await service.stop()).toBe(0);
      }),
    TIMEOUT_MS,
  );
});
