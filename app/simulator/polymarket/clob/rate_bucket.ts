/**
 * Order and cancellation rate limits per signer, as token buckets.
 *
 * Source: the venue's documentation of its trading limits, since July 2026. A refused request does
 * not count, and a batch larger than its bucket is always refused. `Retry-After` is sometimes in
 * seconds and sometimes a date, as HTTP allows and the venue's clients read it.
 *
 * @module
 */
import { BoundedMap } from "../../../../core/bounded_map.ts";
import { type Answer } from "../../kit/answer.ts";
import { type SandboxClock } from "../../kit/clock.ts";
import { hash32, streamOf } from "../../world/hash.ts";
import { refusedWith } from "./refusal.ts";

/** The counted actions, each with a separate bucket. */
export type Counted = "orders" | "cancels";

/** A counted request. */
export interface Counting {
  readonly counted: Counted;
  /** The number of tokens it takes. */
  readonly count: number;
  readonly tier: Tier;
}

/** The rate limit headers of an answer within the limits, or the refusal. */
export interface Admission {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: Answer | undefined;
}

/**
 * The buckets of every signer, in real time: clients do not run faster with the sandbox's clock.
 */
export interface RateBuckets {
  take(signer: string, counting: Counting): Admission;
}

interface Limit {
  readonly perSec: number;
  readonly burst: number;
}

const limit = (perSec: number, burst: number): Limit => ({ perSec, burst });

/** The limits of the signer tiers, by volume over the last thirty days. */
const LIMITS = {
  standard: { orders: limit(40, 60), cancels: limit(80, 120) },
  copper: { orders: limit(60, 90), cancels: limit(120, 180) },
  bronze: { orders: limit(80, 120), cancels: limit(160, 240) },
  silver: { orders: limit(200, 300), cancels: limit(400, 600) },
  gold: { orders: limit(400, 600), cancels: limit(800, 1_200) },
  platinum: { orders: limit(450, 675), cancels: limit(900, 1_350) },
  diamond: { orders: limit(525, 787), cancels: limit(1_050, 1_575) },
  elite: { orders: limit(600, 900), cancels: limit(1_200, 1_800) },
} satisfies Readonly<Record<string, Readonly<Record<Counted, Limit>>>>;

/** A signer's tier. */
export type Tier = keyof typeof LIMITS;

/** Every tier. */
export const TIERS = Object.keys(LIMITS) as ReadonlyArray<Tier>;

/** A bucket that was not used for so many others is full again. */
const BUCKETS_MAX = 10_000;

/** The clocks of the buckets, and the seed by which refusals differ. */
export interface BucketOptions {
  /** Real unix milliseconds. */
  readonly nowMs: () => number;
  /** The clock of the answers' dates. */
  readonly clock: SandboxClock;
  readonly seed: number;
}

/** Makes full buckets. A signer has separate buckets in each tier. */
export function makeRateBuckets({ nowMs, clock, seed }: BucketOptions): RateBuckets {
  const stream = streamOf(seed, "retry after");
  let refusals = 0;
  const retryAfter = (waitSec: number): string => {
    const isDate = hash32(stream, refusals++) % 2 === 0;
    if (!isDate) return String(Math.max(1, Math.ceil(waitSec)));
    const atMs = clock.nowMs() + waitSec * 1000 * clock.speed;
    // A date has whole seconds: the next one, so that the wait is never too short.
    return new Date((Math.floor(atMs / 1000) + 1) * 1000).toUTCString();
  };
  const buckets = new BoundedMap<string, { readonly left: number; readonly atMs: number }>(
    BUCKETS_MAX,
  );
  const open = (signer: string, { counted, tier }: Counting) => {
    const { perSec, burst } = LIMITS[tier][counted];
    const key = `${tier} ${counted} ${signer}`;
    const atMs = nowMs();
    const before = buckets.get(key) ?? { left: burst, atMs };
    const filled = Math.min(burst, before.left + ((atMs - before.atMs) * perSec) / 1000);
    const waitSec = (count: number) => Math.max(0, count - filled) / perSec;
    const leave = (left: number, untilSec: number) => {
      buckets.setNewest(key, { left, atMs });
      return {
        "Poly-RateLimit-Remaining": String(Math.floor(left)),
        // The end of the wait, not the time when the bucket is full again.
        "Poly-RateLimit-Reset": String(Math.ceil(atMs / 1000 + untilSec)),
        "Poly-RateLimit-Tier": tier,
      };
    };
    return { filled, perSec, waitSec, leave };
  };
  return {
    take(signer, counting) {
      const { count } = counting;
      const { filled, perSec, waitSec, leave } = open(signer, counting);
      if (filled >= count) {
        const left = filled - count;
        return { headers: leave(left, Math.max(0, 1 - left) / perSec), refusal: undefined };
      }
      const headers = leave(filled, waitSec(count));
      const wait = { "retry-after": retryAfter(waitSec(count)) };
      const refusal = { ...refusedWith(429), headers: { ...headers, ...wait } };
      return { headers, refusal };
    },
  };
}
