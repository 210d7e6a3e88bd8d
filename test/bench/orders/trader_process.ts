/** Places orders one at a time, in the given way, and measures the time. @module */
import { Chain, ClobClient, orderToJsonV2, OrderType, Side } from "@polymarket/clob-client-v2";
import { Redacted } from "effect";
import { privateKeyToAccount } from "viem/accounts";
import { l2Headers } from "../../../adapters/polymarket/clob/l2_auth.ts";
import { takeOrders } from "../ordered_process.ts";

/** A market to trade in, and the first of its outcomes. */
export interface BenchMarket {
  readonly slug: string;
  readonly outcome: string;
  readonly tokenId: string;
}

/**
 * The way of an order to the venue:
 *
 * - `service`: by slug and name of outcome through our service, with an idempotency key.
 * - `client`: by the official client's `createAndPostMarketOrder`, which does not wait for the hash
 *   of a transaction.
 * - `bare`: previously signed bytes, by a plain `fetch`. As fast as the venue answers.
 * - `by_hand`: by a server that does no more than an order needs.
 * - `limit`: like `service`, at a price of its own where it rests.
 * - `cancel`: through our service, of an order that was placed as `limit` before.
 */
export type Way = "service" | "client" | "bare" | "by_hand" | "limit" | "cancel";

/** Each is answered. */
export type TraderOrder =
  /** One wallet for all ways, which signs for itself. */
  | {
    readonly kind: "start";
    readonly serviceUrl: string;
    readonly byHandUrl: string;
    readonly clobUrl: string;
    /** Of the venue's own socket. */
    readonly clobWsUrl: string;
    /** The service's. */
    readonly apiKey: string;
    readonly walletId: string;
    /** 64 hexadecimal digits. */
    readonly signingKey: string;
  }
  /** Makes a client without cached data. */
  | { readonly kind: "forget" }
  /**
   * Places orders one right after the other, alternately buying and selling a few USDC or shares.
   * Answered with the milliseconds that each took, from call to answer; rejects unless all were
   * matched, or rest, or are canceled.
   */
  | {
    readonly kind: "place";
    readonly way: Way;
    readonly market: BenchMarket;
    readonly count: number;
  }
  /**
   * Places orders through the service, one after the other. Answered with two numbers for each, in
   * milliseconds from its call: until the venue's own socket told of its fill, and until the
   * service's stream did.
   */
  | { readonly kind: "told"; readonly market: BenchMarket; readonly count: number };

interface Wanted {
  readonly way: Way;
  readonly market: BenchMarket;
  readonly side: "BUY" | "SELL";
}

type Options = ConstructorParameters<typeof ClobClient>[0];
type Creds = NonNullable<Options["creds"]>;

/** The parts of an order's answer that are checked. */
interface Placed {
  readonly status?: string;
  readonly error?: string;
  readonly orderId?: string;
  readonly canceled?: ReadonlyArray<string>;
}

/** Within every replacement book, on either side. */
const LIMIT_PRICE = { BUY: 0.6, SELL: 0.4 } as const;

/** Beyond every replacement book, on either side. */
const RESTING_PRICE = { BUY: 0.2, SELL: 0.8 } as const;

const AMOUNT = 5;
const PING_EVERY_MS = 5_000;

