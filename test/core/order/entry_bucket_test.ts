import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  endEntry,
  ENTRY_REST_MS_MAX,
  ENTRY_TIERS,
  type EntryAnswer,
  type EntryBucket,
  type EntryInFlight,
  entryWaitMs,
  fullBucket,
  leftOf,
  LOWEST_TIER,
  releaseEntry,
  reserveEntry,
  sendEntry,
} from "../../../core/order/mod.ts";
import { CountingVenue, type DrawnEntry, sendAll } from "./counting_venue.ts";

const known = LOWEST_TIER.orders;
const tier = fc.constantFrom(...ENTRY_TIERS.values()).map(({ orders }) => orders);
const NEXT = { ahead: 0 };

const entryOf = (fates: ReadonlyArray<DrawnEntry["fate"]>): fc.Arbitrary<DrawnEntry> =>
  fc.record({
    afterMs: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 40, noNaN: true })),
    signingMs: fc.double({ min: 0, max: 200, noNaN: true }),
    thereMs: fc.double({ min: 0, max: 400, noNaN: true }),
    backMs: fc.double({ min: 0, max: 400, noNaN: true }),
    fate: fc.constantFrom(...fates),
  });

/** An answer that states only how much is left. */
const answerOf = (remaining: number, fields: Partial<EntryAnswer> = {}): EntryAnswer => ({
  remaining,
  rate: known,
  cost: 1,
  isShort: false,
  restMs: 0,
  ...fields,
});

/** Sends one, which is in flight then. */
function sendOne(bucket: EntryBucket) {
  return sendEntry(reserveEntry(bucket, 0), 0);
}

/** Sends so many at once. */
function burst(bucket: EntryBucket, count: number) {
  const entriesInFlight: Array<EntryInFlight> = [];
  for (let number = 0; number < count; number++) {
    const sent = sendOne(bucket);
    bucket = sent.bucket;
    entriesInFlight.push(sent.inFlight);
  }
  return { bucket, entriesInFlight };
}

describe("a bucket with a single user", () => {
  test("is never refused by the venue, whatever the order of arrival", () => {
    const entries = fc.array(entryOf(["answered", "unsent", "silent"]), {
      minLength: 60,
      maxLength: 150,
    });
    fc.assert(fc.property(entries, tier, (entries, rate) => {
      const { taken, refused } = sendAll(entries, { rate, known, venue: new CountingVenue(rate) });
      expect(refused).toBe(0);
      expect(taken).toBe(entries.filter(({ fate }) => fate !== "unsent").length);
    }));
  });

  test("is used up, and as fast as it fills", () => {
    const count = fc.integer({ min: 61, max: 200 });
    fc.assert(fc.property(count, entryOf(["answered", "silent", "lost"]), (count, entry) => {
      // All at once, so that only the bucket and the first answer delay them.
      const entries = Array.from({ length: count }, () => ({ ...entry, afterMs: 0 }));
      const venue = new CountingVenue(known);
      const { tookMs } = sendAll(entries, { rate: known, known, venue });
      const latencyMs = entry.signingMs + entry.thereMs + entry.backMs;
      const fillMs = ((count - known.burst) / known.perSec) * 1000;
      expect(tookMs).toBeWithin(fillMs, fillMs + latencyMs + 15);
    }));
  });

  test("admits a whole burst at once, and the next entry when one has refilled", () => {
    const { bucket, entriesInFlight } = burst(fullBucket(known, 0), known.burst);
    expect(leftOf(bucket, 0)).toBe(0);
    // The venue may not have counted any, so the bucket does not refill.
    expect(entryWaitMs(bucket, { nowMs: 10_000, ...NEXT })).toBeGreaterThan(0);
    const [inFlight] = entriesInFlight;
    if (inFlight === undefined) throw new Error("nothing was sent");
    const answered = endEntry(bucket, { inFlight, answer: undefined, nowMs: 100 });
    expect(entryWaitMs(answered, { nowMs: 100, ...NEXT })).toBe(30);
    expect(entryWaitMs(answered, { nowMs: 130, ...NEXT })).toBe(0);
    expect(entryWaitMs(answered, { nowMs: 130, ahead: 1 })).toBe(25);
  });
});

