/**
 * Places orders one at a time, in the given way, and measures the time.
 *
 * @module
 */
import { Chain, ClobClient, orderToJsonV2, OrderType, Side } from "@polymarket/clob-client-v2";
import { Redacted } from "effect";
import { privateKeyToAccount } from "viem/accounts";
import { l2Headers } from "../../../adapters/polymarket/clob/l2_auth.ts";
import { takeOrders } from "../ordered_process.ts";
import type { Placing, TraderAnswer, TraderOrder, TraderStart, Wanted } from "./trader_order.ts";

type Options = ConstructorParameters<typeof ClobClient>[0];
type Creds = NonNullable<Options["creds"]>;

/** The parts of an order's answer that are checked. */
interface Placed {
  readonly status?: string;
  readonly error?: string;
}

/** Within every replacement book, on either side. */
const LIMIT_PRICE = { BUY: 0.6, SELL: 0.4 } as const;

async function makeTrader({ serviceUrl, clobUrl, apiKey, walletId, signingKey }: TraderStart) {
  const account = privateKeyToAccount(`0x${signingKey}`);
  const signer = { account, signTypedData: account.signTypedData } as unknown as NonNullable<
    Options["signer"]
  >;
  const base: Options = { host: clobUrl, chain: Chain.POLYGON, signer, throwOnError: true };
  const creds: Creds = await new ClobClient(base).deriveApiKey();
  const newClient = () => new ClobClient({ ...base, creds });
  let client = newClient();
  const signing = newClient();

  /** Returns a call that sends the bytes prepared here. */
  const ready = async (
    { way, market, side, amount }: Wanted,
  ): Promise<() => Promise<Placed>> => {
    const terms = { tokenID: market.tokenId, side: Side[side], amount };
    switch (way) {
      case "service": {
        const body = JSON.stringify({
          walletId,
          slug: market.slug,
          outcome: market.outcome,
          side,
          amount,
        });
        const headers = {
          "content-type": "application/json",
          "x-api-key": apiKey,
          "idempotency-key": crypto.randomUUID(),
        };
        const url = `${serviceUrl}/api/v1/simpleOrders/easyMarketOrder`;
        return () => post(url, { headers, body });
      }
      case "client":
        return () => client.createAndPostMarketOrder(terms, undefined, OrderType.FOK);
      case "client_deferring":
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

  const place = async (wanted: Wanted): Promise<Placing> => {
    const send = await ready(wanted);
    const startedMs = performance.now();
    const placed = await send();
    const tookMs = performance.now() - startedMs;
    if (placed.status === "matched") return { tookMs };
    throw new Error(`${wanted.way}: ${placed.error ?? JSON.stringify(placed)}`);
  };

  return {
    forget: () => {
      client = newClient();
    },
    place,
    placeMany: async (wanted: Omit<Wanted, "side">, count: number) => {
      const placings: Array<Placing> = [];
      for (let number = 0; number < count; number++) {
        placings.push(await place({ ...wanted, side: number % 2 === 0 ? "BUY" : "SELL" }));
      }
      return placings;
    },
  };
}

async function post(
  url: string,
  init: { readonly headers: Record<string, string>; readonly body: string },
): Promise<Placed> {
  const response = await fetch(url, { method: "POST", ...init });
  return await response.json() as Placed;
}

let trader: Awaited<ReturnType<typeof makeTrader>> | undefined;

function started() {
  if (trader === undefined) throw new Error("the trader has not been started");
  return trader;
}

takeOrders<TraderOrder, TraderAnswer>(async (order) => {
  switch (order.kind) {
    case "start":
      trader = await makeTrader(order);
      return null;
    case "forget":
      trader?.forget();
      return null;
    case "place":
      return await started().place(order);
    case "place_many":
      return await started().placeMany(order, order.count);
  }
});
