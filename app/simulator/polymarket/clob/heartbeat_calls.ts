/**
 * `POST /v1/heartbeats` and `POST /heartbeats`: a client's signs of life.
 *
 * @module
 */
import { type Answer } from "../../kit/answer.ts";
import { fieldsOf, parseJson } from "../../kit/json.ts";
import { type Engine } from "./engine.ts";
import { type Heartbeats } from "./heartbeats.ts";
import { type KeyedCall } from "./keyed_call.ts";
import { REFUSAL } from "./refusal.ts";

/** Returns the calls by method and path. The older one has no body, and starts the chain anew. */
export function heartbeatCalls(
  { engine, heartbeats }: {
    readonly engine: Pick<Engine, "tend">;
    readonly heartbeats: Heartbeats;
  },
): ReadonlyMap<string, KeyedCall> {
  const calls: ReadonlyArray<readonly [string, KeyedCall]> = [
    ["POST /v1/heartbeats", ({ caller: { key }, request: { body } }): Answer => {
      const id = fieldsOf(parseJson(body)).get("heartbeat_id") ?? "";
      if (typeof id !== "string") return REFUSAL.heartbeat;
      // One that comes too late saves nothing.
      engine.tend();
      const next = heartbeats.beat(key.apiKey, id);
      if (next !== undefined) return { status: 200, body: { heartbeat_id: next } };
      const right = heartbeats.expected(key.apiKey);
      const error_msg = "Invalid Heartbeat ID";
      return { status: 400, body: { error_msg, heartbeat_id: right } };
    }],
    ["POST /heartbeats", ({ caller: { key } }) => {
      engine.tend();
      heartbeats.restart(key.apiKey);
      return { status: 200, body: { status: "ok" } };
    }],
  ];
  return new Map(calls);
}
