/** `test/stage/order_world.ts` with the gate of a process. @module */
import { layerOrderGate } from "../../../adapters/process/order_gate.ts";
import * as stage from "../../stage/order_world.ts";

export * from "../../stage/order_world.ts";

/** What the order routes stand on, and the hands on it. */
export function makeOrderWorld(options: Parameters<typeof stage.makeOrderWorld>[0] = {}) {
  return stage.makeOrderWorld({ gate: layerOrderGate, ...options });
}
