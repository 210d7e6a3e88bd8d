/**
 * What every adapter of the `TwapFeed` port must do, whatever stands behind it.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Effect, Option, type Scope } from "effect";
import type { Asset } from "../../core/market/mod.ts";
import type { TwapFeed } from "../../core/port/mod.ts";

/** An average that the oracle has published. */
export interface StagedTwap {
  readonly asset: Asset;
  readonly observedSec: number;
  readonly priceE18: bigint;
}

/** The world a contract test runs against. */
export interface TwapFeedWorld {
  readonly name: string;
  /** A feed that finds these averages, and for other assets what the world has, if anything. */
  readonly stage: (
    facts: ReadonlyArray<StagedTwap>,
    options: { readonly nowSec: number },
  ) => Effect.Effect<TwapFeed["Service"], never, Scope.Scope>;
}

const NOW_SEC = 1_794_312_000;
/** Digits that no double holds. */
const PRICE_E18 = 87_648_210_000_000_000_000_001n;

/** Declares the contract's tests for one adapter. */
export function twapFeedContract(world: TwapFeedWorld): void {
  const latest = (asset: Asset, facts: ReadonlyArray<StagedTwap>) =>
    Effect.runPromise(Effect.scoped(
      Effect.flatMap(world.stage(facts, { nowSec: NOW_SEC }), (feed) => feed.latest(asset)),
    ));

  describe(`TwapFeed contract: ${world.name}`, () => {
    test("gives the newest average of the asset, to the last digit", async () => {
      const facts = [4, 3, 2].map((age) => ({
        asset: "btc" as const,
        observedSec: NOW_SEC - age,
        priceE18: PRICE_E18 + BigInt(age),
      }));
      expect(Option.getOrThrow(await latest("btc", facts))).toMatchObject({
        stream: "twap_60",
        observedSec: NOW_SEC - 2,
        priceE18: PRICE_E18 + 2n,
      });
    });

    test("does not give one asset's average for another's", async () => {
      const facts = [{ asset: "eth" as const, observedSec: NOW_SEC - 2, priceE18: PRICE_E18 }];
      const found = Option.getOrUndefined(await latest("sol", facts));
      expect(found?.priceE18).not.toBe(PRICE_E18);
    });
  });
}
