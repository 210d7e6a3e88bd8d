/**
 * Orders at a steady rate, each repeated under its key until it is settled, and the venue's own
 * list beside what the customers were told.
 *
 * @module
 */
import { callForOrder, type OrderReply } from "../../app/order/order_call.ts";
import type { PutMarket } from "../../app/order/put_markets.ts";
import { type Ground, ORDERER } from "./ground.ts";
import { addFlaw, type Tally } from "./tally.ts";

/** The load of orders. */
export interface OrderLoad {
  readonly countInto: (tally: Tally) => void;
  /** Whether an order that was requested at this time or later is placed. */
  readonly isPlacedSince: (sinceMs: number) => boolean;
  /** Requests no more until {@linkcode resume}; resolves once every order is settled. */
  readonly settle: () => Promise<void>;
  readonly resume: () => void;
  /**
   * Compares what customers know with what the venue has, and counts each flaw once. Call it when
   * all is settled, before another tally is counted into.
   */
  readonly judge: () => Promise<void>;
  readonly stop: () => void;
}

/** After so long without an answer the key is tried at the next replica. */
const TRY_MS = 5_000;
const WAIT_MS = 300;
/** What no customer waits longer for. */
const SETTLED_MS_MAX = 120_000;
/** Customers who all try again would keep a slow machine from ever being served. */
const OPEN_MAX = 20;
/** Of the markets that are put: deep ones of both protocols, one of a finer tick. */
const MARKETS = [0, 4, 5];
const AMOUNTS = ["3.10", "4.25", "5.00", "3.75"];
const OUTCOMES = ["Up", "Down"] as const;

/** One order request under one key. */
interface Requested {
  readonly key: string;
  readonly tokenId: string;
  readonly amount: string;
  readonly atMs: number;
  readonly tally: Tally;
  readonly finals: Array<Extract<OrderReply, { readonly kind: "placed" | "refused" }>>;
}

/** An order in the venue's own list. */
interface VenueOrder {
  readonly id: string;
  readonly order: { readonly tokenId: string; readonly makerAmount: string };
}

/** Starts to request orders, `perSec` a second. */
export function startOrderLoad(
  ground: Ground,
  { perSec, tally: first }: { readonly perSec: number; readonly tally: Tally },
): OrderLoad {
  let tally = first;
  let isPaused = false;
  const all: Array<Requested> = [];
  const open = new Set<Promise<void>>();
  const known = new Set<string>();

  const request = async (number: number) => {
    const market = ground.markets[MARKETS[number % MARKETS.length] ?? 0] as PutMarket;
    const outcome = OUTCOMES[number % 2] ?? "Up";
    const amount = AMOUNTS[number % AMOUNTS.length] ?? "";
    const requested: Requested = {
      key: `fault-order-${number}`,
      tokenId: market.tokenIds[outcome],
      amount,
      atMs: performance.now(),
      tally,
      finals: [],
    };
    all.push(requested);
    tally.orders++;
    const how = { outcome, side: "BUY", orderType: "FOK", amount: JSON.rawJSON(amount) };
    await trySettling(ground, { requested, fields: { slug: market.slug, ...how }, number });
  };

  let number = 0;
  const timer = setInterval(() => {
    if (isPaused || open.size >= OPEN_MAX) return;
    const requesting = request(number++);
    open.add(requesting);
    void requesting.finally(() => open.delete(requesting));
  }, 1_000 / perSec);
  return {
    countInto: (next) => {
      tally = next;
    },
    isPlacedSince: (sinceMs) =>
      all.some(({ atMs, finals }) => atMs >= sinceMs && finals.some((f) => f.kind === "placed")),
    settle: async () => {
      isPaused = true;
      await Promise.all(open);
    },
    resume: () => {
      isPaused = false;
    },
    judge: async () => {
      const response = await fetch(`${ground.simulators.urlOf("venue-orders")}/__orders`);
      const { orders } = await response.json() as { readonly orders: ReadonlyArray<VenueOrder> };
      judgeOrders(all, { orders, tally, known });
    },
    stop: () => clearInterval(timer),
  };
}

/** Tries until the order is settled, at one replica after the other. */
async function trySettling(
  { replicas }: Ground,
  { requested, fields, number }: {
    readonly requested: Requested;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly number: number;
  },
): Promise<void> {
  const { key, tally, atMs, finals } = requested;
  for (let at = number; performance.now() - atMs < SETTLED_MS_MAX; at++) {
    const url = replicas[at % replicas.length]?.url ?? "";
    const reply = await callForOrder(
      { url, orderer: ORDERER, signal: AbortSignal.timeout(TRY_MS) },
      { key, fields },
    );
    if (reply.kind === "placed" || reply.kind === "refused") {
      finals.push(reply);
      tally.settledMs = Math.max(tally.settledMs, performance.now() - atMs);
      return;
    }
    await Bun.sleep(WAIT_MS);
  }
  addFlaw(tally, "lost", { what: `${key} was not settled in ${SETTLED_MS_MAX / 1_000} s` });
}

/**
 * Both lists hold the same orders, each once, and each is as requested. A flaw that is not `known`
 * becomes so, and is counted where its order was: an order that nobody was told of is the venue's
 * since the last judgement, so that it belongs to the present `tally`.
 */
export function judgeOrders(
  all: ReadonlyArray<Pick<Requested, "key" | "tokenId" | "amount" | "finals" | "tally">>,
  { orders, tally: present, known }: {
    readonly orders: ReadonlyArray<VenueOrder>;
    readonly tally: Tally;
    readonly known: Set<string>;
  },
): void {
  const add = (tally: Tally, ...[flaw, what]: readonly ["wrong" | "lost" | "doubled", string]) => {
    if (known.has(what)) return;
    known.add(what);
    addFlaw(tally, flaw, { what });
  };
  const venueById = new Map(orders.map((order) => [order.id, order]));
  const keyById = new Map<string, string>();
  for (const { key, tokenId, amount, finals, tally } of all) {
    for (const final of finals) {
      if (final.kind !== "placed") continue;
      const { orderId } = final;
      const other = keyById.get(orderId);
      if (other !== undefined) add(tally, "wrong", `${key} has the order of ${other}`);
      keyById.set(orderId, key);
      const atVenue = venueById.get(orderId)?.order;
      if (atVenue === undefined) {
        add(tally, "lost", `${key}: the venue has no ${orderId}`);
        continue;
      }
      const isRight = atVenue.tokenId === tokenId &&
        BigInt(atVenue.makerAmount) === BigInt(amount.replace(".", "")) * 10_000n;
      if (!isRight) add(tally, "wrong", `${key}: ${JSON.stringify(atVenue)}`);
    }
  }
  for (const { id } of orders) {
    if (!keyById.has(id)) add(present, "doubled", `nobody was told of the order ${id}`);
  }
}
