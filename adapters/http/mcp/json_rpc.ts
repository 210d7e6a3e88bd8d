/**
 * The messages of JSON-RPC 2.0, as MCP uses them.
 *
 * ```json
 * {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
 * ```
 *
 * @module
 */
import { isJsonObject, JsonNumber } from "../../../core/json/mod.ts";
import { isWholeNumber } from "../../../core/whole_number.ts";
import { repeatedField } from "../edge/request/repeated_field.ts";

/** The id of a request: text or a whole number, sent back as it came. */
export type RpcId = string | JsonNumber;

/** The parameters of a message, by name; numbers are `JsonNumber`. */
export type RpcParams = Readonly<Record<string, unknown>>;

/** A message that wants an answer. */
export interface RpcRequest {
  readonly kind: "request";
  readonly id: RpcId;
  readonly method: string;
  readonly params: RpcParams;
}

/** What a client sent: a request, or a message that gets no answer, or neither. */
export type RpcMessage =
  | RpcRequest
  | { readonly kind: "notification" }
  | { readonly kind: "response" }
  | { readonly kind: "invalid"; readonly id: RpcId | undefined; readonly hint: string };

/** The error codes of JSON-RPC, and those that MCP adds. */
export const RPC_CODE = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  /** A resource is unknown, until 2025-11-25. */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  unsupportedProtocolVersion: -32022,
} as const;

/** A fault in the protocol itself. `status` is that of the HTTP response. */
export interface RpcFault {
  readonly code: (typeof RPC_CODE)[keyof typeof RPC_CODE];
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly status: 200 | 400 | 404;
}

/** Longer texts of a caller are cut where they are quoted: no request causes a huge answer. */
export const QUOTED_CHARS_MAX = 80;

/** Reads one message from a JSON value whose numbers are `JsonNumber`. */
export function readMessage(value: unknown): RpcMessage {
  if (!isJsonObject(value)) return invalid(undefined, "Send an object");
  const { jsonrpc, id, method } = value;
  const params = value["params"] ?? {};
  const known = isId(id) ? id : undefined;
  if (jsonrpc !== "2.0") return invalid(known, 'Send "jsonrpc": "2.0"');
  if (typeof method !== "string") {
    return "result" in value || "error" in value
      ? { kind: "response" }
      : invalid(known, "Send the name of a method as text");
  }
  if (!isJsonObject(params)) return invalid(known, "Send params as an object");
  if (id === undefined) return { kind: "notification" };
  if (known === undefined) return invalid(undefined, "Send an id that is text or a whole number");
  return { kind: "request", id: known, method, params };
}

/** Returns the text of the response with a result. */
export function resultText(id: RpcId, result: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result });
}

/** Returns the text of the response with an error; without `id` if the message has none to read. */
export function faultText(id: RpcId | undefined, { code, message, data }: RpcFault): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } });
}

/** The fault of a body that is not JSON. */
export const NOT_JSON: RpcFault = {
  code: RPC_CODE.parseError,
  message: "Cannot read the body as JSON",
  data: { hint: "Send one JSON-RPC message in UTF-8" },
  status: 400,
};

/** Returns the fault of a body in which an object has the field `name` twice. */
export function repeatedFault(name: string): RpcFault {
  const { message, hint } = repeatedField("message", name);
  return { code: RPC_CODE.invalidRequest, message, data: { hint }, status: 400 };
}

/** Returns the fault of a message that is none. */
export function invalidRequest(hint: string): RpcFault {
  return {
    code: RPC_CODE.invalidRequest,
    message: "Cannot read the body as a message of JSON-RPC 2.0",
    data: { hint },
    status: 400,
  };
}

function invalid(id: RpcId | undefined, hint: string): RpcMessage {
  return { kind: "invalid", id, hint };
}

function isId(id: unknown): id is RpcId {
  return typeof id === "string" || (id instanceof JsonNumber && isWholeNumber(id.text));
}
