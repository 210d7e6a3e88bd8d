/**
 * Orders at a steady rate, each repeated under its key until it is settled, and the venue's own
 * list beside what the customers were told.
 *
 * @module
 */
import { callForOrder } from "../../app/order/order_call.ts";
import { type CustomerOrder, fieldsOf, finalsOf } from "../orders/customers.ts";
import { judgeOrders, tradedOrders } from "../orders/judge_orders.ts";
import { type Ground, ORDERER } from "./ground.ts";
import { addFlaw, type Tally } from "./tally.ts";

/** The load of orders. */
export type OrderLoad = ReturnType<typeof startOrderLoad>;

/** After so long without an answer the key is tried at the next replica. */
const TRY_MS = 5_000;
const WAIT_MS = 300;
/** What no customer waits longer for: an order without an answer by then is wrong. */
const SETTLED_MS_MAX = 120_000;
/** Customers who all try again would keep a slow machine from ever being served. */
const OPEN_MAX = 20;
/** Of the markets that are put: deep ones of both protocols, one of a finer tick. */
const MARKETS = [0, 4, 5];
const AMOUNTS = ["3.10", "4.25", "5.00", "3.75"];

/** Starts to request orders, `perSec` a second. */
export function startOrderLoad(
  { replicas, markets, simulators }: Ground,
  { perSec, tally: first }: { readonly perSec: number; readonly tally: Tally },
) {
  let tally = first;
  let isPaused = false;
  let number = 0;
  const all: Array<CustomerOrder & { readonly atMs: number }> = [];
  const open = new Set<Promise<void>>();
  const known = new Set<string>();

  /** Requests an order, at one replica after the other, until it is settled. */
  const request = async (number: number) => {
    const terms = {
      side: "BUY",
      orderType: "FOK",
      isDoubled: false,
      hangsUpMs: undefined,
    } as const;
    const asked = {
      number,
      key: `fault-order-${number}`,
      atMs: performance.now(),
      request: {
        ...terms,
        market: MARKETS[number % MARKETS.length] ?? 0,
        outcome: number % 2 === 0 ? "Up" : "Down",
        amount: AMOUNTS[number % AMOUNTS.length] ?? "",
      },
      replies: [],
    } satisfies (typeof all)[number];
    const { key, atMs, replies }: (typeof all)[number] = asked;
    const counted = tally;
    all.push(asked);
    counted.orders++;
    const call = { key, fields: fieldsOf(asked.request, markets) };
    for (let at = number; performance.now() - atMs < SETTLED_MS_MAX; at++) {
      const url = replicas[at % replicas.length]?.url ?? "";
      const signal = AbortSignal.timeout(TRY_MS);
      replies.push(await callForOrder({ url, orderer: ORDERER, signal }, call));
      if (finalsOf(asked).length > 0) break;
      await Bun.sleep(WAIT_MS);
    }
    counted.settledMs = Math.max(counted.settledMs, performance.now() - atMs);
  };

  const timer = setInterval(() => {
    if (isPaused || open.size >= OPEN_MAX) return;
    const requesting = request(number++);
    open.add(requesting);
    void requesting.finally(() => open.delete(requesting));
  }, 1_000 / perSec);
  return {
    countInto: (next: Tally) => void (tally = next),
    /** Whether an order that was requested at this time or later is placed. */
    isPlacedSince: (sinceMs: number) =>
      all.some((one) => one.atMs >= sinceMs && finalsOf(one).some(({ kind }) => kind === "placed")),
    /** Requests no more until `resume`; resolves once every order is settled. */
    settle: async () => {
      isPaused = true;
      await Promise.all(open);
    },
    resume: () => void (isPaused = false),
    /**
     * Compares what customers know with what the venue has, and counts each flaw once. Call it when
     * all is settled, before another tally is counted into.
     */
    judge: async () => {
      const traded = await tradedOrders(simulators.urlOf("venue-orders"));
      const judgement = judgeOrders(all, { traded, markets });
      for (const flaw of ["wrong", "lost", "doubled"] as const) {
        for (const what of judgement[flaw].map((found) => Bun.inspect(found))) {
          if (!known.has(what)) addFlaw(tally, flaw, { what });
          known.add(what);
        }
      }
    },
    stop: () => clearInterval(timer),
  };
}
