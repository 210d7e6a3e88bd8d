/**
 * What the contract of a store stands on: one store, opened once for all tests of a suite.
 *
 * @module
 */
import { afterAll, beforeAll, describe } from "bun:test";
import { Effect, type Layer, ManagedRuntime } from "effect";
import { withReason } from "../skip_reason.ts";

/** The world of a contract test. `skip`: why it cannot run here. */
export interface StoreWorld<Ports, Shared = never> {
  /** Where the store is: "memory". */
  readonly name: string;
  /** Empty when it is built. */
  readonly layer: Layer.Layer<Ports, unknown>;
  /** Opens the same store as another process, if possible. */
  readonly replica?: Layer.Layer<Shared, unknown>;
  readonly skip?: string;
}

/** Runs an effect over a store. */
export type RunIn<Ports> = <A>(effect: Effect.Effect<A, unknown, Ports>) => Promise<A>;

/** Opening a store for the first time creates it, which takes seconds. */
const OPEN_TIMEOUT_MS = 300_000;

/** Declares a suite about something in a store, such as "accounts". */
export function describeStore<Ports, Shared = never>(
  subject: string,
  { name, layer, replica, skip }: StoreWorld<Ports, Shared>,
  tests: (run: RunIn<Ports>, runInReplica?: RunIn<Shared>) => void,
): void {
  const suite = skip === undefined ? describe : describe.skip;
  suite(withReason(`${subject} in ${name}`, skip), () => {
    const runtime = ManagedRuntime.make(layer);
    const other = replica === undefined ? undefined : ManagedRuntime.make(replica);
    beforeAll(() => runtime.runPromise(Effect.void), OPEN_TIMEOUT_MS);
    afterAll(async () => {
      await other?.dispose();
      await runtime.dispose();
    }, OPEN_TIMEOUT_MS);
    tests(
      (effect) => runtime.runPromise(effect),
      other === undefined ? undefined : (effect) => other.runPromise(effect),
    );
  });
}