describe("a reservation", () => {
  const promised = (count: number) => {
    let bucket = fullBucket(known, 0);
    for (let number = 0; number < count; number++) bucket = reserveEntry(bucket, 0);
    return bucket;
  };

  test("takes room, until it is given back", () => {
    let bucket = promised(known.burst);
    expect(leftOf(bucket, 10_000)).toBe(0);
    bucket = releaseEntry(bucket, 0);
    expect(leftOf(bucket, 10_000)).toBe(1);
    for (let number = 1; number < known.burst; number++) bucket = releaseEntry(bucket, 0);
    const { bucket: used, entriesInFlight } = burst(bucket, known.burst);
    const end = entriesInFlight.reduce(
      (at, inFlight) => endEntry(at, { inFlight, answer: undefined, nowMs: 0 }),
      used,
    );
    expect([leftOf(end, 0), leftOf(end, 10_000)]).toEqual([0, known.burst]);
  });

  test("is subtracted from what the venue reports as left", () => {
    const { bucket, inFlight } = sendOne(promised(10));
    expect(leftOf(endEntry(bucket, { inFlight, answer: answerOf(50), nowMs: 0 }), 0)).toBe(40);
  });
});

describe("an answer that agrees with the known state removes nothing", () => {
  /** A burst of all, of which so many are not answered at 10 ms. */
  const afterBurst = (waiting: number) => {
    const { bucket, entriesInFlight } = burst(fullBucket(known, 0), known.burst);
    const answered = entriesInFlight.slice(waiting).reduce(
      (at, inFlight) => endEntry(at, { inFlight, answer: undefined, nowMs: 10 }),
      bucket,
    );
    return { bucket: answered, entriesInFlight: entriesInFlight.slice(0, waiting) };
  };

  test("when it comes late", () => {
    const { bucket, entriesInFlight: [inFlight] } = afterBurst(1);
    if (inFlight === undefined) throw new Error("nothing is in flight");
    const answered = endEntry(bucket, { inFlight, answer: answerOf(0), nowMs: 515 });
    expect(leftOf(answered, 515)).toBe(20);
  });

  test("when its figure is rounded down", () => {
    const { bucket } = afterBurst(0);
    // At 98.75 ms the venue has 3.95, and 1.95 after these two.
    const one = sendEntry(reserveEntry(bucket, 98.75), 98.75);
    const two = sendEntry(reserveEntry(one.bucket, 98.75), 98.75);
    const end = { inFlight: one.inFlight, answer: answerOf(1), nowMs: 98.75 };
    expect(leftOf(endEntry(two.bucket, end), 98.75)).toBeGreaterThan(1);
  });
});

