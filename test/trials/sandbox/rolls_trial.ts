/** Look-ups through the daily roll, on a clock that makes days short. @module */
import { describe, expect, test } from "bun:test";
import { DAY_SEC } from "../../../core/time/mod.ts";
import { startLoopTime } from "../../loop_time.ts";
import { RARE_GAMES } from "../../app/environment.ts";
import { isShort, option } from "../size.ts";
import { tell } from "../tell.ts";
import { openSandbox } from "../../app/open_sandbox.ts";
import { makeMarketWitness, makePatientReader, VENUE2_KEY } from "./market_reader.ts";

/** `TRIAL_ROLLS=9` follows more of them; one takes 36 s. */
const ROLLS = option("TRIAL_ROLLS") ?? 3;
const ROLL_OF_DAY_SEC = 6 * 3_600;
const SPEED = 2_400;
/** By then a new market is there: 17 s after the expiry at most, and a request takes hours here. */
const SETTLED_SEC = 2 * 3_600;
const UNDERLYINGS = ["BTC", "HYPE"];

/** How long ago the last roll was. */
function sinceRollSec(atSec: number): number {
  return (atSec - ROLL_OF_DAY_SEC) % DAY_SEC;
}

describe("the look-up by time through daily rolls", () => {
  test.skipIf(isShort)("is right on a fast clock, of the present and of the past", async () => {
    const sandbox = await openSandbox({
      ...RARE_GAMES,
      SANDBOX_API_KEY: VENUE2_KEY,
      RATE_LIMIT_KEYED: "0",
      SANDBOX_START: "2026-11-22T00:00:00Z",
      SANDBOX_SPEED: String(SPEED),
    });
    const readMarkets = makePatientReader(sandbox.url);
    const { seen, check } = makeMarketWitness();
    let firstRollSec: number | undefined;
    const time = startLoopTime();
    let [lastDay, dayFromMs] = [NaN, 0];
    const expiries = new Set<number>();
    for (let round = 0, isLastSeen = false; !isLastSeen; round++) {
      const now = await readMarkets("timestamp");
      check(now);
      const { requestedTimestamp: nowSec } = now;
      const underlyings = now.results.map(({ underlying }) => underlying);
      const day = Math.floor((nowSec - ROLL_OF_DAY_SEC) / DAY_SEC);
      if (day !== lastDay) [lastDay, dayFromMs] = [day, time.ms()];
      // The clock goes on while a busy machine lets nothing else happen, the loop does not.
      const loopSec = (time.ms() - dayFromMs) * SPEED / 1_000;
      if (Math.min(sinceRollSec(nowSec), loopSec) > SETTLED_SEC) {
        expect(underlyings).toEqual(UNDERLYINGS);
      }
      if (underlyings.length < UNDERLYINGS.length) continue;
      // The one that ends what was seen first, however long a busy machine took to get here.
      const nextRollSec = Math.min(...now.results.map(({ expiry }) => expiry));
      firstRollSec ??= nextRollSec;
      isLastSeen = nextRollSec >= firstRollSec + ROLLS * DAY_SEC;
      for (const { expiry } of now.results) expiries.add(expiry);
      // Around an edge of a market that was seen, and at any instant of these days.
      const edges = [...seen.values()].flatMap(({ windowStart, expiry }) => [windowStart, expiry]);
      const edgeSec = edges[round % edges.length] ?? nowSec;
      for (const atSec of [edgeSec - 1, edgeSec, edgeSec - round * 977]) {
        check(await readMarkets(`timestamp?timestamp=${atSec}`));
      }
    }
    time.stop();
    tell({ done: "daily rolls", count: ROLLS, wrong: 0 });
    await sandbox.stop();
    const rollSec = firstRollSec ?? NaN;
    expect(sinceRollSec(rollSec)).toBe(0);
    // A busy machine may let the clock pass a whole day between two questions.
    const days = [...expiries].map((sec) => (sec - rollSec) / DAY_SEC);
    expect(days).toEqual(days.map(Math.floor).toSorted((a, b) => a - b));
    expect([days[0], (days.at(-1) ?? 0) >= ROLLS]).toEqual([0, true]);
    // A fast machine asks so often that it looks back to before the first of these days.
    const ofDays = [...seen.values()].filter(({ expiry }) => expiries.has(expiry));
    expect(ofDays).toHaveLength(2 * days.length);
    const expiriesSeen = new Set([...seen.values()].map(({ expiry }) => expiry));
    expect(seen.size).toBe(2 * expiriesSeen.size);
    const ids = [...seen.values()].toSorted((a, b) => a.expiry - b.expiry)
      .map(({ outcomeId }) => outcomeId);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });
});
