/**
 * The arguments of `bun run soak`.
 *
 * @module
 */
import { Result } from "effect";
import { readNumberOptions, seedOption } from "../number_options.ts";

/** What `--help` prints. */
export const SOAK_USAGE = `Usage: bun run soak [--minutes N] [--speed S] [--seed N] [--svg FILE]
Loads a sandbox of its own with everything at once, and fails if it grows once it is warm.
  --minutes  how long (60): caches fill in the first half, growth is measured in the second
  --judge    minutes (20) below which a soak is too short to judge growth and the rate: they are
             printed alone, because caches fill all the time
  --speed    of the sandbox's clock (60)
  --seed     what to repeat (a new one)
  --rate     requests a second (40)
  --reach    the share of it (0.5) that must be answered: history that nobody asked for yet comes at
             the pace of its provider; less than 0.9 is told
  --every    seconds between two readings (10)
  --grow     MB that memory may grow a minute in the second half (0.5)
  --fill     days (0) whose every window is asked for first, and no older one later: the memory of
             targets holds 300,000, of 100 days, which a load alone takes hours to fill
  --leagues  whose games are followed, with commas between them (all)
  --svg      a file for a chart of memory and open handles
  --url      a service that runs already: it gets requests alone, no faults and no streams
  --pid      the process of that service, on this machine
The sandbox has a store of its own, or DATABASE_URL and REDIS_URL where they are set: give it an
empty database, which it fills. BUN_JSC_* reach it too.`;

/** What is run. */
export interface SoakChoice {
  readonly minutes: number;
  readonly speed: number;
  readonly seed: number;
  readonly ratePerSec: number;
  /** The least share of the rate. */
  readonly reachShare: number;
  readonly everySec: number;
  readonly mbPerMin: number;
  /** Whether it is long enough that growth, or too low a rate, fails it. */
  readonly isJudged: boolean;
  /** The days whose windows are asked for first; 0: none, and later any day's. */
  readonly fillDays: number;
  readonly leagues: string;
  readonly svg: string | undefined;
  /** A service that runs already; undefined: one of its own. */
  readonly service: { readonly url: string; readonly pid: number } | undefined;
}

/** The options that are numbers, beside the seed. */
const NUMBERS = {
  minutes: { fallback: 60, min: 0.01, max: 10_080, isFraction: true },
  judge: { fallback: 20, min: 0, max: 10_080, isFraction: true },
  speed: { fallback: 60, min: 0.1, max: 10_000, isFraction: true },
  rate: { fallback: 40, min: 0.1, max: 1_000, isFraction: true },
  reach: { fallback: 0.5, min: 0, max: 1, isFraction: true },
  every: { fallback: 10, min: 0.1, max: 600, isFraction: true },
  grow: { fallback: 0.5, min: 0.01, max: 1_000, isFraction: true },
  fill: { fallback: 0, min: 0, max: 400 },
  pid: { fallback: 0, min: 0, max: 2 ** 31 },
};

/** Reads the arguments; a failure is what is wrong with them. */
export function readSoakArguments(args: ReadonlyArray<string>): Result.Result<SoakChoice, string> {
  return Result.gen(function* () {
    const options = { ...NUMBERS, seed: seedOption() };
    const { numbers, text } = yield* readNumberOptions(args, options, ["leagues", "svg", "url"]);
    const { minutes, judge, speed, seed, rate, reach, every, grow, fill, pid } = numbers;
    const url = text("url");
    if ((url === undefined) !== (pid === 0)) {
      return yield* Result.fail(
        "Give --url and --pid together: one process is loaded and measured",
      );
    }
    if (url !== undefined && !/^http:\/\/[^/\s]+\/?$/.test(url)) {
      return yield* Result.fail(`Cannot use --url "${url}": send an origin, http://host:port`);
    }
    return {
      minutes,
      speed,
      seed,
      ratePerSec: rate,
      reachShare: reach,
      everySec: every,
      mbPerMin: grow,
      isJudged: minutes >= judge,
      fillDays: fill,
      leagues: text("leagues") ?? "",
      svg: text("svg"),
      service: url === undefined ? undefined : { url: url.replace(/\/$/, ""), pid },
    };
  });
}
