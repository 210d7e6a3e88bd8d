/**
 * A call of an API key's holder.
 *
 * @module
 */
import { type Answer } from "../../kit/answer.ts";
import { type SimulatorRequest } from "../../kit/simulator.ts";
import { type L2Caller } from "./l2_request.ts";

/** An authenticated caller and the request. */
export interface KeyedRequest {
  readonly caller: L2Caller;
  readonly request: SimulatorRequest;
}

/** Answers a call. */
export type KeyedCall = (keyed: KeyedRequest) => Answer | Promise<Answer>;
