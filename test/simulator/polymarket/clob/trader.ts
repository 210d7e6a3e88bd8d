/**
 * Traders at the simulated order book, each with the venue's own client, and tradable markets.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import { Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { type SandboxClock } from "../../../../app/simulator/kit/clock.ts";
import {
  type SimulatorOptions,
  startSimulator,
} from "../../../../app/simulator/start_simulator.ts";
import { makeStagedEvents } from "../../../../app/simulator/polymarket/venue/staged_events.ts";
import { control, ORACLE_KEY } from "../../kit/support.ts";

export { OrderType, Side };

type Options = ConstructorParameters<typeof ClobClient>[0];
type Signer = NonNullable<Options["signer"]>;

/** The two tokens of a staged market. */
export interface MarketTokens {
  readonly conditionId: string;
  readonly yes: string;
  readonly no: string;
}

/** A contract that works for any key. */
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

/** An answer whose fields a test still has to check. */
export type Answered = Readonly<Record<string, unknown>>;

type Hex = `0x${string}`;

/** The exchanges that orders are signed for. */
export const EXCHANGE: Hex = "0xE111180000d2663C0091e4f400237545B87B996B";
export const EXCHANGE_NEG_RISK: Hex = "0xe2222d279d744050d28e00520010520000310F59";
export const EXCHANGE_V3: Hex = "0xe3333700cA9d93003F00f0F71f8515005F6c00Aa";

/** The struct's value of an unused field. */
export const ZERO_WORD: Hex = `0x${"0".repeat(64)}`;
const member = (type: string, name: string) => ({ type, name });
/** The struct, which both protocols share. */
export const ORDER_MEMBERS = [
  member("uint256", "salt"),
  member("address", "maker"),
  member("address", "signer"),
  member("uint256", "tokenId"),
  member("uint256", "makerAmount"),
  member("uint256", "takerAmount"),
  member("uint8", "side"),
  member("uint8", "signatureType"),
  member("uint256", "timestamp"),
  member("bytes32", "metadata"),
  member("bytes32", "builder"),
];

/** Any fields of an order, correctly signed unless another exchange is given. */
export interface OrderFields {
  readonly tokenId: string;
  readonly side: "BUY" | "SELL";
  /** Times 10^6, and rounded to whole ones. */
  readonly makerAmount: number;
  readonly takerAmount: number;
  readonly orderType?: "GTC" | "GTD" | "FOK" | "FAK";
  readonly maker?: Hex;
  readonly signer?: Hex;
  readonly signatureType?: number;
  readonly expiration?: number;
  readonly owner?: string;
  readonly postOnly?: boolean;
  readonly exchange?: Hex;
  readonly version?: string;
}

let salt = 0;

