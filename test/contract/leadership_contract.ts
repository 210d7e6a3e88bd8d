/**
 * The contract that every adapter of the `Leadership` port must meet.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Layer, ManagedRuntime } from "effect";
import { Leadership } from "../../core/port/mod.ts";

/** The world of a contract test. `skip`: why it cannot run here. */
export interface LeadershipWorld {
  readonly name: string;
  /** The layer of the only process. */
  readonly layer: Layer.Layer<Leadership, unknown>;
  readonly skip?: string;
}

/** Opening a store for the first time creates it, which takes seconds. */
const OPEN_TIMEOUT_MS = 300_000;

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

    test("a single process leads, and keeps leading", async () => {
      for (let asked = 0; asked < 5; asked++) expect(await isLeading()).toBe(true);
    });

    test("it leads for every caller in it", async () => {
      const asked = await Promise.all(Array.from({ length: 20 }, isLeading));
      expect(asked).toEqual(asked.map(() => true));
    });
  });
}
