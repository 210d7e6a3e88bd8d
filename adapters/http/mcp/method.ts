/**
 * A method of MCP: what takes the parameters of a request and gives its result.
 *
 * @module
 */
import { Effect } from "effect";
import type { KeyedCall } from "../edge/route_caller.ts";
import { RPC_CODE, type RpcFault, type RpcParams } from "./json_rpc.ts";
import { type ProtocolVersion } from "./protocol_version.ts";

/** Who calls a method, in which version. */
export interface MethodCall {
  readonly call: KeyedCall;
  readonly version: ProtocolVersion;
}

/** Answers with a result, or fails with a fault in the protocol. */
export type Method<Ports> = (
  params: RpcParams,
  call: MethodCall,
) => Effect.Effect<object, RpcFault, Ports>;

/** Methods by name. */
export type Methods<Ports> = ReadonlyMap<string, Method<Ports>>;

/** Fails for parameters that the method does not take. `hint` says what to send. */
export function invalidParams(
  hint: string,
  message = "Cannot use the parameters of this method",
): Effect.Effect<never, RpcFault> {
  return Effect.fail({ code: RPC_CODE.invalidParams, message, data: { hint }, status: 200 });
}

/** Fails for any cursor: every list is one page, so none was ever given out. */
export function refuseCursor({ cursor }: RpcParams): Effect.Effect<void, RpcFault> {
  return cursor === undefined || cursor === null
    ? Effect.void
    : invalidParams("Leave cursor out: the list has one page");
}
