/**
 * Traders at the simulated order book, each with the venue's own client, and markets to trade.
 *
 * @module
 */
import { Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { PROFILE_BY_NAME } from "../../core/market/mod.ts";
import { type SandboxClock } from "../../app/sandbox/clock.ts";
import { startSimulator } from "../../app/sandbox/start_simulator.ts";
import { makePutEvents } from "../../app/sandbox/venue/put_events.ts";
import { control, ORACLE_KEY } from "./support.ts";

export { OrderType, Side };

type Options = ConstructorParameters<typeof ClobClient>[0];
type Signer = NonNullable<Options["signer"]>;

/** The two tokens of a market that was put. */
export interface PutMarketTokens {
  readonly conditionId: string;
  readonly yes: string;
  readonly no: string;
}

/** A contract that stands for any key's. */
export const FUNDER = "0x1111111111111111111111111111111111111111";

/** A level in decimal text. */
export type LevelText = readonly [price: string, size: string];

/** An order that the simulator accepted, as it lists them. */
export interface LedgerItem {
  readonly id: string;
  readonly order: Readonly<Record<string, unknown>>;
  readonly owner: string;
  readonly orderType: string;
  readonly status: string;
  readonly fills: ReadonlyArray<{ readonly price: string; readonly size: string }>;
}

/** Starts an order book on a free port, with what tests do to it. */
export function startOrderBook(clock: SandboxClock) {
  const putEvents = makePutEvents();
  const profile = PROFILE_BY_NAME.spec;
  const running = startSimulator("venue-orders", {
    seed: 1,
    clock,
    oracleKey: ORACLE_KEY,
    putEvents,
    profile,
  });
  const { url } = running;
  let count = 0;
  /** A market with these fields beside what every market has. */
  const putMarket = (fields: Readonly<Record<string, unknown>> = {}): PutMarketTokens => {
    const number = String(++count);
    const conditionId = `0x${number.padStart(64, "c")}`;
    const [yes, no] = [`7${number.padStart(60, "0")}`, `8${number.padStart(60, "0")}`];
    putEvents.put({
      id: number,
      slug: `event-${number}`,
      markets: [{
        id: number,
        conditionId,
        clobTokenIds: JSON.stringify([yes, no]),
        outcomes: '["Yes", "No"]',
        orderPriceMinTickSize: 0.01,
        orderMinSize: 5,
        acceptingOrders: true,
        ...fields,
      }],
    });
    return { conditionId, yes, no };
  };
  const put = (path: string, body: unknown) => control(`${url}${path}`, "PUT", body);
  return {
    url,
    putMarket,
    putEvents,
    put,
    putBook: (tokenId: string, { bids = [], asks = [] }: {
      readonly bids?: ReadonlyArray<LevelText>;
      readonly asks?: ReadonlyArray<LevelText>;
    }) => put("/__book", { token_id: tokenId, bids, asks }),
    orders: async () =>
      (await control<{ orders: ReadonlyArray<LedgerItem> }>(`${url}/__orders`, "GET")).body.orders,
    stop: () => running.stop(),
    /** A trader with a fresh wallet and an API key. */
    trader: async (options: Partial<Options> = {}) => {
      const account = privateKeyToAccount(generatePrivateKey());
      const signer = { account, signTypedData: account.signTypedData } as unknown as Signer;
      const base = { host: url, chain: Chain.POLYGON, signer, throwOnError: true };
      const creds = await new ClobClient(base).createApiKey();
      const client = new ClobClient({ ...base, creds, ...options });
      return { client, creds, account, address: account.address };
    },
  };
}

/** What {@linkcode startOrderBook} starts. */
export type OrderBookWorld = ReturnType<typeof startOrderBook>;
/** A trader of it. */
export type Trader = Awaited<ReturnType<OrderBookWorld["trader"]>>;
