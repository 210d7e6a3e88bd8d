/**
 * Checks what a request of a stateless version carries about itself: the client's capabilities in
 * its body, and headers that repeat its method and what it names, so that proxies need not read it.
 *
 * Source: the Streamable HTTP transport of MCP 2026-07-28, "Request Metadata".
 *
 * @module
 */
import { isJsonObject } from "../../../core/json/mod.ts";
import { sentOnce } from "../edge/request/repeated_header.ts";
import { RPC_CODE, type RpcFault, type RpcRequest } from "./json_rpc.ts";
import { headerMismatch, VERSION_META_KEY } from "./protocol_version.ts";

const CAPABILITIES_META_KEY = "io.modelcontextprotocol/clientCapabilities";

/** The parameter that the header `Mcp-Name` repeats, by method. */
const NAMED_BY: ReadonlyMap<string, "name" | "uri"> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** How a value is written that a header cannot carry. */
const ENCODED = /^=\?base64\?(.*)\?=$/;

/** Returns the fault of a request whose metadata is missing or contradicts its headers. */
export function checkMetadata(headers: Headers, request: RpcRequest): RpcFault | undefined {
  const { method, params } = request;
  const meta = params["_meta"];
  if (!isJsonObject(meta) || typeof meta[VERSION_META_KEY] !== "string") {
    return missing(VERSION_META_KEY);
  }
  if (!isJsonObject(meta[CAPABILITIES_META_KEY])) return missing(CAPABILITIES_META_KEY);
  const sentMethod = sentOnce(headers.get("mcp-method"));
  if (sentMethod !== method) {
    return headerMismatch("mcp-method", { sent: sentMethod, body: method });
  }
  const field = NAMED_BY.get(method);
  const named = field === undefined ? undefined : params[field];
  if (typeof named !== "string") return undefined;
  const sentName = decoded(sentOnce(headers.get("mcp-name")));
  return sentName === named ? undefined : headerMismatch("mcp-name", {
    sent: sentName,
    body: named,
  });
}

function missing(key: string): RpcFault {
  return {
    code: RPC_CODE.invalidParams,
    message: `Cannot use a request without _meta["${key}"]`,
    data: { hint: "Send it with every request of this protocol version" },
    status: 400,
  };
}

/** Returns the value of a header; text that is no base64 stays as it is, and matches no body. */
function decoded(header: string | null): string | null {
  const base64 = header === null ? undefined : ENCODED.exec(header)?.[1];
  if (base64 === undefined) return header;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.fromBase64(base64));
  } catch {
    return header;
  }
}
