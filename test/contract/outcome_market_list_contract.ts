/** The contract that every adapter of the `OutcomeMarketList` port must meet. @module */
import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import type { OutcomeMarketList, OutcomeMids } from "../../core/port/outcome_market_list.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { UnixSec } from "../../core/time/mod.ts";
import type { OutcomeMarket } from "../../core/venue2/mod.ts";
import { staged } from "../core/venue2/arbitrary.ts";

/** A venue whose listing and prices a test sets. */
export interface StagedVenue {
  readonly list: OutcomeMarketList["Service"];
  /** Replaces the listing from now on, in the venue's own way. */
  readonly stage: (markets: ReadonlyArray<OutcomeMarket>) => Effect.Effect<unknown>;
  /** Replaces all prices: times 10^18, by the number of the side. */
  readonly price: (mids: OutcomeMids) => Effect.Effect<unknown>;
  /** Stops answering from now on. */
  readonly fail: Effect.Effect<unknown>;
  /** Advances time until everything read before is out of date. */
  readonly age: Effect.Effect<unknown>;
}

/** The world a contract test runs against. */
export interface OutcomeMarketListWorld {
  readonly name: string;
  readonly run: <A>(
    body: (venue: StagedVenue) => Effect.Effect<A, ProviderFailed>,
  ) => Promise<A>;
}

const BTC = staged();
const HYPE = staged({
  outcomeId: 6_024,
  underlying: "HYPE",
  targetText: "93.017",
  yesIndex: 1,
  period: "15m",
  startSec: UnixSec(staged().expirySec - 900),
});

/** Declares the contract's tests for one adapter. */
export function outcomeMarketListContract({ name, run }: OutcomeMarketListWorld): void {
  const idsOf = (listed: ReadonlyArray<OutcomeMarket>) =>
    listed.map(({ outcomeId }) => outcomeId).sort((a, b) => a - b);

  describe(`OutcomeMarketList contract: ${name}`, () => {
    test("lists every market with all its facts, and nothing if there is none", () =>
      run(Effect.fnUntraced(function* ({ list, stage }) {
        yield* stage([]);
        expect(yield* list.look).toEqual([]);
        expect((yield* list.listed).value).toEqual([]);
        yield* stage([BTC, HYPE]);
        const byId = (a: OutcomeMarket, b: OutcomeMarket) => a.outcomeId - b.outcomeId;
        expect([...yield* list.look].sort(byId)).toEqual([BTC, HYPE]);
        expect([...(yield* list.listed).value].sort(byId)).toEqual([BTC, HYPE]);
      })));

    test("reads again on request, and when its data is out of date", () =>
      run(Effect.fnUntraced(function* ({ list, stage, age }) {
        yield* stage([BTC]);
        expect(idsOf((yield* list.listed).value)).toEqual([95]);
        yield* stage([HYPE]);
        expect(idsOf(yield* list.look)).toEqual([6_024]);
        expect(idsOf((yield* list.listed).value)).toEqual([6_024]);
        yield* stage([BTC, HYPE]);
        yield* age;
        expect(idsOf((yield* list.listed).value)).toEqual([95, 6_024]);
      })));

    test("has the exact price of each side that has one", () =>
      run(Effect.fnUntraced(function* ({ list, stage, price, age }) {
        yield* stage([BTC, HYPE]);
        yield* price(new Map([[950, 10n ** 15n], [60_241, 123_456_789_000_000_000n]]));
        yield* list.look;
        expect([...(yield* list.mids).value]).toEqual([
          [950, 10n ** 15n],
          [60_241, 123_456_789_000_000_000n],
        ]);
        yield* price(new Map([[951, 999n * 10n ** 15n]]));
        yield* age;
        expect((yield* list.mids).value.get(951)).toBe(999n * 10n ** 15n);
      })));

    test("fails when the venue does not answer, instead of returning old data", () =>
      run(Effect.fnUntraced(function* ({ list, stage, fail, age }) {
        yield* stage([BTC]);
        yield* list.look;
        yield* fail;
        yield* age;
        for (const asked of [list.look, list.listed, list.mids]) {
          const outcome = yield* Effect.result<unknown, ProviderFailed, never>(asked);
          expect(Result.isFailure(outcome) && outcome.failure).toBeInstanceOf(ProviderFailed);
        }
      })));
  });
}
