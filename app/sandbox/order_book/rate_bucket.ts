/**
 * How many orders, and how many cancellations, a signer may send: buckets that fill up again.
 *
 * Source: the venue's limits of its lowest and its highest tier, from 2026.
 *
 * @module
 */
import { type Answer } from "../answer.ts";
import { refusedWith } from "./refusal.ts";

/** What is counted, each in a bucket of its own. */
export type Counted = "orders" | "cancels";

/** What a signer is to the venue. */
export const TIERS = ["standard", "elite"] as const;

/** One of {@linkcode TIERS}. */
export type Tier = (typeof TIERS)[number];

/** The buckets of every signer, on the machine's time: a client does not run faster with ours. */
export interface RateBuckets {
  /** Takes so much, or gives the refusal. An answer within the limits gets the headers. */
  take(
    signer: string,
    what: { readonly counted: Counted; readonly count: number; readonly tier: Tier },
  ): { readonly headers: Readonly<Record<string, string>>; readonly refusal: Answer | undefined };
}

interface Limit {
  readonly perSec: number;
  readonly burst: number;
}

const LIMITS: Readonly<Record<Tier, Readonly<Record<Counted, Limit>>>> = {
  standard: { orders: { perSec: 40, burst: 60 }, cancels: { perSec: 80, burst: 120 } },
  elite: { orders: { perSec: 600, burst: 900 }, cancels: { perSec: 1_200, burst: 1_800 } },
};

/** Every bucket is full. A signer has buckets of its own in each tier. */
export function makeRateBuckets(nowMs: () => number): RateBuckets {
  const buckets = new Map<string, { readonly left: number; readonly atMs: number }>();
  return {
    take(signer, { counted, count, tier }) {
      const { perSec, burst } = LIMITS[tier][counted];
      const key = `${tier} ${counted} ${signer}`;
      const atMs = nowMs();
      const before = buckets.get(key) ?? { left: burst, atMs };
      const filled = Math.min(burst, before.left + ((atMs - before.atMs) * perSec) / 1000);
      const isEnough = filled >= count;
      const left = isEnough ? filled - count : filled;
      buckets.set(key, { left, atMs });
      const headers = {
        "poly-ratelimit-remaining": String(Math.floor(left)),
        "poly-ratelimit-reset": String(Math.ceil(atMs / 1000 + (burst - left) / perSec)),
        "poly-ratelimit-tier": tier,
      };
      if (isEnough) return { headers, refusal: undefined };
      const waitSec = Math.max(1, Math.ceil((count - filled) / perSec));
      const refusal = {
        ...refusedWith(429),
        headers: { ...headers, "retry-after": String(waitSec) },
      };
      return { headers, refusal };
    },
  };
}
