/**
 * JSON-RPC 2.0 over HTTP: single requests and batches.
 *
 * Source: the protocol's specification, and the texts of Polygon's nodes.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { fieldsOf, isJsonObject, parseJson } from "../../kit/json.ts";
import { RPC_CODE, rpcFailed, type RpcResult } from "./rpc_failure.ts";
import { type RpcMethod } from "./rpc_methods.ts";

/** Requests of one batch. */
const BATCH_MAX = 100;

/** Answers the body of a request. A batch of notifications alone has an empty answer. */
export async function answerRpc(
  body: string,
  methods: ReadonlyMap<string, RpcMethod>,
): Promise<Answer> {
  const asked = parseJson(body);
  if (asked === undefined) return failed(null, rpcFailed("parse", "parse error"));
  if (!Array.isArray(asked)) {
    return { status: 200, body: await answerOne(asked, methods) ?? "" };
  }
  if (asked.length === 0) return failed(null, rpcFailed("request", "empty batch"));
  if (asked.length > BATCH_MAX) return failed(null, rpcFailed("request", "batch too large"));
  const answers: unknown[] = [];
  // One after the other: a later one may need the nonce of an earlier one.
  for (const each of asked) answers.push(await answerOne(each, methods));
  return { status: 200, body: answers.filter((answer) => answer !== undefined) };
}

/** Undefined for a notification, which has no id and no answer. */
async function answerOne(
  asked: unknown,
  methods: ReadonlyMap<string, RpcMethod>,
): Promise<unknown> {
  const fields = fieldsOf(asked);
  const [id, name, params = []] = ["id", "method", "params"].map((field) => fields.get(field));
  const isRequest = isJsonObject(asked) && fields.get("jsonrpc") === "2.0" &&
    typeof name === "string" && Array.isArray(params);
  if (!isRequest) return object(id ?? null, rpcFailed("request", "invalid request"));
  const method = methods.get(name);
  const result = method === undefined
    ? rpcFailed("method", `the method ${name} does not exist/is not available`)
    : await method(params);
  return id === undefined ? undefined : object(id, result);
}

function failed(id: null, result: RpcResult): Answer {
  return { status: 200, body: object(id, result) };
}

function object(id: unknown, result: RpcResult) {
  return Result.isFailure(result)
    ? { jsonrpc: "2.0", id, error: result.failure }
    : { jsonrpc: "2.0", id, result: result.success };
}

/** Returns the answer to a request that a fault failed. */
export function rpcFailure(status: number): Answer {
  const error = { code: RPC_CODE.node, message: `the node answered with status ${status}` };
  return { status, body: { jsonrpc: "2.0", id: null, error } };
}
