import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import {
  type Fate,
  FEED,
  makeIdleLine,
  NOW_SEC,
  play,
  report,
  START,
  type Told,
  withoutTime,
} from "./feed_line_world.ts";

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
    const { line, told } = makeIdleLine(() => NOW_SEC);
    const seconds = [-30, -20, -20, -25].map((sec) => NOW_SEC + sec);
    for (const sec of seconds) line.receive(report({ fromSec: sec, toSec: sec }));
    expect(told.map((event) => event.kind === "report" && event.report.observedSec))
      .toEqual([NOW_SEC - 30, NOW_SEC - 20, NOW_SEC - 25]);
  });

  test("gives up at once what is missing for more than ten minutes", () => {
    let atSec = NOW_SEC;
    const { line, told } = makeIdleLine(() => atSec);
    for (const sec of [NOW_SEC, NOW_SEC + 2_000]) {
      atSec = sec;
      line.receive(report({ fromSec: sec, toSec: sec }));
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
    const { line, jobs } = makeIdleLine(() => NOW_SEC);
    for (let sec = NOW_SEC - 100; sec < NOW_SEC; sec += 3) {
      line.receive(report({ fromSec: sec, toSec: sec }));
    }
    expect(jobs).toHaveLength(1);
  });

  test.each([
    ["of the future", { fromSec: NOW_SEC + 61, toSec: NOW_SEC + 61 }],
    ["that covers a day", { fromSec: NOW_SEC - 86_400, toSec: NOW_SEC }],
  ])("refuses a report %s", (_, seconds) => {
    const { line, told } = makeIdleLine(() => NOW_SEC);
    expect(Result.isFailure(line.receive(report(seconds)))).toBe(true);
    expect(told).toEqual([]);
  });
});
