/**
 * Trades while services are killed, and holds everybody's books against each other afterwards.
 *
 * @module
 */
import { expect } from "bun:test";
import { hash32 } from "../../../app/simulator/world/hash.ts";
import {
  type CustomerOrder,
  type Customers,
  fieldsOf,
  finalsOf,
  startCustomers,
} from "./customers.ts";
import { judgeOrders, NOTHING_WRONG, tradedOrders } from "./judge_orders.ts";
import type { MortalService } from "../../stage/mortal_service.ts";
import { callForOrder } from "../../app/order/order_call.ts";
import type { OrderPlan } from "./order_plan.ts";
import { tell } from "../tell.ts";
import { ORDERER, type TornVenue } from "../../app/order/torn_venue.ts";

const WITHIN_MS = 300_000;
/** A kill finds about this many orders under way, each at another step. */
const CUSTOMERS = 16;

/** Carries out a plan on replicas of one store, and gives how it went. */
export async function tradeThroughKills(
  { plan, venue, replicas }: {
    readonly plan: OrderPlan;
    readonly venue: TornVenue;
    readonly replicas: ReadonlyArray<MortalService>;
  },
) {
  let tries = 0;
  const customers = startCustomers({
    requests: plan.requests,
    count: CUSTOMERS,
    markets: venue.markets,
    orderer: ORDERER,
    urlNow: () => replicas[hash32(plan.seed, tries++) % replicas.length]?.url() ?? "",
    withinMs: WITHIN_MS,
  });
  const [customerOrders] = await Promise.all([
    customers.done,
    killAll(replicas, { kills: plan.kills, customers }),
  ]);
  const venueOrders = { traded: await tradedOrders(venue.url), markets: venue.markets };
  expect(judgeOrders(customerOrders, venueOrders)).toEqual(NOTHING_WRONG);

  // A service that knows only its store gives the same answers again.
  await venue.mend();
  await Promise.all(replicas.map((replica) => replica.kill()));
  const urls = replicas.map(({ url }) => url());
  const again = await Promise.all(
    customerOrders.map((customerOrder, number) =>
      askAgain(customerOrder, { venue, url: urls[number % urls.length] })
    ),
  );
  const judgement = judgeOrders(again, venueOrders);
  const { lost, doubled, wrong } = judgement;
  tell({
    done: "orders",
    count: again.length,
    lost: lost.length,
    doubled: doubled.length,
    wrong: wrong.length,
    longestMs: customers.longestMs(),
  });
  tell({ done: "kills", count: plan.kills.length });
  expect(judgement).toEqual(NOTHING_WRONG);
  expect(tradedOf(await tradedOrders(venue.url))).toEqual(tradedOf(venueOrders.traded));
  const figures = figuresOf(again);
  if (figures.placed === 0) throw new Error(`no order was placed: ${refusalsOf(again).join("; ")}`);
  return figures;
}

/** What was traded, whatever the chain has done with it since. */
function tradedOf(orders: Awaited<ReturnType<typeof tradedOrders>>) {
  return orders.map(({ fills, ...order }) => ({
    ...order,
    fills: fills.map(({ price, size }) => ({ price, size })),
  }));
}

/** Counts of the faults that occurred, so that no trial passes because none did. */
export type Figures = ReturnType<typeof figuresOf>;

function figuresOf(customerOrders: ReadonlyArray<CustomerOrder>) {
  const countOf = (isMeant: (reply: CustomerOrder["replies"][number]) => boolean) =>
    customerOrders.filter(({ replies }) => replies.some(isMeant)).length;
  return {
    orders: customerOrders.length,
    placed: countOf(({ kind }) => kind === "placed"),
    refused: countOf(({ kind }) => kind === "refused"),
    /** Answered at least once that the outcome is not known yet. */
    uncertain: countOf((reply) => reply.kind === "later" && reply.orderId !== undefined),
    /** Requested at least once without an answer. */
    unanswered: countOf(({ kind }) => kind === "lost"),
  };
}

/** The first few different messages of refusals. */
function refusalsOf(customerOrders: ReadonlyArray<CustomerOrder>): ReadonlyArray<string> {
  const messages = customerOrders.flatMap(finalsOf)
    .flatMap((final) => final.kind === "refused" ? [`${final.status} ${final.message}`] : []);
  return [...new Set(messages)].slice(0, 5);
}

/** Kills one after the other, once as many orders are requested as the plan states. */
async function killAll(
  replicas: ReadonlyArray<MortalService>,
  { kills, customers }: {
    readonly kills: OrderPlan["kills"];
    readonly customers: Customers;
  },
): Promise<void> {
  let at = 0;
  for (const { gap, afterMs, replica } of kills) {
    at += gap;
    while (customers.begun() < at && !customers.areDone()) await Bun.sleep(1);
    await Bun.sleep(afterMs);
    await replicas[replica % replicas.length]?.kill();
  }
}

const AGAIN_WITHIN_MS = 120_000;
const ASK_EVERY_MS = 250;

/**
 * Of those alone that were sent: the others might be sent now. An answer does not wait until it is
 * stored, so that a service that was killed right after one may have to ask the venue first.
 */
async function askAgain(
  customerOrder: CustomerOrder,
  { venue, url = "" }: { readonly venue: TornVenue; readonly url: string | undefined },
): Promise<CustomerOrder> {
  const { key, request, replies } = customerOrder;
  const wasSent = finalsOf(customerOrder).some((final) =>
    final.kind === "placed" || final.message.includes("Nothing was placed")
  );
  if (!wasSent) return customerOrder;
  const call = { key, fields: fieldsOf(request, venue.markets) };
  const endMs = performance.now() + AGAIN_WITHIN_MS;
  let reply = await callForOrder({ url, orderer: ORDERER }, call);
  while (reply.kind === "later" && performance.now() < endMs) {
    await Bun.sleep(ASK_EVERY_MS);
    reply = await callForOrder({ url, orderer: ORDERER }, call);
  }
  expect(["placed", "refused"]).toContain(reply.kind);
  return { ...customerOrder, replies: [...replies, reply] };
}
