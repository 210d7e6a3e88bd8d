/** The contract that every adapter of the `Resolutions` port must meet. @module */
import { describe, expect } from "bun:test";
import { Effect, Option, type Scope } from "effect";
import fc from "fast-check";
import type { ProviderWatch } from "../../core/port/provider_watch.ts";
import type { Resolutions } from "../../core/port/resolutions.ts";
import type { ConditionId, Resolution } from "../../core/venue/mod.ts";
import { conditionOf } from "../condition.ts";
import { runScoped } from "../still_run.ts";
import { claimIn, type Skips } from "./price_feed_contract.ts";

/** The world of a contract test, which each adapter stages. */
export interface ResolutionsWorld {
  readonly name: string;
  /** Makes the port of a venue that knows exactly these conditions. */
  readonly stage: (
    resolutions: ReadonlyMap<ConditionId, Resolution>,
  ) => Effect.Effect<Resolutions["Service"], unknown, ProviderWatch | Scope.Scope>;
  readonly skip?: Skips;
}

/** A market that is still open. */
export const ACTIVE: Resolution = {
  status: "active",
  payoutsE6: Option.none(),
  reporter: Option.none(),
  resolvedAtMs: Option.none(),
};

/** Returns a market with these payouts, reported by the oracle. */
export function resolvedTo(up: bigint, down: bigint): Resolution {
  return {
    status: "resolved",
    payoutsE6: Option.some([up, down]),
    reporter: Option.some("CHAINLINK"),
    resolvedAtMs: Option.some(Date.parse("2026-11-20T12:05:41Z")),
  };
}

const payout = fc.bigInt({ min: 0n, max: 1_000_000n });
const resolved = fc.record({
  status: fc.constant("resolved" as const),
  payoutsE6: fc.array(payout, { minLength: 1, maxLength: 3 }).map(Option.some),
  reporter: fc.constantFrom(Option.none<string>(), Option.some("CHAINLINK"), Option.some("UMA")),
  resolvedAtMs: fc.integer({ min: 1_700_000_000, max: 1_800_000_000 })
    .map((sec) => Option.some(sec * 1000)),
});
const resolution: fc.Arbitrary<Resolution> = fc.oneof(fc.constant(ACTIVE), resolved);
const condition = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }).map(conditionOf);

/** Declares the contract's tests for one adapter. */
export function resolutionsContract(world: ResolutionsWorld): void {
  describe(`Resolutions contract: ${world.name}`, () => {
    const claim = claimIn(world);

    const within = <A, E>(
      resolutions: ReadonlyArray<readonly [ConditionId, Resolution]>,
      ask: (port: Resolutions["Service"]) => Effect.Effect<A, E>,
    ) => runScoped(Effect.flatMap(world.stage(new Map(resolutions)), ask));

    claim("returns each condition's own complete resolution, and none for the others", async () => {
      const known = fc.uniqueArray(fc.tuple(condition, resolution), {
        selector: ([id]) => id,
        minLength: 1,
        maxLength: 6,
      });
      await fc.assert(
        fc.asyncProperty(known, condition, async (known, other) => {
          fc.pre(known.every(([id]) => id !== other));
          const asked = [...known.map(([id]) => id), other];
          const found = await within(
            known,
            (port) => Effect.forEach(asked, (id) => port.of(id), { concurrency: "unbounded" }),
          );
          expect(found.map(({ value }) => value))
            .toEqual([...known.map(([, resolution]) => Option.some(resolution)), Option.none()]);
        }),
        { numRuns: 15 },
      );
    });

    claim("has an answer at hand when the same was asked just now", async () => {
      const ids = [conditionOf(1), conditionOf(2), conditionOf(3)];
      const answers = await within(
        [[conditionOf(1), ACTIVE], [conditionOf(2), resolvedTo(0n, 1_000_000n)]],
        (port) =>
          Effect.andThen(
            Effect.forEach(ids, (id) => port.of(id)),
            Effect.forEach(ids, (id) => port.of(id)),
          ),
      );
      expect(answers.map(({ isCached }) => isCached)).toEqual([true, true, true]);
    });
  });
}