/** Starts an order book on a free port, with functions for tests. */
export function startOrderBook(
  clock: SandboxClock,
  shared: Pick<SimulatorOptions, "chain" | "resolutions" | "venueParts"> = {},
) {
  const stagedEvents = makeStagedEvents();
  const profile = PROFILE_BY_NAME.spec;
  const running = startSimulator("venue-orders", {
    seed: 1,
    clock,
    oracleKey: ORACLE_KEY,
    stagedEvents,
    profile,
    ...shared,
  });
  const { url } = running;
  let count = 0;
  /** Adds a market with these fields and every market's common ones. */
  const stageMarket = (fields: Readonly<Record<string, unknown>> = {}): MarketTokens => {
    const number = String(++count);
    const conditionId = `0x${number.padStart(64, "c")}`;
    const [yes, no] = [`7${number.padStart(60, "0")}`, `8${number.padStart(60, "0")}`];
    stagedEvents.put({
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
  /** A market of Protocol V2: its condition has 31 bytes, and its positions follow from that. */
  const stageV2Market = (fields: Readonly<Record<string, unknown>> = {}): MarketTokens => {
    const base = (1n << 248n) + (BigInt(++count) << 120n);
    const conditionId = `0x${base.toString(16).padStart(64, "0").slice(0, -2)}`;
    const [yes, no] = [String(base), String(base + 1n)];
    stageMarket({
      conditionId,
      version: "v2",
      clobTokenIds: null,
      positionIds: [yes, no],
      ...fields,
    });
    return { conditionId, yes, no };
  };
  const put = (path: string, body: unknown) => control(`${url}${path}`, "PUT", body);
  /** Sets a wallet's shares, in decimal text by token. */
  const give = (address: string, shares: Readonly<Record<string, string>>) =>
    put("/__account", { address, shares });
  const orders = async () =>
    (await control<{ orders: ReadonlyArray<LedgerItem> }>(`${url}/__orders`, "GET")).body.orders;
  return {
    url,
    stageMarket,
    stageV2Market,
    stagedEvents,
    put,
    give,
    putBook: (tokenId: string, { bids = [], asks = [] }: {
      readonly bids?: ReadonlyArray<LevelText>;
      readonly asks?: ReadonlyArray<LevelText>;
    }) => put("/__book", { token_id: tokenId, bids, asks }),
    orders,
    stop: () => running.stop(),
    /** Makes a trader with an API key, with a new wallet by default. */
    trader: async (options: Partial<Options> = {}, privateKey = generatePrivateKey()) => {
      const account = privateKeyToAccount(privateKey);
      const signer = { account, signTypedData: account.signTypedData } as unknown as Signer;
      const base = { host: url, chain: Chain.POLYGON, signer, throwOnError: true };
      const creds = await new ClobClient(base).createApiKey();
      const client = new ClobClient({ ...base, creds, ...options });
      const { address } = account;
      /** Calls with the trader's key; a text body is sent unchanged. */
      const call = async (method: string, path: string, body?: unknown) => {
        const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
        const timestamp = String(Math.floor(clock.nowMs() / 1000));
        const [pathname] = path.split("?");
        const mac = createHmac("sha256", Buffer.from(creds.secret, "base64url"))
          .update(timestamp + method + pathname + (text ?? "")).digest("base64");
        const response = await fetch(`${url}${path}`, {
          method,
          headers: {
            POLY_ADDRESS: address,
            POLY_SIGNATURE: mac.replaceAll("+", "-").replaceAll("/", "_"),
            POLY_TIMESTAMP: timestamp,
            POLY_API_KEY: creds.key,
            POLY_PASSPHRASE: creds.passphrase,
          },
          ...(text === undefined ? {} : { body: text }),
        });
        const { status, headers } = response;
        return { status, headers, body: await response.json() as Answered };
      };
      /** Returns the body of an order with these fields, signed by the trader's key. */
      const sign = async (fields: OrderFields) => {
        const { exchange = EXCHANGE, version = "2", orderType = "FOK", owner, postOnly } = fields;
        const order = {
          salt: ++salt,
          maker: fields.maker ?? address,
          signer: fields.signer ?? address,
          tokenId: fields.tokenId,
          makerAmount: String(Math.round(fields.makerAmount)),
          takerAmount: String(Math.round(fields.takerAmount)),
          side: fields.side,
          signatureType: fields.signatureType ?? 0,
          timestamp: String(clock.nowMs()),
          expiration: String(fields.expiration ?? 0),
          metadata: ZERO_WORD,
          builder: ZERO_WORD,
        };
        const signature = await account.signTypedData({
          domain: {
            name: "Polymarket CTF Exchange",
            version,
            chainId: 137,
            verifyingContract: exchange,
          },
          types: { Order: ORDER_MEMBERS },
          primaryType: "Order",
          message: {
            ...order,
            salt: BigInt(order.salt),
            tokenId: BigInt(order.tokenId),
            makerAmount: BigInt(order.makerAmount),
            takerAmount: BigInt(order.takerAmount),
            timestamp: BigInt(order.timestamp),
            side: order.side === "BUY" ? 0 : 1,
          },
        });
        return {
          deferExec: false,
          postOnly: postOnly ?? false,
          order: { ...order, signature },
          owner: owner ?? creds.key,
          orderType,
        };
      };
      const post = async (fields: OrderFields) => await call("POST", "/order", await sign(fields));
      return { client, creds, account, address, call, sign, post };
    },
  };
}

/** The result of {@linkcode startOrderBook}. */
export type OrderBookWorld = ReturnType<typeof startOrderBook>;
/** A trader of it. */
export type Trader = Awaited<ReturnType<OrderBookWorld["trader"]>>;
