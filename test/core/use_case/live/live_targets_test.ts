import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Option, Result } from "effect";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { targetKey, type TargetQuery } from "../../../../core/price/mod.ts";
import { lastSeqOf, type TopicEvent } from "../../../../core/stream/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import {
  makeLiveTargets,
  makePublisher,
  type PublishedTarget,
} from "../../../../core/use_case/live/mod.ts";
import {
  keyOfId,
  type KnownTarget,
  type TargetCache,
} from "../../../../core/use_case/price/mod.ts";

const STEP_SEC = 300;
/** The start of the window that is open when the publisher starts. */
const OPEN_SEC = 1_793_880_000;
const TOPIC = "targets:btc:5min";

/** The publisher over a fake cache whose prices are set by hand and whose answers are delayed. */
function start() {
  const known = new Map<string, KnownTarget>();
  const told: Array<TopicEvent> = [];
  const running: Array<Promise<void>> = [];
  const patience = Deferred.makeUnsafe<void>();
  const publisher = makePublisher();
  let asks = 0;
  const answer = (query: TargetQuery) =>
    Option.map(Option.fromUndefinedOr(known.get(targetKey(query))), Result.succeed);
  const cache = {
    askUntil: (queries: ReadonlyArray<TargetQuery>, timeIsUp: Effect.Effect<void>) =>
      Effect.suspend(() => {
        if (++asks > 20) return Effect.die("asks without end");
        // A target that becomes known during the call is in no answer: one call serves all queries.
        const results = queries.map(answer);
        const isWhole = results.every(Option.isSome);
        return Effect.as(isWhole ? Effect.void : timeIsUp, { results, isCached: isWhole });
      }),
    peek: (query: TargetQuery) => known.get(targetKey(query)),
  } as unknown as TargetCache["Service"];
  const targets = makeLiveTargets({
    cache,
    venue: { profile: PROFILE_BY_NAME.spec, eventBaseUrl: "", rangePointsMax: 1 },
    nowMs: () => OPEN_SEC * 1000,
    publisher,
    fork: (effect) => void running.push(Effect.runPromise(effect)),
    patience: Deferred.await(patience),
    replayBudget: Effect.void,
  });
  publisher.subscribe({ publishEvent: (event) => void told.push(event as TopicEvent) });
  targets.start();
  const publish = (window: number, published: Omit<PublishedTarget, "id">) => {
    const startSec = UnixSec(OPEN_SEC + window * STEP_SEC);
    const id = { asset: "btc", interval: "5min", startSec } as const;
    known.set(keyOfId(id), published.target);
    publisher.publishTarget({ id, ...published });
  };
  return {
    /** Makes windows known, numbered from the open one. */
    becomesKnown: (...windows: ReadonlyArray<number>) => {
      for (const window of windows) {
        publish(window, {
          target: { priceE18: BigInt(window), source: "oracle" },
          change: "opened",
        });
      }
    },
    /** Corrects the price of a known window. */
    isCorrected: (window: number, priceE18: bigint) =>
      publish(window, { target: { priceE18, source: "venue_metadata" }, change: "corrected" }),
    events: told,
    current: () => targets.current(TOPIC),
    patienceEnds: async () => {
      Deferred.doneUnsafe(patience, Effect.void);
      await Promise.all(running);
    },
    /** A window's number where it was told with its price, a pair where it was told as missing. */
    told: () =>
      told.filter(({ topic }) => topic === TOPIC).map((event) => {
        const window = (seq: number) => (seq - OPEN_SEC) / STEP_SEC;
        const last = window(lastSeqOf(event));
        return event.kind === "gap" ? [window(event.fromSeq), last] : last;
      }),
  };
}

describe("makeLiveTargets", () => {
  test("publishes a correction under the seq published before, and continues after it", () => {
    const { becomesKnown, isCorrected, told, events, current } = start();
    becomesKnown(0, 1);
    isCorrected(0, 7n);
    isCorrected(1, 8n);
    becomesKnown(2);
    expect(told()).toEqual([0, 1, 0, 1, 2]);
    expect(events.map((event) => "corrects" in event)).toEqual([false, false, true, true, false]);
    expect(events[2]).toMatchObject({ priceE18: 7n, source: "venue_metadata", corrects: true });
    expect(current()).toMatchObject({ seq: OPEN_SEC + 2 * STEP_SEC });
  });

  test("a client that joins after a correction gets the corrected price", () => {
    const { becomesKnown, isCorrected, current } = start();
    becomesKnown(0, 1);
    isCorrected(1, 8n);
    expect(current()).toMatchObject({ seq: OPEN_SEC + STEP_SEC, priceE18: 8n });
    // A window that is not the latest is no price of now.
    isCorrected(0, 7n);
    expect(current()).toMatchObject({ seq: OPEN_SEC + STEP_SEC, priceE18: 8n });
  });

  test("a price corrected before it is published is published once, corrected", async () => {
    const { becomesKnown, isCorrected, patienceEnds, told, events } = start();
    becomesKnown(1);
    isCorrected(1, 8n);
    await patienceEnds();
    expect(told()).toEqual([[0, 0], 1]);
    expect(events.at(-1)).toMatchObject({ priceE18: 8n });
    expect(events.at(-1)).not.toHaveProperty("corrects");
  });

  test("publishes targets that became known while it waited for missing ones", async () => {
    const { becomesKnown, patienceEnds, told } = start();
    becomesKnown(0, 4);
    // The open window is told, and three before the last one are asked for.
    becomesKnown(2);
    await patienceEnds();
    expect(told()).toEqual([0, [1, 1], 2, [3, 3], 4]);
    becomesKnown(5);
    expect(told().at(-1)).toBe(5);
  });
});
