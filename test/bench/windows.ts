/**
 * Windows and slugs compared with the simplest arithmetic: floor division by the interval.
 *
 * @module
 */
import { INTERVALS, PROFILE_BY_NAME, VENUE_PROFILES } from "../../core/market/mod.ts";
import { windowContaining, windowsStartingIn } from "../../core/market/mod.ts";
import { UnixSec, utcDayRange } from "../../core/time/mod.ts";
import { type Benchmark, compare, type Finding } from "./benchmark.ts";
import type { Effort } from "./effort.ts";
import { timeInTurns, type Work } from "./stopwatch.ts";

const NAME = "windows";
const STEP_SEC = { "5min": 300, "15min": 900, "1hour": 3_600, "4hour": 14_400, daily: 86_400 };
const DAY = { year: 2026, month: 11, day: 5 };

/** Instants spread over three years, so that no branch can be predicted. A power of two of them. */
const INSTANTS = Array.from(
  { length: 1_024 },
  (_, index) => UnixSec(1_700_000_000 + index * 86_413),
);
const MASK = INSTANTS.length - 1;
const FIRST = UnixSec(1_700_000_000);

/** A piece of work beside the simplest one. */
interface Pair {
  readonly what: string;
  readonly plain: string;
  readonly works: readonly [Work, Work];
}

/** The benchmark. */
export const windows: Benchmark = {
  name: NAME,
  about: "which window an instant falls in, its slug, and the windows of a day",
  isQuick: true,
  run: (effort) =>
    Promise.resolve([...containing(), ...slugs(), ...ofADay()].map((pair) => timed(pair, effort))),
};

function containing(): ReadonlyArray<Pair> {
  return VENUE_PROFILES.flatMap((profile) =>
    INTERVALS.map((interval) => {
      const { calendar } = PROFILE_BY_NAME[profile];
      const stepSec = STEP_SEC[interval];
      return {
        what: `windowContaining ${interval}, ${profile}`,
        plain: "floor division",
        works: [
          (times) => {
            let sum = 0;
            for (let i = 0; i < times; i++) {
              const window = windowContaining(calendar, interval, INSTANTS[i & MASK] ?? FIRST);
              sum += window.startSec + window.endSec;
            }
            return sum;
          },
          (times) => {
            let sum = 0;
            for (let i = 0; i < times; i++) {
              const startSec = Math.floor((INSTANTS[i & MASK] ?? 0) / stepSec) * stepSec;
              sum += startSec + startSec + stepSec;
            }
            return sum;
          },
        ],
      };
    })
  );
}

function slugs(): ReadonlyArray<Pair> {
  return VENUE_PROFILES.flatMap((profile) =>
    INTERVALS.map((interval) => {
      const { calendar, slugOf } = PROFILE_BY_NAME[profile];
      const all = INSTANTS.map((atSec) => windowContaining(calendar, interval, atSec));
      const first = windowContaining(calendar, interval, FIRST);
      return {
        what: `slugOf ${interval}, ${profile}`,
        plain: "one template string",
        works: [
          (times) => {
            let sum = 0;
            for (let i = 0; i < times; i++) sum += read(slugOf("btc", all[i & MASK] ?? first));
            return sum;
          },
          (times) => {
            let sum = 0;
            for (let i = 0; i < times; i++) {
              sum += read(`btc-updown-5m-${(all[i & MASK] ?? first).startSec}`);
            }
            return sum;
          },
        ],
      };
    })
  );
}

/** Reading a character forces an engine to build a lazy string. */
function read(text: string): number {
  return text.charCodeAt(text.length - 1);
}

function ofADay(): ReadonlyArray<Pair> {
  const { calendar } = PROFILE_BY_NAME.spec;
  const range = utcDayRange(DAY);
  return [{
    what: "windowsStartingIn, the 288 5min windows of a day",
    plain: "a for loop",
    works: [
      (times) => {
        let sum = 0;
        for (let i = 0; i < times; i++) {
          for (const window of windowsStartingIn(calendar, "5min", range)) sum += window.startSec;
        }
        return sum;
      },
      (times) => {
        let sum = 0;
        for (let i = 0; i < times; i++) {
          for (let at: number = range.startSec; at < range.endSec; at += 300) sum += at;
        }
        return sum;
      },
    ],
  }];
}

function timed({ what, plain, works }: Pair, effort: Effort): Finding {
  const [ours = [], reference = []] = timeInTurns(works, effort);
  return compare(NAME, {
    unit: "ns",
    ours: { what, values: ours },
    reference: { what: plain, values: reference },
  });
}
