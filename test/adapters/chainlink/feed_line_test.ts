import { describe, expect, test } from "bun:test";
import { Effect, Layer, Logger, Result } from "effect";
import fc from "fast-check";
import { type FeedLine, makeFeedLine } from "../../../adapters/chainlink/feed_line.ts";
import { encodeFullReport } from "../../../app/sandbox/oracle/full_report.ts";
import type { LiveEvent } from "../../../core/port/mod.ts";
import { ProviderFailed } from "../../../core/port/mod.ts";
import { layerStillClock, makeStillClock } from "../../simulation/support.ts";
import { feedId } from "./oracle_world.ts";

const FEED = { asset: "btc", stream: "twap_60", feedId: feedId("btc:twap_60") } as const;
const NOW_SEC = 1_800_000_000;
const START = { fromSec: NOW_SEC - 30, existsSec: NOW_SEC - 1 };
/** How long a report takes to be published. */
const DELAY_SEC = 2;
const CALLS_MAX = 1_000;

/** One report, and what becomes of it. */
interface Fate {
  readonly fromSec: number;
  readonly toSec: number;
  /** Frames that bring it, each so many seconds after it was published. */
  readonly framesAfterSec: ReadonlyArray<number>;
  readonly isStored: boolean;
}

/** How the oracle answers when it is asked. */
interface Store {
  /** Reports a page, whatever is asked for. */
  readonly pageMax: number;
  /** Which calls fail, over and over in this order. */
  readonly fails: ReadonlyArray<boolean>;
  readonly reason?: ProviderFailed["reason"];
}

/** Reports that follow each other without a gap, from before the start on. */
const fates = (isStored: fc.Arbitrary<boolean>) =>
  fc.array(
    fc.record({
      widthSec: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat({ max: 4 })),
      framesAfterSec: fc.oneof(
        { weight: 4, arbitrary: fc.constant([0]) },
        fc.array(fc.nat({ max: 12 }), { maxLength: 3 }),
      ),
      isStored,
    }),
    { minLength: 1, maxLength: 120 },
  ).map((list) => {
    let nextSec = START.fromSec - 10;
    return list.map(({ widthSec, ...fate }): Fate => {
      const fromSec = nextSec;
      nextSec = fromSec + widthSec + 1;
      return { ...fate, fromSec, toSec: nextSec - 1 };
    });
  });

const often = (weight: number) =>
  fc.oneof(
    { weight, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  );
const pageMax = fc.integer({ min: 1, max: 100 });

const report = ({ fromSec, toSec }: Pick<Fate, "fromSec" | "toSec">) =>
  encodeFullReport(FEED.feedId, {
    validFromSec: fromSec,
    observedSec: toSec,
    priceE18: BigInt(toSec),
  });

const failed = (reason: ProviderFailed["reason"]) =>
  new ProviderFailed({ provider: "oracle", reason, cause: new Error(reason) });

/** What a line told, and when. */
type Told = LiveEvent & { readonly toldAtSec: number };

/** Lets the time of all frames pass over a line, and gives everything it told. */
async function play(reports: ReadonlyArray<Fate>, store: Store, start = START) {
  const clock = makeStillClock(NOW_SEC * 1000);
  const nowSec = () => Math.floor(clock.nowMs() / 1000);
  const told: Array<Told> = [];
  const jobs: Array<Effect.Effect<void>> = [];
  let calls = 0;
  const frames = reports
    .flatMap((fate) =>
      fate.framesAfterSec.map((sec) => ({ atSec: fate.toSec + DELAY_SEC + sec, fate }))
    )
    .filter(({ atSec }) => atSec >= NOW_SEC)
    .toSorted((a, b) => a.atSec - b.atSec);

  /** Brings the frames whose time has come: also while an answer is awaited. */
  const deliver = (line: FeedLine) => {
    while (frames[0] !== undefined && frames[0].atSec <= nowSec()) {
      line.hear(report((frames.shift() as { fate: Fate }).fate));
    }
  };
  const line: FeedLine = makeFeedLine({
    feed: FEED,
    start,
    tell: (event) => void told.push({ ...event, toldAtSec: nowSec() }),
    client: {
      reportsFrom: (_, { startSec, limit }) =>
        Effect.suspend(() => {
          expect(calls++).toBeLessThan(CALLS_MAX);
          const found = reports
            .filter((fate) => fate.isStored && fate.toSec >= startSec)
            .filter(({ toSec }) => toSec + DELAY_SEC <= nowSec())
            .slice(0, Math.min(limit, store.pageMax));
          clock.set(clock.nowMs() + 400);
          deliver(line);
          return store.fails[calls % store.fails.length] === true
            ? Effect.fail(failed(store.reason ?? "refused"))
            : Effect.succeed(found.map((fate) => ({
              feedID: FEED.feedId,
              validFromTimestamp: fate.fromSec,
              observationsTimestamp: fate.toSec,
              fullReport: report(fate),
            })));
        }),
    },
    turn: Effect.void,
    nowSec,
    fork: (job) => void jobs.push(job),
  });
  const layer = Layer.merge(layerStillClock(clock), Logger.layer([]));
  const runJobs = async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      await Effect.runPromise(Effect.provide(job, layer));
    }
  };
  await runJobs();
  while (frames[0] !== undefined) {
    clock.set(Math.max(clock.nowMs(), frames[0].atSec * 1000));
    deliver(line);
    await runJobs();
  }
  return { told, calls };
}

