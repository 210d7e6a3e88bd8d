/** Look-ups through the daily roll, on a clock that makes days short. @module */
import { describe, expect, test } from "bun:test";
import { DAY_SEC } from "../../../core/time/mod.ts";
import { startSandbox } from "../process.ts";
import { makeMarketWitness, readMarkets, VENUE2_KEY } from "./market_reader.ts";

const ROLLS = 3;
const ROLL_OF_DAY_SEC = 6 * 3_600;
/** By then a new market is there: 17 s after the expiry at most, and a request takes hours here. */
const SETTLED_SEC = 2 * 3_600;
const settings = { SANDBOX_API_KEY: VENUE2_KEY, RATE_LIMIT_KEYED: "0" };

/** How long ago the last roll was. */
function sinceRollSec(atSec: number): number {
  return (atSec - ROLL_OF_DAY_SEC) % DAY_SEC;
}

/** A sandbox that answers before a roll, however long it takes to start; and when that roll is. */
async function startBeforeRoll() {
  const rollSec = Date.UTC(2026, 10, 22, 6) / 1000;
  for (const aheadSec of [60, 240, 600]) {
    const sandbox = await startSandbox({
      ...settings,
      SANDBOX_START: new Date((rollSec - aheadSec) * 1000).toISOString(),
      SANDBOX_SPEED: "6",
    });
    const { requestedTimestamp } = await readMarkets(sandbox.url, "timestamp");
    if (requestedTimestamp < rollSec - 5) return { sandbox, rollSec };
    sandbox.kill();
  }
  throw new Error("It took too long to start");
}

describe("the look-up by time through daily rolls", () => {
  test("is right through three of them, of the present and of the past", async () => {
    const sandbox = await startSandbox({
      ...settings,
      SANDBOX_START: "2026-11-22T00:30:00Z",
      SANDBOX_SPEED: "2400",
    });
    const { seen, hear } = makeMarketWitness();
    let nowSec = 0;
    do nowSec = (await readMarkets(sandbox.url, "active")).nowSec; while (
      sinceRollSec(nowSec) < SETTLED_SEC
    );
    const firstRollSec = nowSec - sinceRollSec(nowSec) + DAY_SEC;
    const endSec = firstRollSec + (ROLLS - 1) * DAY_SEC + SETTLED_SEC;
    const expiries = new Set<number>();
    for (let turn = 0; nowSec < endSec; turn++) {
      const now = await readMarkets(sandbox.url, "timestamp");
      hear(now);
      nowSec = now.requestedTimestamp;
      if (sinceRollSec(nowSec) > SETTLED_SEC) {
        expect(now.results.map(({ underlying }) => underlying)).toEqual(["BTC", "HYPE"]);
      }
      for (const { expiry } of now.results) expiries.add(expiry);
      // Around an edge of a market that was seen, and at any instant of these days.
      const edges = [...seen.values()].flatMap(({ windowStart, expiry }) => [windowStart, expiry]);
      const edgeSec = edges[turn % edges.length] ?? nowSec;
      for (const atSec of [edgeSec - 1, edgeSec, edgeSec - turn * 977]) {
        hear(await readMarkets(sandbox.url, `timestamp?timestamp=${atSec}`));
      }
    }
    sandbox.kill();
    expect([...expiries].map((sec) => (sec - firstRollSec) / DAY_SEC)).toEqual([0, 1, 2, 3]);
    expect(seen.size).toBe(2 * (ROLLS + 1));
    const ids = [...seen.values()].toSorted((a, b) => a.expiry - b.expiry)
      .map(({ outcomeId }) => outcomeId);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  }, 240_000);

  test("gives the true distance in the gap, and then the new markets", async () => {
    const { sandbox, rollSec } = await startBeforeRoll();
    const { seen, hear } = makeMarketWitness();
    const story: string[] = [];
    for (let nowSec = 0; nowSec < rollSec + 20;) {
      const [now, active] = await Promise.all([
        readMarkets(sandbox.url, "timestamp"),
        readMarkets(sandbox.url, "active"),
      ]);
      hear(now);
      nowSec = now.requestedTimestamp;
      const kinds = new Set(now.results.map(({ matchType, source }) => `${matchType} ${source}`));
      const said = `${[...kinds].join()}, ${active.results.length} live`;
      if (story.at(-1) !== said) story.push(said);
      await Bun.sleep(20);
    }
    sandbox.kill();
    // Both were asked at once: at an edge one may be a little ahead.
    const plain = story.filter((said) => !/^exact.* 0 live|^nearest.* [12] live/.test(said));
    expect(plain).toEqual([
      "exact outcomeMeta, 2 live",
      "nearest outcomeMeta, 0 live",
      "nearest stored, 0 live",
      "exact outcomeMeta, 2 live",
    ]);
    expect(seen.size).toBe(4);
  }, 240_000);
});
