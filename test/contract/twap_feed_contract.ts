/** The contract that every adapter of the `TwapFeed` port must meet. @module */
import { describe, expect } from "bun:test";
import { Effect, Option, type Scope } from "effect";
import type { ProviderWatch } from "../../core/port/provider_watch.ts";
import type { TwapFeed } from "../../core/port/twap_feed.ts";
import type { TwapSeries } from "../../core/price/mod.ts";
import { runScoped } from "../still_run.ts";
import { claimIn, type Skips } from "./price_feed_contract.ts";

/** A published average of the oracle. */
export interface StagedTwap extends TwapSeries {
  readonly observedSec: number;
  readonly priceE18: bigint;
}

/** The world a contract test runs against. */
export interface TwapFeedWorld {
  readonly name: string;
  /** Makes a feed with these averages, and with the world's data, if any, for other series. */
  readonly stage: (
    facts: ReadonlyArray<StagedTwap>,
    options: { readonly nowSec: number },
  ) => Effect.Effect<TwapFeed["Service"], never, ProviderWatch | Scope.Scope>;
  readonly skip?: Skips;
}

const NOW_SEC = 1_794_312_000;
/** Digits that exceed a double's precision. */
const PRICE_E18 = 87_648_210_000_000_000_000_001n;

/** Declares the contract's tests for one adapter. */
export function twapFeedContract(world: TwapFeedWorld): void {
  const latest = (series: TwapSeries, facts: ReadonlyArray<StagedTwap>) =>
    runScoped(
      Effect.flatMap(world.stage(facts, { nowSec: NOW_SEC }), (feed) => feed.latest(series)),
    );
  const BTC = { asset: "btc", windowSec: 60 } as const;

  describe(`TwapFeed contract: ${world.name}`, () => {
    const claim = claimIn(world);

    claim("gives the newest average of the asset, to the last digit", async () => {
      const facts = [4, 3, 2].map((age) => ({
        ...BTC,
        observedSec: NOW_SEC - age,
        priceE18: PRICE_E18 + BigInt(age),
      }));
      expect(Option.getOrThrow(await latest(BTC, facts))).toMatchObject({
        stream: "twap_60",
        observedSec: NOW_SEC - 2,
        priceE18: PRICE_E18 + 2n,
      });
    });

    claim("does not give one asset's average for another's", async () => {
      const eth = { ...BTC, asset: "eth" } as const;
      const facts = [{ ...eth, observedSec: NOW_SEC - 2, priceE18: PRICE_E18 }];
      const found = Option.getOrUndefined(await latest({ ...BTC, asset: "sol" }, facts));
      expect(found?.priceE18).not.toBe(PRICE_E18);
    });

    claim("does not give one look-back's average for another's", async () => {
      const facts = ([30, 60] as const).map((windowSec) => ({
        asset: "btc" as const,
        windowSec,
        observedSec: NOW_SEC - 2,
        priceE18: PRICE_E18 + BigInt(windowSec),
      }));
      for (const windowSec of [30, 60] as const) {
        expect(Option.getOrThrow(await latest({ asset: "btc", windowSec }, facts))).toMatchObject({
          stream: `twap_${windowSec}`,
          priceE18: PRICE_E18 + BigInt(windowSec),
        });
      }
    });
  });
}
