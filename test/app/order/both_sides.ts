/** What a service tells of its demo user's orders and money, and what its venue does. @module */
import { control } from "../../simulator/kit/support.ts";
import { placeUntilSent } from "./place_until_sent.ts";

/** Where a sandbox answers, and what it has printed. */
export interface GreetedSandbox {
  readonly url: string;
  /** The first group of the pattern in its greeting. */
  readonly said: (pattern: RegExp) => string;
}

/** A limit order, for the window of {@linkcode NOON}. */
export interface DayOrder {
  readonly key: string;
  readonly price: number;
  readonly size: number;
}

/** The noon at which sandboxes start that trade, and the slug of the day around it. */
export const NOON = { iso: "2026-11-20T12:00:00Z", slug: "btc-1d-2026-11-20-0000" };

interface List<A> {
  readonly data: ReadonlyArray<A>;
}

interface Position {
  readonly shares: number;
  readonly cost_usdc: number;
  readonly fees_usdc: number;
}

function callerOf({ url, said }: GreetedSandbox) {
  const headers = { "x-api-key": said(/API key +(\S+)/), "content-type": "application/json" };
  const walletId = said(/wallet +([0-9a-f-]{36})/);
  const path = (name: string) => `${url}/api/v1/${name}?walletId=${walletId}`;
  return {
    get: async <A>(name: string) => await (await fetch(path(name), { headers })).json() as A,
    post: async (name: string, { key, ...fields }: { readonly key: string }) => {
      const body = JSON.stringify({ walletId, slug: NOON.slug, outcome: "Up", ...fields });
      const init = { method: "POST", headers: { ...headers, "idempotency-key": key }, body };
      return await (await fetch(`${url}/api/v1/${name}`, init)).json();
    },
  };
}

/** Buys Up of the day, until it is taken; returns the order's id. */
export async function buyOfDay(sandbox: GreetedSandbox, order: DayOrder): Promise<string> {
  const { post } = callerOf(sandbox);
  const placed = await placeUntilSent((tries) =>
    post("orders", { side: "BUY", ...order, key: `${order.key}-${tries}` } as DayOrder)
  ) as { readonly orderId?: string };
  if (placed.orderId === undefined) throw new Error(`not placed: ${JSON.stringify(placed)}`);
  return placed.orderId;
}

/** Asks both sides. Lists are sorted; amounts are USDC times 10^6. */
export async function askBothSides(sandbox: GreetedSandbox) {
  const { get } = callerOf(sandbox);
  const clob = sandbox.said(/venue-orders +(http:\S+)/);
  const [venue, open, history, positions, balance] = await Promise.all([
    control<{
      readonly orders: ReadonlyArray<{ readonly id: string; readonly status: string }>;
    }>(`${clob}/__orders`, "GET"),
    get<List<{ readonly id: string }>>("orders"),
    get<List<{ readonly order_id: string; readonly state: string }>>("orders/history"),
    get<List<Position>>("positions"),
    get<{ readonly now: string; readonly balance_usdc: number }>("wallets/balance"),
  ]);
  const e6 = (usdc: number) => Math.round(usdc * 1e6);
  return {
    nowIso: balance.now,
    atVenue: venue.body.orders.map(({ id, status }) => `${id} ${status}`).toSorted(),
    inHistory: history.data.filter(({ state }) => state !== "refused")
      .map(({ order_id: id, state }) => `${id} ${state}`).toSorted(),
    open: open.data.map(({ id }) => id).toSorted(),
    shares: positions.data.map(({ shares }) => shares),
    balanceE6: e6(balance.balance_usdc),
    spentE6: positions.data.reduce((sum, one) => sum + e6(one.cost_usdc) + e6(one.fees_usdc), 0),
  };
}
