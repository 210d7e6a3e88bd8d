/**
 * Lookups by time over the simulated secondary venue, through its daily rollovers.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { makeHyperliquidClient } from "../../../adapters/hyperliquid/client.ts";
import {
  makeHyperliquidOutcomeMarketList,
} from "../../../adapters/hyperliquid/outcome_market_list.ts";
import { layerNoFleet } from "../../../adapters/process/fleet.ts";
import { layerMachineTime } from "../../../adapters/process/machine_time.ts";
import { layerMemoryOutcomeMarketStore } from "../../memory/outcome_market_store.ts";
import { dayOfRoll, makeRolls } from "../../../app/simulator/hyperliquid/roll.ts";
import { OutcomeMarketList } from "../../../core/port/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import {
  activeOutcomeTargets,
  layerOutcomeMarketCache,
  type OutcomeTarget,
  outcomeTargetsAt,
  shareOutcomeMarkets,
} from "../../../core/use_case/mod.ts";
import { type Venue2, withoutStream, withVenue2 } from "../../adapters/hyperliquid/venue2_world.ts";

/** Seed of the simulated venue. */
const SEED = 1;
const ROLLS = 3;
/**
 * Data older than two seconds is read again, so that every step sees the current venue; the stream
 * would lag a moment behind a jump of the clock.
 */
const STEP_MS = 2_100;
const rollOf = makeRolls(SEED);

/** All layers between the venue and the routes. */
const layerLookup = ({ url, socketUrl }: Venue2) => {
  const list = Effect.gen(function* () {
    const client = yield* makeHyperliquidClient({ url });
    return yield* shareOutcomeMarkets(
      yield* makeHyperliquidOutcomeMarketList({ client, wsUrl: socketUrl }),
    );
  });
  return layerOutcomeMarketCache.pipe(
    Layer.provideMerge(Layer.effect(OutcomeMarketList, list)),
    Layer.provide(Layer.mergeAll(layerMemoryOutcomeMarketStore, layerNoFleet, layerMachineTime)),
  );
};

const at = (ms: number) => UnixSec(Math.floor(ms / 1000));
const timestampAt = (ms: number) =>
  Effect.map(outcomeTargetsAt({ reference: null, atSec: at(ms) }), ({ targets }) => targets);
const activeAt = (ms: number) =>
  Effect.map(activeOutcomeTargets({ reference: null, nowSec: at(ms) }), ({ targets }) => targets);

/** Describes the targets of an instant, by the expiry and the distance of the found market. */
const summaries = (found: ReadonlyArray<OutcomeTarget>) =>
  found.map(({ market, distanceSec, isListed }) =>
    [market.underlying, market.expirySec, distanceSec, isListed ? "listed" : "stored"].join(" ")
  );

describe("the lookup over the simulated venue", () => {
  test(
    "is right through three rollovers, step by step",
    () =>
      withVenue2((venue) =>
        Effect.gen(function* () {
          const firstDay = dayOfRoll(venue.clock.nowMs()) + 1;
          for (let day = firstDay; day < firstDay + ROLLS; day++) {
            const { expiryMs, settledMs, createdMs } = rollOf(day);
            const [before, after] = [at(expiryMs), at(rollOf(day + 1).expiryMs)];
            for (let ms = expiryMs - 2 * STEP_MS; ms < createdMs + 2 * STEP_MS; ms += STEP_MS) {
              venue.clock.set(ms);
              const found = summaries(yield* timestampAt(ms));
              const live = summaries(yield* activeAt(ms));
              if (ms < expiryMs) {
                expect(found).toEqual([`BTC ${before} 0 listed`, `HYPE ${before} 0 listed`]);
                expect(live).toEqual(found);
              } else if (ms < createdMs) {
                const state = ms < settledMs ? "listed" : "stored";
                expect(found).toEqual([`BTC ${before} ${at(ms) - before + 1} ${state}`]);
                expect(live).toEqual([]);
              } else {
                expect(found).toEqual([`BTC ${after} 0 listed`, `HYPE ${after} 0 listed`]);
                expect(live).toEqual(found);
              }
            }
            // The days before are unchanged.
            for (let past = firstDay; past <= day; past++) {
              const lastMs = rollOf(past).expiryMs - 1;
              const expirySec = at(rollOf(past).expiryMs);
              expect(summaries(yield* timestampAt(lastMs)))
                .toEqual([`BTC ${expirySec} 0 stored`, `HYPE ${expirySec} 0 stored`]);
            }
          }
        }).pipe(Effect.provide(layerLookup(withoutStream(venue))))
      ),
    300_000,
  );

  test(
    "returns a side's own price, and none if the venue has none",
    () =>
      withVenue2((venue) =>
        Effect.gen(function* () {
          const prices = () =>
            Effect.map(
              activeAt(venue.clock.nowMs()),
              (found) => found.flatMap(({ yesE18, noE18 }) => [yesE18, noE18]),
            );
          let missing = 0;
          for (let slot = 0; slot < 144; slot++) {
            venue.clock.set(venue.clock.nowMs() + 600_000);
            const found = yield* prices();
            missing += found.filter((e18) => e18 === null).length;
            for (const e18 of found) {
              if (e18 !== null) expect(e18 > 0n && e18 < 10n ** 18n).toBe(true);
            }
          }
          // Two of each market's slots of ten minutes a day lack a side.
          expect(missing).toBe(4);
        }).pipe(Effect.provide(layerLookup(withoutStream(venue))))
      ),
    300_000,
  );
});
