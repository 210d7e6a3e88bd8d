/**
 * A caller of the order routes: its keys, its wallet, and the checks that hold for every answer.
 *
 * @module
 */
import { Value } from "@sinclair/typebox/value";
import { type TSchema } from "@sinclair/typebox";
import { parseExactJson } from "../../../core/json/mod.ts";
import { orders } from "../../../adapters/http/order/orders.ts";
import { positions } from "../../../adapters/http/position/positions.ts";
import { CodedError } from "../../../adapters/http/edge/answer/wire_error.ts";
import { PlacedOrderBody } from "../../../adapters/http/order/wire_order.ts";
import { LimitPreviewBody, OrderPreviewBody } from "../../../adapters/http/order/wire_preview.ts";
import type { Wallet } from "../../../core/order/mod.ts";
import { pluginOperations } from "../edge/quiet_plugin.ts";
import { ACCOUNT, keyedServer } from "../account/keyed_server.ts";
import { addWallet, makeOrderWorld } from "./order_world.ts";
import "../edge/wire_formats.ts";

const PLACE = "/api/v1/simpleOrders/easyMarketOrder";
const LIMIT = "/api/v1/orders";

/** JSON texts by field; undefined: left out. */
export type BodyTexts = Readonly<Record<string, string | undefined>>;

/** A server with one provisioned wallet, and a key that may do everything. */
export async function orderClient(
  walletFields: Partial<Wallet> = {},
  orders = makeOrderWorld(),
) {
  const server = await keyedServer({ orders });
  const { text: key } = await server.issue(["read", "trade"]);
  const wallet = await server.runPromise(addWallet(ACCOUNT.id, walletFields));

  /** A body that is fine but for the given fields. */
  const bodyWith = (fields: BodyTexts = {}): string => {
    const fine: BodyTexts = {
      walletId: JSON.stringify(wallet.id),
      slug: `"btc-up"`,
      outcome: `"Up"`,
      side: `"BUY"`,
      amount: "10",
    };
    const pairs = Object.entries({ ...fine, ...fields })
      .flatMap(([name, text]) => text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]);
    return `{${pairs.join(",")}}`;
  };

  const checked = async (path: string, method: string, init: RequestInit) => {
    const answer = await server.ask(path, key, { ...init, method });
    const schema = answer.status === 200 ? schemaOf(path, method, answer.body) : CodedError;
    const errors = [...Value.Errors({ ...schema, additionalProperties: false }, answer.body)];
    if (errors.length > 0) throw new Error(JSON.stringify([errors, answer.body]));
    return { ...answer, exact: parseExactJson(answer.text) };
  };

  return {
    ...orders,
    server,
    wallet,
    bodyWith,
    /** Places an order; omitted fields have valid defaults. */
    place: (fields: BodyTexts = {}, headers: Readonly<Record<string, string>> = {}) =>
      checked(PLACE, "POST", {
        headers: { "content-type": "application/json", ...headers },
        body: bodyWith(fields),
      }),
    /** Places a limit order to buy 20 shares at 0.38, which rest. */
    limit: (fields: BodyTexts = {}, headers: Readonly<Record<string, string>> = {}) =>
      checked(LIMIT, "POST", {
        headers: { "content-type": "application/json", ...headers },
        body: bodyWith({ amount: undefined, price: "0.38", size: "20", ...fields }),
      }),
    /** Asks for a path with a wallet, and a body if there is one. */
    ask: (
      method: "GET" | "DELETE" | "POST",
      path: string,
      { body, headers = {} }: {
        readonly body?: Readonly<Record<string, unknown>>;
        readonly headers?: Readonly<Record<string, string>>;
      } = {},
    ) =>
      checked(
        body === undefined ? `/api/v1${path}?walletId=${wallet.id}` : `/api/v1${path}`,
        method,
        body === undefined ? { headers } : {
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify({ walletId: wallet.id, ...body }),
        },
      ),
    /** Asks for a path with its query. */
    askText: (path: string) => checked(`/api/v1${path}`, "GET", {}),
    list: (query: string) => checked(`/api/v1/orders?${query}`, "GET", {}),
    history: (query: string) => checked(`/api/v1/orders/history?${query}`, "GET", {}),
    fills: (query: string) => checked(`/api/v1/fills?${query}`, "GET", {}),
    positions: (query: string) => checked(`/api/v1/positions?${query}`, "GET", {}),
    profit: (query: string) => checked(`/api/v1/pnl?${query}`, "GET", {}),
    balance: (query: string) => checked(`/api/v1/wallets/balance?${query}`, "GET", {}),
    cancel: (query: string, init: RequestInit = {}) =>
      checked(`/api/v1/orders?${query}`, "DELETE", init),
  };
}

/** What is sent is what is documented: no field more. */
function schemaOf(path: string, method: string, body: Readonly<Record<string, unknown>>): TSchema {
  const isPreview = body["status"] === "preview";
  if (path === PLACE) return isPreview ? OrderPreviewBody : PlacedOrderBody;
  if (path === LIMIT && method === "POST") return isPreview ? LimitPreviewBody : PlacedOrderBody;
  const [bare = ""] = path.split("?");
  const template = bare.replace(/0x[0-9a-f]{64}/i, "{orderId}");
  const routes = [...pluginOperations(orders), ...pluginOperations(positions)];
  const route = routes.find((route) => route.method === method && template === route.path);
  const schema = route?.answers[200]?.schema;
  if (schema === undefined) throw new Error(`no schema for ${method} ${path}`);
  return schema;
}
