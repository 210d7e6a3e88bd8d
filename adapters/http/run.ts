/**
 * The one bridge from an Effect to the world of requests.
 *
 * @module
 */
import { Effect, Exit, type ManagedRuntime } from "effect";

/** Runs an effect. What ends without waiting is given as it is: no promise is made for it. */
export type Run<Ports> = <A, E>(
  effect: Effect.Effect<A, E, Ports>,
) => Exit.Exit<A, E> | Promise<Exit.Exit<A, E>>;

/** Runs on a runtime whose layers are the ports. */
export function makeRun<Ports>(
  runtime: ManagedRuntime.ManagedRuntime<Ports, never>,
): Run<Ports> {
  return function run<A, E>(effect: Effect.Effect<A, E, Ports>) {
    if (Exit.isExit(effect)) return effect as Exit.Exit<A, E>;
    const fiber = runtime.runFork(effect);
    return fiber.pollUnsafe() ??
      new Promise<Exit.Exit<A, E>>((resolve) => fiber.addObserver(resolve));
  };
}
