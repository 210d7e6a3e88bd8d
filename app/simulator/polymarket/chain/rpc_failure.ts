/**
 * The errors of JSON-RPC 2.0, and those of the chain's nodes.
 *
 * @module
 */
import { Result } from "effect";
import { type Hex, type Revert, revertData } from "./contract_call.ts";

/** An error object of an answer. */
export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: Hex;
}

/** The result of a method, or its error. */
export type RpcResult<T = unknown> = Result.Result<T, RpcFailure>;

/** The codes of the protocol. */
export const RPC_CODE = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  /** Of a node, for what is wrong with a transaction or a question. */
  node: -32_000,
  reverted: 3,
} as const;

/** Fails with a code. */
export function rpcFailed(code: keyof typeof RPC_CODE, message: string): RpcResult<never> {
  return Result.fail({ code: RPC_CODE[code], message });
}

/** Fails as a call does that the chain reverts. */
export function rpcReverted(revert: Revert): RpcResult<never> {
  const { reason } = revert;
  const message = `execution reverted${reason === undefined ? "" : `: ${reason}`}`;
  return Result.fail({ code: RPC_CODE.reverted, message, data: revertData(revert) });
}
