/** Sends messages to /mcp of a server with one wallet, in any version of the protocol. @module */
import type { Wallet } from "../../../core/order/mod.ts";
import { orderClient } from "../order/order_client.ts";
import { makeOrderWorld } from "../order/order_world.ts";

/** A JSON object, as it was answered. */
export type Json = Readonly<Record<string, unknown>>;

/** A result of tools/call. */
export interface CallResult {
  readonly content: ReadonlyArray<{ readonly type: string; readonly text: string }>;
  readonly structuredContent: Json;
  readonly isError: boolean;
}

/** The parameters of a request in the stateless version. */
export const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Opens a server, as {@linkcode orderClient} does. */
export async function rpcClient(wallet: Partial<Wallet> = {}, world = makeOrderWorld()) {
  const orders = await orderClient(wallet, world);
  const { server } = orders;
  const { text: key } = await server.issue(["read", "trade"]);

  /** Posts any body, as one that holds `key`. */
  const post = (body: string, headers: Readonly<Record<string, string>> = {}, as: string = key) =>
    server.ask("/mcp", as, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });

  /** Sends a request in a version with `initialize`. */
  const request = async (method: string, params: Json = {}, {
    as = key,
    version = "2025-11-25",
    id = 1,
  }: { readonly as?: string; readonly version?: string; readonly id?: unknown } = {}) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    return await post(body, { "mcp-protocol-version": version }, as);
  };

  return {
    ...orders,
    key,
    post,
    request,
    /** Sends a request in the stateless version, with other headers or parameters where given. */
    stateless: (
      method: string,
      params: Json = {},
      headers: Readonly<Record<string, string>> = {},
    ) =>
      post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta: META, ...params } }), {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...headers,
      }),
    /** Calls a tool. */
    call: async (name: string, args: Json = {}, as: string = key): Promise<CallResult> => {
      const { status, body } = await request("tools/call", { name, arguments: args }, { as });
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return (body as { readonly result: CallResult }).result;
    },
  };
}
