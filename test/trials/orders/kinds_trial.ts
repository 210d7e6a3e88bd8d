/** Orders of every kind of wallet, by a service that is killed at every step. @module */
import { expect, test } from "bun:test";
import { Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import { randomBytes } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import { SIGNATURE_TYPES, type SignatureType } from "../../../core/order/mod.ts";
import { PROTOCOLS } from "../../../core/venue/mod.ts";
import { control } from "../../simulator/kit/support.ts";
import type { LedgerItem as VenueOrder } from "../../simulator/polymarket/clob/trader.ts";
import { account } from "../../app/command/account/account_process.ts";
import { isShort } from "../size.ts";
import { tell } from "../tell.ts";
import { type MortalService, startMortalService } from "../../stage/mortal_service.ts";
import { callForOrder, type OrderReply } from "../../app/order/order_call.ts";
import { startTornVenue } from "../../app/order/torn_venue.ts";

/** As {@linkcode startTornVenue} puts them: plain markets with deep books. */
const MARKET = { v1: 0, v2: 5 } as const;

type Protocol = (typeof PROTOCOLS)[number];

/** A wallet of a user, and its official client, which rests orders that ours does not place. */
interface Trader {
  readonly type: SignatureType;
  readonly walletId: string;
  readonly client: ClobClient;
}

/** A service that can be killed, and four users' wallets, of the four kinds. */
async function startTraders() {
  const venue = await startTornVenue({ seed: 1, faults: [] });
  const settings = { ...venue.settings(), WALLET_KEY: randomBytes(32).toString("base64") };
  const service = await startMortalService(settings);
  const run = async (line: string, stdin = "") => {
    const ended = await account(`${line} --sandbox`, { settings, stdin });
    if (ended.code !== 0) throw new Error(ended.logged);
    return ended.printed;
  };
  await run("add bot@x.y");
  const apiKey = /sk_test_\S+/.exec(await run("key bot@x.y --scopes read,trade"))?.[0] ?? "";
  const traders: Array<Trader> = [];
  for (const type of SIGNATURE_TYPES) {
    const secret = randomBytes(32).toString("hex");
    const funder = `0x${randomBytes(20).toString("hex")}`;
    const line = `wallet import bot@x.y --type ${type}${type === 0 ? "" : ` --funder ${funder}`}`;
    const printed = await run(line, secret);
    const walletId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(printed)?.[0] ?? "";
    expect(await run(`wallet provision ${walletId}`)).toMatch(/^V2 +ready +ready +-$/m);
    const signer = privateKeyToAccount(`0x${secret}`);
    const base = {
      host: venue.url,
      chain: Chain.POLYGON,
      signer: { account: signer, signTypedData: signer.signTypedData } as never,
      throwOnError: true,
    };
    const creds = await new ClobClient(base).deriveApiKey();
    const funded = type === 0 ? {} : { funderAddress: funder };
    const client = new ClobClient({ ...base, ...funded, creds, signatureType: type });
    traders.push({ type, walletId, client });
  }
  return { venue, service, traders, apiKey };
}

type World = Awaited<ReturnType<typeof startTraders>>;

/** Buys or sells with every wallet by both protocols at once. */
function trade(
  { service, traders, apiKey, venue }: World,
  side: "BUY" | "SELL",
): Promise<ReadonlyArray<OrderReply>> {
  const each = PROTOCOLS.flatMap((protocol) => traders.map((trader) => ({ protocol, ...trader })));
  return Promise.all(each.map(async ({ protocol, type, walletId }) => {
    const slug = venue.markets[MARKET[protocol]]?.slug;
    // So wide that none takes away from under another what it was quoted.
    const limitPrice = side === "BUY" ? 0.6 : 0.4;
    const call = {
      key: `${protocol}-${side}-${type}`,
      fields: { slug, outcome: "Up", side, amount: 6, limitPrice },
    };
    // A service that died before it recorded the answer asks the venue first, and reports it.
    for (;;) {
      const reply = await callForOrder({ url: service.url(), orderer: { apiKey, walletId } }, call);
      if (reply.kind !== "later") return reply;
      await Bun.sleep(reply.waitSec * 1000);
    }
  }));
}

/** Rests an order of every wallet at the venue, by the official client: 5 shares at 0.02. */
async function rest({ traders, venue }: World, protocol: Protocol): Promise<void> {
  const tokenID = venue.markets[MARKET[protocol]]?.tokenIds.Up ?? "";
  for (const { client } of traders) {
    const order = { tokenID, side: Side.BUY };
    const made = protocol === "v2"
      ? await client.createExchangeV3OrderFromAmounts({
        ...order,
        makerAmount: "100000",
        takerAmount: "5000000",
      })
      : await client.createOrder({ ...order, price: 0.02, size: 5 }, { tickSize: "0.01" });
    await client.postOrder(made, OrderType.GTC);
  }
}

async function ask(
  service: MortalService,
  { method, query, apiKey }: {
    readonly method: "GET" | "DELETE";
    readonly query: string;
    readonly apiKey: string;
  },
): Promise<Readonly<Record<string, ReadonlyArray<unknown>>>> {
  const headers = { "x-api-key": apiKey };
  const answer = await fetch(`${service.url()}/api/v1/orders?${query}`, { method, headers });
  return await answer.json() as Readonly<Record<string, ReadonlyArray<unknown>>>;
}

const orderIdsOf = (replies: ReadonlyArray<OrderReply>) =>
  replies.map((reply) => reply.kind === "placed" ? reply.orderId : JSON.stringify(reply));

test.skipIf(isShort)(
  "every kind of wallet buys, sells and cancels by both protocols, killed at every step",
  async () => {
    const world = await startTraders();
    const { service, traders, apiKey, venue } = world;
    const placed: Array<string> = [];
    for (const side of ["BUY", "SELL"] as const) {
      const first = await trade(world, side);
      await service.kill();
      const again = await trade(world, side);
      expect(again.map(({ kind }) => kind)).toEqual(first.map(() => "placed"));
      expect(again).toMatchObject(first.map(() => ({ isReplayed: true })));
      expect(orderIdsOf(first)).toEqual(orderIdsOf(again));
      placed.push(...orderIdsOf(again));
    }
    for (const protocol of PROTOCOLS) await rest(world, protocol);
    await service.kill();
    for (const { walletId } of traders) {
      const query = `walletId=${walletId}`;
      const open = await ask(service, { method: "GET", query, apiKey });
      expect(open["data"]).toHaveLength(PROTOCOLS.length);
      const cancelled = await ask(service, { method: "DELETE", query, apiKey });
      expect(cancelled["canceled"]).toHaveLength(PROTOCOLS.length);
    }
    await service.kill();
    for (const { walletId } of traders) {
      const query = `walletId=${walletId}`;
      expect((await ask(service, { method: "GET", query, apiKey }))["data"]).toEqual([]);
    }
    const { body } = await control<{ readonly orders: ReadonlyArray<VenueOrder> }>(
      `${venue.url}/__orders`,
      "GET",
    );
    const [market, rested] = [["FOK"], ["GTC"]].map(([orderType]) =>
      body.orders.filter((order) => order.orderType === orderType)
    );
    expect(market?.map(({ id }) => id).sort()).toEqual(placed.toSorted());
    expect(new Set(placed).size).toBe(traders.length * PROTOCOLS.length * 2);
    expect(rested).toHaveLength(traders.length * PROTOCOLS.length);
    tell({ done: "orders of every kind of wallet", count: placed.length, lost: 0, doubled: 0 });
    expect(await service.stop()).toBe(0);
  },
);