describe("a bucket with other users", () => {
  test("is what the venue reports once nothing is in flight", () => {
    const figures = fc.array(fc.integer({ min: -500, max: 59 }), { minLength: 1, maxLength: 5 });
    fc.assert(fc.property(figures, (figures) => {
      let now = fullBucket(known, 0);
      for (const remaining of figures) {
        const { bucket, inFlight } = sendOne(now);
        now = endEntry(bucket, { inFlight, answer: answerOf(remaining), nowMs: 0 });
        // The venue's figure may be rounded down.
        expect(leftOf(now, 0)).toBeWithin(remaining, remaining + 1.001);
      }
    }));
  });

  test("is never overestimated, in whatever order the answers of a burst arrive", () => {
    const count = fc.integer({ min: 1, max: 30 });
    const used = fc.integer({ min: 2, max: 400 });
    fc.assert(fc.property(count, used, fc.infiniteStream(fc.nat()), (count, used, draws) => {
      const { bucket, entriesInFlight } = burst(fullBucket(known, 0), count);
      const left = entriesInFlight.map((inFlight, number) => ({
        inFlight,
        answer: answerOf(known.burst - used - number - 1),
      }));
      const answers = left.map((each) => ({ each, key: draws.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key).map(({ each }) => each);
      const end = answers.reduce((at, each) => endEntry(at, { ...each, nowMs: 0 }), bucket);
      expect(leftOf(end, 0)).toBe(known.burst - used - count);
    }));
  });

  test("is raised to what the venue reports if that is more than expected", () => {
    const elite = ENTRY_TIERS.get("elite")?.orders;
    const { bucket, entriesInFlight: [inFlight, ...others] } = burst(fullBucket(known, 0), 10);
    if (inFlight === undefined) throw new Error("nothing was sent");
    const answer = answerOf(899, { rate: elite });
    const answered = endEntry(bucket, { inFlight, answer, nowMs: 0 });
    expect(leftOf(answered, 0)).toBe(899 - others.length);
  });

  test("is charged for cancelled entries, whether or not the venue reports them", () => {
    for (const remaining of [undefined, 20]) {
      const { bucket, inFlight } = sendOne(fullBucket(known, 0));
      const answer = { ...answerOf(0), remaining, cost: 40 };
      expect(leftOf(endEntry(bucket, { inFlight, answer, nowMs: 0 }), 0)).toBe(20);
    }
  });
});

describe("a refusal", () => {
  const refused = (fields: Partial<EntryAnswer>) => {
    const { bucket, inFlight } = sendOne(fullBucket(known, 0));
    const answer = answerOf(0, { cost: 0, isShort: true, ...fields });
    return endEntry(bucket, { inFlight, answer, nowMs: 0 });
  };

  test("pauses for as long as the venue requires", () => {
    const bucket = refused({ restMs: 2_500 });
    expect(entryWaitMs(bucket, { nowMs: 0, ...NEXT })).toBe(2_500);
    expect(entryWaitMs(bucket, { nowMs: 2_499, ...NEXT })).toBe(1);
    expect(entryWaitMs(bucket, { nowMs: 2_500, ...NEXT })).toBe(0);
  });

  test("is empty if the venue reports a shortage, even without a figure", () =>
    expect(leftOf(refused({ remaining: undefined }), 0)).toBe(0));

  test("does not end an earlier rest", () => {
    const { bucket, entriesInFlight } = burst(fullBucket(known, 0), 2);
    const rests = [2_000, 1_000];
    const end = entriesInFlight.reduce((at, inFlight, number) => {
      const answer = answerOf(0, { cost: 0, isShort: true, restMs: rests[number] ?? 0 });
      return endEntry(at, { inFlight, answer, nowMs: 0 });
    }, bucket);
    expect(entryWaitMs(end, { nowMs: 0, ...NEXT })).toBe(2_000);
  });
});

test("no answer of the venue pauses for longer than the longest pause", () => {
  const figure = fc.oneof(
    fc.double({ min: -1e15, max: 1e15, noNaN: true }),
    fc.integer({ min: -200, max: 200 }),
  );
  const answer: fc.Arbitrary<EntryAnswer> = fc.record({
    remaining: fc.option(figure, { nil: undefined }),
    rate: fc.option(tier, { nil: undefined }),
    cost: fc.nat({ max: 3_000 }),
    isShort: fc.boolean(),
    restMs: fc.double({ min: 0, max: 1e15, noNaN: true }),
  });
  fc.assert(fc.property(fc.array(answer, { maxLength: 40 }), (answers) => {
    const { bucket, entriesInFlight } = burst(fullBucket(known, 0), answers.length);
    const end = entriesInFlight.reduce(
      (at, inFlight, number) => endEntry(at, { inFlight, answer: answers[number], nowMs: 5 }),
      bucket,
    );
    const waitMs = entryWaitMs(end, { nowMs: 5, ...NEXT });
    expect(waitMs).toBeLessThan(ENTRY_REST_MS_MAX + 100);
    expect(entryWaitMs(end, { nowMs: 5 + waitMs + 0.001, ...NEXT })).toBe(0);
  }));
});
