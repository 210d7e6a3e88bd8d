/**
 * Asks a sandbox about markets of the secondary venue as a bot does, and remembers what it saw.
 *
 * @module
 */
import { expect } from "bun:test";

/** The key that every sandbox of these tests takes. */
export const VENUE2_KEY = "sk_test_markets_of_a_sandbox";

/** A market, as far as these tests look at it. */
export interface MarketBody {
  readonly matchType: string;
  readonly distanceSeconds: number;
  readonly outcomeId: number;
  readonly yesSlug: string;
  readonly underlying: string;
  readonly windowStart: number;
  readonly expiry: number;
  readonly source: string;
  readonly price: number;
  readonly yesPrice: number | null;
}

/** An answer. */
export interface MarketsBody {
  /** When it was asked. */
  readonly nowSec: number;
  readonly requestedTimestamp: number;
  readonly results: ReadonlyArray<MarketBody>;
}

/** What the service says when it has waited too long, as on a busy machine. */
const LATE = [
  "Cannot get the list of markets from the secondary venue: it did not answer in time",
  "Cannot get the prices of markets from the secondary venue: it did not answer in time",
  "Cannot check the API key: the store did not answer",
];
/** So long it waits for each of them. */
const LATE_MS = 5_000;

/** Asks `active` or `timestamp`. */
export async function readMarkets(url: string, path: string): Promise<MarketsBody> {
  return expectMarkets(await ask(url, path));
}

/** Asks again where an answer was late, which none can be more often than there is time for. */
export function makePatientReader(url: string): (path: string) => Promise<MarketsBody> {
  const startedMs = performance.now();
  let lateCount = 0;
  return async (path) => {
    for (;;) {
      const answer = await ask(url, path);
      const isLate = answer.status === 503 && LATE.includes(answer.body.error ?? "");
      if (!isLate) return expectMarkets(answer);
      lateCount += 1;
      const countMax = LATE.length * (1 + (performance.now() - startedMs) / LATE_MS);
      expect(lateCount).toBeLessThanOrEqual(countMax);
    }
  };
}

interface Answer {
  readonly path: string;
  readonly status: number;
  readonly body: MarketsBody & { readonly now: string; readonly error?: string };
}

async function ask(url: string, path: string): Promise<Answer> {
  const response = await fetch(`${url}/api/v1/venue2/targets/${path}`, {
    headers: { "x-api-key": VENUE2_KEY },
  });
  return { path, status: response.status, body: await response.json() as Answer["body"] };
}

function expectMarkets({ path, status, body }: Answer): MarketsBody {
  expect([path, status, body.error]).toEqual([path, 200, undefined]);
  return { ...body, nowSec: Math.floor(Date.parse(body.now) / 1000) };
}

/** Seconds to the nearest second of a window. */
function distanceSec({ windowStart, expiry }: MarketBody, atSec: number): number {
  return atSec < windowStart ? windowStart - atSec : Math.max(0, atSec - expiry + 1);
}

/** Holds answers against each other. */
export interface MarketWitness {
  /** Every market that any answer has had. */
  readonly seen: ReadonlyMap<number, MarketBody>;
  /** Expects an answer to be consistent, and to omit no market that was seen before. */
  readonly check: (answer: MarketsBody) => void;
}

/** Creates a witness that has seen no market yet. */
export function makeMarketWitness(): MarketWitness {
  const seen = new Map<number, MarketBody>();
  return {
    seen,
    check: ({ requestedTimestamp: atSec, results }) => {
      for (const market of results) {
        const far = distanceSec(market, atSec);
        expect([market.distanceSeconds, market.matchType, atSec])
          .toEqual([far, far === 0 ? "exact" : "nearest", atSec]);
      }
      const found = results.map(({ outcomeId }) => outcomeId);
      const nearestSec = Math.min(
        ...[...seen.values()].map((market) => distanceSec(market, atSec)),
      );
      if (nearestSec === 0) {
        const inside = [...seen.values()].filter((market) => distanceSec(market, atSec) === 0);
        expect(found).toEqual(expect.arrayContaining(inside.map(({ outcomeId }) => outcomeId)));
      } else if (results[0]?.matchType !== "exact") {
        expect(results.length).toBe(1);
        expect(results[0]?.distanceSeconds ?? Infinity).toBeLessThanOrEqual(nearestSec);
      }
      for (const market of results) seen.set(market.outcomeId, market);
    },
  };
}
