/**
 * What every adapter of the `Leadership` port must do, whatever stands behind it.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Layer, ManagedRuntime } from "effect";
import { Leadership } from "../../core/port/mod.ts";

/** The world a contract test runs against. `skip`: why it cannot run here. */
export interface LeadershipWorld {
  readonly name: string;
  /** A process that is alone. */
  readonly layer: Layer.Layer<Leadership, unknown>;
  readonly skip?: string;
}

/** The first opening of a store creates it, which takes seconds. */
const OPEN_TIMEOUT_MS = 60_000;

/** Declares the contract's tests for one adapter. */
export function leadershipContract(world: LeadershipWorld): void {
  const suite = world.skip === undefined ? describe : describe.skip;
  suite(`Leadership contract: ${world.name}${world.skip ? ` (${world.skip})` : ""}`, () => {
    const runtime = ManagedRuntime.make(world.layer);
    beforeAll(async () => {
      await runtime.runPromise(Leadership);
    }, OPEN_TIMEOUT_MS);
    afterAll(() => runtime.dispose(), OPEN_TIMEOUT_MS);
    const isLeading = () => runtime.runPromise(Leadership.use((one) => one.isLeading));

    test("a process that is alone leads, and goes on leading", async () => {
      for (let asked = 0; asked < 5; asked++) expect(await isLeading()).toBe(true);
    });

    test("it leads whoever of it asks", async () => {
      const asked = await Promise.all(Array.from({ length: 20 }, isLeading));
      expect(asked).toEqual(asked.map(() => true));
    });
  });
}
