/**
 * What every adapter of the `OutcomeMarketList` port must do, whatever stands behind it.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { type OutcomeMarketList, type OutcomeMids, ProviderFailed } from "../../core/port/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import type { OutcomeMarket } from "../../core/venue2/mod.ts";
import { staged } from "../core/venue2/arbitrary.ts";

/** What a venue is told to list, and at what prices. */
export interface StagedVenue {
  readonly list: OutcomeMarketList["Service"];
  /** Lists these from now on, in place of all else, by its own ways. */
  readonly stage: (markets: ReadonlyArray<OutcomeMarket>) => Effect.Effect<unknown>;
  /** Prices times 10^18 by the number of the side, in place of all others. */
  readonly price: (mids: OutcomeMids) => Effect.Effect<unknown>;
  /** Answers nothing from now on. */
  readonly fail: Effect.Effect<unknown>;
  /** Lets so much time pass that nothing that was read before is current. */
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
    test("lists every market with all its facts", () =>
      run(({ list, stage }) =>
        Effect.gen(function* () {
          yield* stage([BTC, HYPE]);
          const byId = (a: OutcomeMarket, b: OutcomeMarket) => a.outcomeId - b.outcomeId;
          expect([...yield* list.look].sort(byId)).toEqual([BTC, HYPE]);
          expect([...(yield* list.listed).value].sort(byId)).toEqual([BTC, HYPE]);
        })
      ));

    test("lists nothing where nothing is listed", () =>
      run(({ list, stage }) =>
        Effect.gen(function* () {
          yield* stage([]);
          expect(yield* list.look).toEqual([]);
          expect((yield* list.listed).value).toEqual([]);
        })
      ));

    test("looks anew when it is told to, and when what it knows is no longer current", () =>
      run(({ list, stage, age }) =>
        Effect.gen(function* () {
          yield* stage([BTC]);
          expect(idsOf((yield* list.listed).value)).toEqual([95]);
          yield* stage([HYPE]);
          expect(idsOf(yield* list.look)).toEqual([6_024]);
          expect(idsOf((yield* list.listed).value)).toEqual([6_024]);
          yield* stage([BTC, HYPE]);
          yield* age;
          expect(idsOf((yield* list.listed).value)).toEqual([95, 6_024]);
        })
      ));

    test("has the price of each side that has one, exactly", () =>
      run(({ list, stage, price, age }) =>
        Effect.gen(function* () {
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
        })
      ));

    test("says so when the venue does not answer, and does not say what it knew before", () =>
      run(({ list, stage, fail, age }) =>
        Effect.gen(function* () {
          yield* stage([BTC]);
          yield* list.look;
          yield* fail;
          yield* age;
          for (const asked of [list.look, list.listed, list.mids]) {
            const said = yield* Effect.result<unknown, ProviderFailed, never>(asked);
            expect(Result.isFailure(said) && said.failure).toBeInstanceOf(ProviderFailed);
          }
        })
      ));
  });
}
