/**
 * Reads the parameters of JSON-RPC calls.
 *
 * @module
 */
import { Result } from "effect";
import { type Fields, fieldsOf, isJsonObject } from "../../kit/json.ts";
import { type ContractCall, type Hex } from "./contract_call.ts";
import { rpcFailed, type RpcResult } from "./rpc_failure.ts";

/** The parameters, by position. */
export type RpcParams = ReadonlyArray<unknown>;

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const HASH = /^0x[0-9a-f]{64}$/i;
const BYTES = /^0x(?:[0-9a-f]{2})*$/i;
const QUANTITY = /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/i;
const NOW: ReadonlySet<unknown> = new Set(["latest", "pending"]);
const FINAL: ReadonlySet<unknown> = new Set(["safe", "finalized"]);
/** A milestone makes blocks final after about five seconds. */
const FINAL_DEPTH = 2;

function wrong(at: number, why: string): RpcResult<never> {
  return rpcFailed("params", `invalid argument ${at}: ${why}`);
}

function readText(
  params: RpcParams,
  at: number,
  { form, what }: { readonly form: RegExp; readonly what: string },
): RpcResult<Hex> {
  const value = params[at];
  if (value === undefined) {
    return rpcFailed("params", `missing value for required argument ${at}`);
  }
  return typeof value === "string" && form.test(value)
    ? Result.succeed(value as Hex)
    : wrong(at, `not ${what}`);
}

/** Reads an address. */
export function readAddress(params: RpcParams, at: number): RpcResult<Hex> {
  return readText(params, at, { form: ADDRESS, what: "an address" });
}

/** Reads a hash, in lower case. */
export function readHash(params: RpcParams, at: number): RpcResult<string> {
  const hash = readText(params, at, { form: HASH, what: "a hash of 32 bytes" });
  return Result.map(hash, (text) => text.toLowerCase());
}

/** Reads bytes. */
export function readBytes(params: RpcParams, at: number): RpcResult<Hex> {
  return readText(params, at, { form: BYTES, what: "hex bytes" });
}

/** Reads a whole number of hex digits. */
export function readQuantity(params: RpcParams, at: number): RpcResult<bigint> {
  return Result.map(readText(params, at, { form: QUANTITY, what: "a quantity" }), BigInt);
}

/** Reads the name or the number of a block that is there. Without one it is the latest. */
export function readBlock(params: RpcParams, at: number, latest: number): RpcResult<number> {
  const value = params[at];
  if (value === undefined || value === null || NOW.has(value)) return Result.succeed(latest);
  if (FINAL.has(value)) return Result.succeed(Math.max(0, latest - FINAL_DEPTH));
  if (value === "earliest") return Result.succeed(0);
  return Result.map(readQuantity(params, at), Number);
}

/** Reads a block whose state is asked for: this node keeps that of the latest alone. */
export function readState(params: RpcParams, at: number, latest: number): RpcResult<number> {
  return Result.flatMap(
    readBlock(params, at, latest),
    (number) =>
      number === latest
        ? Result.succeed(number)
        : rpcFailed("node", "missing trie node: state of another block is not available"),
  );
}

/** A call that is not sent, and who would send it. */
export interface UnsentCall extends ContractCall {
  readonly from: Hex;
}

const NOBODY: Hex = `0x${"0".repeat(40)}`;

/** Reads the object of `eth_call` and `eth_estimateGas`. */
export function readUnsent(params: RpcParams, at: number): RpcResult<UnsentCall> {
  const value = params[at];
  if (!isJsonObject(value)) return wrong(at, "not a transaction object");
  const fields: Fields = fieldsOf(value);
  const field = (name: string, fallback: string) => [fields.get(name) ?? fallback];
  return Result.gen(function* () {
    const from = yield* readAddress(field("from", NOBODY), 0);
    const to = yield* readAddress(field("to", NOBODY), 0);
    const data = yield* readBytes([fields.get("data") ?? fields.get("input") ?? "0x"], 0);
    const valueWei = yield* readQuantity(field("value", "0x0"), 0);
    return { from, to, data, valueWei };
  });
}
