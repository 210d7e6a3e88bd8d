/** Runs what a test does in an order world of its own. @module */
import { Effect, Logger } from "effect";
import { makeOrderWorld, type OrderWorldPorts } from "../../../stage/order_world.ts";

/** Takes the steps of a test, which get the hands on the world. Nothing is logged. */
export function inOrderWorld<A>(
  steps: (
    world: ReturnType<typeof makeOrderWorld>,
  ) => Generator<Effect.Effect<unknown, unknown, OrderWorldPorts>, A, never>,
): Promise<A> {
  const world = makeOrderWorld();
  const program = Effect.gen(() => steps(world));
  return Effect.runPromise(Effect.provide(program, [world.layer, Logger.layer([])]));
}