function withoutTime({ toldAtSec: _, ...event }: Told): LiveEvent {
  return event;
}

/** Goes through what was told, and gives which seconds are told of in which way. */
function accountOf(told: ReadonlyArray<Told>) {
  const account = new Map<number, "report" | "lost">();
  const add = (fromSec: number, toSec: number, how: "report" | "lost") => {
    let news = 0;
    for (let sec = Math.max(fromSec, START.fromSec); sec <= toSec; sec++) {
      if (account.has(sec)) continue;
      account.set(sec, how);
      news += 1;
    }
    return news;
  };
  for (const event of told) {
    if (event.kind === "report") {
      const { validFromSec, observedSec } = event.report;
      expect(add(validFromSec, observedSec, "report")).toBeGreaterThan(0);
    }
    if (event.kind === "lost_reports") {
      const { fromSec, toSec } = event;
      expect(add(fromSec, toSec, "lost")).toBe(toSec - fromSec + 1);
      expect(toSec).toBeLessThanOrEqual(event.toldAtSec - 4);
    }
  }
  return account;
}

describe("makeFeedLine()", () => {
  test("tells of every second once, by a report or as lost, whatever happens", async () => {
    await fc.assert(fc.asyncProperty(
      fates(often(3)),
      pageMax,
      fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
      async (reports, pageMax, fails) => {
        const { told } = await play(reports, { pageMax, fails });
        const account = accountOf(told);
        const newestSec = Math.max(START.existsSec, ...account.keys());
        for (let sec = START.fromSec; sec <= newestSec; sec++) expect(account.has(sec)).toBe(true);
      },
    ));
  });

  test("loses nothing that the oracle has, and tells everything that arrives", async () => {
    await fc.assert(
      fc.asyncProperty(fates(fc.constant(true)), pageMax, async (reports, pageMax) => {
        const { told } = await play(reports, { pageMax, fails: [false] });
        const account = accountOf(told);
        const newestSec = Math.max(...reports.map(({ toSec }) => toSec));
        const lost = [...account].filter(([, how]) => how === "lost").map(([sec]) => sec);
        expect(lost.filter((sec) => sec <= newestSec)).toEqual([]);
      }),
    );
  });

  test.each([
    ["the oracle does not have", false],
    ["cannot be asked for", true],
  ])("soon gives up what %s, and asks no more often than every second", async (_, fails) => {
    const seconds = [NOW_SEC, NOW_SEC + 5];
    const reports = seconds.map((sec): Fate => ({
      fromSec: sec,
      toSec: sec,
      framesAfterSec: [0],
      isStored: false,
    }));
    const start = { fromSec: NOW_SEC, existsSec: NOW_SEC };
    const { told, calls } = await play(reports, { pageMax: 100, fails: [fails] }, start);
    const { asset, stream } = FEED;
    expect(told.filter(({ kind }) => kind === "lost_reports").map(withoutTime)).toEqual([
      { kind: "lost_reports", asset, stream, fromSec: NOW_SEC + 1, toSec: NOW_SEC + 3 },
      { kind: "lost_reports", asset, stream, fromSec: NOW_SEC + 4, toSec: NOW_SEC + 4 },
    ]);
    expect(told.at(-1)?.toldAtSec).toBeLessThanOrEqual(NOW_SEC + 11);
    expect(calls).toBeLessThanOrEqual(7);
  });

  test.each(
    [
      ["unreachable", 0],
      ["refused", 6],
    ] as const,
  )("asks a second time only where that may help: %s", async (reason, lostCount) => {
    const reports = Array.from({ length: 6 }, (_, index): Fate => {
      const sec = NOW_SEC - 10 + index;
      return { fromSec: sec, toSec: sec, framesAfterSec: [], isStored: true };
    });
    const start = { fromSec: NOW_SEC - 10, existsSec: NOW_SEC - 5 };
    // The first call fails, the second does not.
    const store = { pageMax: 100, fails: [false, true], reason };
    const { told } = await play(reports, store, start);
    const lost = told.flatMap((event) => event.kind === "lost_reports" ? [event] : []);
    expect(lost.reduce((sum, { fromSec, toSec }) => sum + toSec - fromSec + 1, 0)).toBe(lostCount);
  });

  test("tells a report at once, whatever is missing before it", () => {
    const told: Array<LiveEvent> = [];
    const line = makeFeedLine({
      feed: FEED,
      tell: (event) => void told.push(event),
      client: { reportsFrom: () => Effect.never },
      turn: Effect.never,
      nowSec: () => NOW_SEC,
      fork: () => {},
    });
    const seconds = [-30, -20, -20, -25].map((sec) => NOW_SEC + sec);
    for (const sec of seconds) line.hear(report({ fromSec: sec, toSec: sec }));
    expect(told.map((event) => event.kind === "report" && event.report.observedSec))
      .toEqual([NOW_SEC - 30, NOW_SEC - 20, NOW_SEC - 25]);
  });

  test("gives up at once what is missing for more than ten minutes", () => {
    const told: Array<LiveEvent> = [];
    let atSec = NOW_SEC;
    const line = makeFeedLine({
      feed: FEED,
      tell: (event) => void told.push(event),
      client: { reportsFrom: () => Effect.never },
      turn: Effect.never,
      nowSec: () => atSec,
      fork: () => {},
    });
    for (const sec of [NOW_SEC, NOW_SEC + 2_000]) {
      atSec = sec;
      line.hear(report({ fromSec: sec, toSec: sec }));
    }
    const { asset, stream } = FEED;
    expect(told.at(-1)).toEqual({
      kind: "lost_reports",
      asset,
      stream,
      fromSec: NOW_SEC + 1,
      toSec: NOW_SEC + 1_400,
    });
  });

  test("asks for one page at a time, however many frames are missing", () => {
    let jobs = 0;
    const line = makeFeedLine({
      feed: FEED,
      tell: () => {},
      client: { reportsFrom: () => Effect.never },
      turn: Effect.never,
      nowSec: () => NOW_SEC,
      fork: () => void (jobs += 1),
    });
    for (let sec = NOW_SEC - 100; sec < NOW_SEC; sec += 3) {
      line.hear(report({ fromSec: sec, toSec: sec }));
    }
    expect(jobs).toBe(1);
  });

  test.each([
    ["of the future", { fromSec: NOW_SEC + 61, toSec: NOW_SEC + 61 }],
    ["that covers a day", { fromSec: NOW_SEC - 86_400, toSec: NOW_SEC }],
  ])("refuses a report %s", (_, seconds) => {
    const told: Array<LiveEvent> = [];
    const line = makeFeedLine({
      feed: FEED,
      tell: (event) => void told.push(event),
      client: { reportsFrom: () => Effect.never },
      turn: Effect.never,
      nowSec: () => NOW_SEC,
      fork: () => {},
    });
    expect(Result.isFailure(line.hear(report(seconds)))).toBe(true);
    expect(told).toEqual([]);
  });
});
