/** Random recurring markets that collide: few instants, few targets, few names. @module */
import fc from "fast-check";
import { UnixSec } from "../../../core/time/mod.ts";
import type { OutcomeMarket } from "../../../core/venue2/mod.ts";

const PERIODS = [["1d", 86_400], ["4h", 14_400], ["15m", 900], ["3m", 180]] as const;

/** 2026-05-03T06:00:00Z. */
export const ROLL_SEC = 1_777_788_000;

/** Expiries on few minutes, of any of the periods; a year on as well, since slugs have no year. */
const expirySec = fc.tuple(fc.integer({ min: -8, max: 8 }), fc.constantFrom(0, 365 * 86_400))
  .map(([steps, laterSec]) => UnixSec(ROLL_SEC + steps * 10_800 + laterSec));

/** A market with this number. */
export function market(outcomeId: fc.Arbitrary<number>): fc.Arbitrary<OutcomeMarket> {
  return fc.record({
    outcomeId,
    underlying: fc.constantFrom("BTC", "HYPE", "xyz:SILVER", "kPEPE"),
    period: fc.constantFrom(...PERIODS),
    expirySec,
    targetText: fc.constantFrom("78213", "93.017", "9.3017", "0.5", "34.50"),
    yesIndex: fc.constantFrom(0 as const, 1 as const),
  }).map(({ period: [period, periodSec], expirySec, ...rest }) => ({
    ...rest,
    period,
    expirySec,
    startSec: UnixSec(expirySec - periodSec),
  }));
}

/** Some markets, each with a number of its own, in no order. */
export const markets: fc.Arbitrary<ReadonlyArray<OutcomeMarket>> = fc.uniqueArray(
  market(fc.integer({ min: 0, max: 40 })),
  { selector: ({ outcomeId }) => outcomeId, maxLength: 12 },
);

/** The market of the venue's documentation, with the given parts replaced. */
export function staged(parts: Partial<OutcomeMarket> = {}): OutcomeMarket {
  return {
    outcomeId: 95,
    underlying: "BTC",
    period: "1d",
    startSec: UnixSec(1_779_688_800),
    expirySec: UnixSec(1_779_775_200),
    targetText: "77363",
    yesIndex: 0,
    ...parts,
  };
}