async function makeTrader(
  { serviceUrl, byHandUrl, clobUrl, clobWsUrl, apiKey, walletId, signingKey }: Extract<
    TraderOrder,
    { kind: "start" }
  >,
) {
  const account = privateKeyToAccount(`0x${signingKey}`);
  const signer = { account, signTypedData: account.signTypedData } as unknown as NonNullable<
    Options["signer"]
  >;
  const base: Options = { host: clobUrl, chain: Chain.POLYGON, signer, throwOnError: true };
  const creds: Creds = await new ClobClient(base).deriveApiKey();
  const newClient = () => new ClobClient({ ...base, creds });
  let client = newClient();
  const signing = newClient();

  const orderOf = (
    { market: { slug, outcome }, side }: Pick<Wanted, "market" | "side">,
    path: string,
    terms: Readonly<Record<string, number>>,
  ) => {
    const body = JSON.stringify({ walletId, slug, outcome, side, ...terms });
    const headers = {
      "content-type": "application/json",
      "x-api-key": apiKey,
      "idempotency-key": crypto.randomUUID(),
    };
    return () => post(`${serviceUrl}/api/v1${path}`, { headers, body });
  };
  /** Returns a call that sends the bytes prepared here. */
  const ready = async ({ way, market, side }: Wanted): Promise<() => Promise<Placed>> => {
    const terms = { tokenID: market.tokenId, side: Side[side], amount: AMOUNT };
    switch (way) {
      case "service":
        return orderOf({ market, side }, "/simpleOrders/easyMarketOrder", { amount: AMOUNT });
      case "limit":
        return orderOf({ market, side }, "/orders", { price: RESTING_PRICE[side], size: AMOUNT });
      case "cancel": {
        const { orderId } = await (await ready({ way: "limit", market, side }))();
        const url = `${serviceUrl}/api/v1/orders/${orderId}?walletId=${walletId}`;
        return async () => {
          const response = await fetch(url, { method: "DELETE", headers: { "x-api-key": apiKey } });
          return await response.json() as Placed;
        };
      }
      case "by_hand": {
        const body = JSON.stringify({ tokenId: market.tokenId, side });
        const headers = {
          "content-type": "application/json",
          "idempotency-key": crypto.randomUUID(),
        };
        return () => post(byHandUrl, { headers, body });
      }
      case "client":
        return () => client.createAndPostMarketOrder(terms, undefined, OrderType.FOK, true);
      case "bare": {
        const signed = await signing.createMarketOrder({ ...terms, price: LIMIT_PRICE[side] });
        const order = orderToJsonV2(signed as never, creds.key, OrderType.FOK);
        const body = JSON.stringify(order);
        const timestampSec = Math.floor(Date.now() / 1000);
        const headers = l2Headers({ method: "POST", path: "/order", body, timestampSec }, {
          address: account.address,
          credentials: {
            apiKey: creds.key,
            secret: Redacted.make(creds.secret),
            passphrase: Redacted.make(creds.passphrase),
          },
        });
        const init = { headers: { ...headers, "content-type": "application/json" }, body };
        return () => post(`${clobUrl}/order`, init);
      }
    }
  };

  /** Listens to both sockets, which takes time while other things are measured. */
  const listen = async () => {
    const told = makeTold();
    const { key, secret, passphrase } = creds;
    await told.listen(`${clobWsUrl}/ws/user`, {
      greeting: { auth: { apiKey: key, secret, passphrase }, type: "user" },
      // The venue closes a socket that sends none.
      ping: "PING",
      orderIdOf: (frame) =>
        frame["event_type"] === "trade" && frame["status"] === "MATCHED"
          ? frame["taker_order_id"]
          : undefined,
    });
    await told.listen(`${serviceUrl.replace("http", "ws")}/api/v1/stream`, {
      greeting: { op: "subscribe", channel: "orders", key: apiKey, wallets: [walletId] },
      orderIdOf: ({ type, fill }) => type === "fill" ? (fill as { order_id: string }).order_id : "",
    });
    return told;
  };

  return {
    told: async (market: BenchMarket, count: number) => {
      const told = await listen();
      const tookMs: Array<number> = [];
      for (let number = 0; number < count; number++) {
        const side = number % 2 === 0 ? "BUY" : "SELL";
        const send = await ready({ way: "service", market, side });
        const startedMs = performance.now();
        const { orderId = "" } = await send();
        for (const atMs of await told.bothOf(orderId)) tookMs.push(atMs - startedMs);
      }
      return tookMs;
    },
    forget: () => {
      client = newClient();
    },
    place: async (way: Way, market: BenchMarket, count: number) => {
      const tookMs: Array<number> = [];
      for (let number = 0; number < count; number++) {
        const send = await ready({ way, market, side: number % 2 === 0 ? "BUY" : "SELL" });
        const startedMs = performance.now();
        const placed = await send();
        tookMs.push(performance.now() - startedMs);
        if (isDone(placed, way)) continue;
        throw new Error(`${way}: ${placed.error ?? JSON.stringify(placed)}`);
      }
      return tookMs;
    },
  };
}

/** Hears of fills over sockets, each when it comes first. */
function makeTold() {
  const heard: Array<Map<string, number>> = [];
  const waiting = new Set<() => void>();
  return {
    listen: async (url: string, { greeting, ping, orderIdOf }: {
      readonly greeting: unknown;
      readonly ping?: string;
      readonly orderIdOf: (frame: Readonly<Record<string, unknown>>) => unknown;
    }) => {
      const atMs = new Map<string, number>();
      heard.push(atMs);
      const socket = new WebSocket(url);
      socket.onmessage = ({ data }) => {
        if (!String(data).startsWith("{") && !String(data).startsWith("[")) return;
        for (const frame of [JSON.parse(String(data))].flat()) {
          const orderId = String(orderIdOf(frame)).toLowerCase();
          if (!atMs.has(orderId)) atMs.set(orderId, performance.now());
        }
        for (const look of waiting) look();
      };
      await new Promise((resolve) => (socket.onopen = resolve));
      socket.send(JSON.stringify(greeting));
      if (ping !== undefined) setInterval(() => socket.send(ping), PING_EVERY_MS);
    },
    bothOf: (orderId: string) => {
      const { promise, resolve } = Promise.withResolvers<ReadonlyArray<number>>();
      const look = () => {
        const found = heard.map((atMs) => atMs.get(orderId) ?? NaN);
        if (found.some(Number.isNaN)) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      return promise;
    },
  };
}

function isDone({ status, canceled }: Placed, way: Way): boolean {
  if (way === "cancel") return canceled?.length === 1;
  return status === (way === "limit" ? "live" : "matched");
}

async function post(
  url: string,
  init: { readonly headers: Record<string, string>; readonly body: string },
): Promise<Placed> {
  const response = await fetch(url, { method: "POST", ...init });
  return await response.json() as Placed;
}

let trader: Awaited<ReturnType<typeof makeTrader>> | undefined;

takeOrders<TraderOrder, ReadonlyArray<number>>(async (order) => {
  if (order.kind === "start") trader = await makeTrader(order);
  else if (order.kind === "forget") trader?.forget();
  else if (order.kind === "told") return await trader?.told(order.market, order.count) ?? [];
  else return await trader?.place(order.way, order.market, order.count) ?? [];
  return [];
});
