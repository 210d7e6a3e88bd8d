import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  COVERAGE_STATUSES,
  coverageOf,
  type CoverageStatus,
  evidenceAt,
  type GamePlatform,
  type GameRecord,
  type GameStatus,
  PLATFORMS,
  type Scan,
  SCAN_AGE_SEC_MAX,
} from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { gameOf, SOME_DAY_SEC } from "./arbitrary_game.ts";

const DAY = 86_400;
const NOW = UnixSec(SOME_DAY_SEC - 3_600);

/** So many seconds before and after a kickoff. */
const around = (before: number, after: number) => ({
  startSec: UnixSec(SOME_DAY_SEC - before),
  endSec: UnixSec(SOME_DAY_SEC + after),
});

/** Instants at which something may or may not be too old, or within reach, by a second. */
const age = fc.constantFrom(-60, 0, 600, SCAN_AGE_SEC_MAX - 1, SCAN_AGE_SEC_MAX, 1_801, 4_000);
const reach = fc.constantFrom(DAY - 1, DAY, DAY + 1, 3 * DAY);
const source = fc.constantFrom("polymarket", "kalshi");

const scan: fc.Arbitrary<Scan> = fc.record({
  source,
  league: fc.constantFrom("mlb", "nba"),
  window: fc.tuple(reach, reach).map(([before, after]) => around(before, after)),
  atSec: age.map((ageSec) => UnixSec(NOW - ageSec)),
  isComplete: fc.boolean(),
});
const scans = fc.array(scan, { maxLength: 8 });

const platform: fc.Arbitrary<GamePlatform> = fc.record({
  source,
  confidence: fc.constantFrom("exact", "review"),
  events: fc.integer({ min: 1, max: 4 }),
  marketsStored: fc.nat(3),
  lastSeenSec: age.map((ageSec) => UnixSec(NOW - ageSec)),
});

const record: fc.Arbitrary<GameRecord> = fc.record({
  game: fc.constant(gameOf("1")),
  platforms: fc.uniqueArray(platform, { selector: ({ source }) => source }),
  maybeOn: fc.uniqueArray(source),
});

const EVERYWHERE = PLATFORMS.map((code) => ({
  code,
  listsOnlyOpen: code !== "polymarket" && code !== "kalshi",
}));

function coverage(record: GameRecord, scans: ReadonlyArray<Scan>, atSec = NOW) {
  return coverageOf(record, { evidence: evidenceAt(scans, atSec), on: EVERYWHERE });
}

const certainty = (status: CoverageStatus) => COVERAGE_STATUSES.indexOf(status);

describe("coverage", () => {
  test("covers every platform, in order", () =>
    fc.assert(fc.property(record, scans, (record, scans) => {
      expect(coverage(record, scans).map(({ source }) => source)).toEqual([...PLATFORMS]);
    })));

  test("is not_listed only by a complete, recent scan around the kickoff", () =>
    fc.assert(fc.property(record, scans, (record, scans) => {
      for (const { source, status, checkedSec } of coverage(record, scans)) {
        if (status !== "not_listed") continue;
        const proof = scans.filter((scan) =>
          scan.isComplete && scan.source === source && scan.league === "mlb" &&
          NOW - scan.atSec <= 1_800 &&
          scan.window.startSec <= SOME_DAY_SEC - DAY && scan.window.endSec > SOME_DAY_SEC + DAY
        );
        expect(checkedSec).toBe(UnixSec(Math.max(...proof.map(({ atSec }) => atSec))));
        expect(record.maybeOn).not.toContain(source);
        expect(record.platforms.map(({ source }) => source)).not.toContain(source);
      }
    })));

  test.each([
    [DAY, DAY + 1, "not_listed"],
    [DAY, DAY, "not_checked"],
    [DAY - 1, 3 * DAY, "not_checked"],
  ])("by a scan from %d s before a kickoff to %d s after it is %s", (before, after, status) => {
    const window = around(before, after);
    const look = { source: "kalshi", league: "mlb", window, atSec: NOW, isComplete: true } as const;
    const nothing = { game: gameOf("1"), platforms: [], maybeOn: [] };
    expect(coverage(nothing, [look]).find(({ source }) => source === "kalshi")?.status)
      .toBe(status as CoverageStatus);
  });

  test.each<readonly [GameStatus, ReadonlyArray<string>]>([
    ["scheduled", [...PLATFORMS]],
    ["live", [...PLATFORMS]],
    ["finished", ["polymarket", "kalshi"]],
    ["postponed", ["polymarket", "kalshi"]],
    ["cancelled", ["polymarket", "kalshi"]],
  ])("proves by absence that a %s game is not listed on %p", (status, proven) => {
    const window = around(2 * DAY, 2 * DAY);
    const look = { league: "mlb", window, atSec: NOW, isComplete: true } as const;
    const looks = PLATFORMS.map((source): Scan => ({ source, ...look }));
    const absent = coverage({ game: gameOf("1", { status }), platforms: [], maybeOn: [] }, looks)
      .filter((each) => each.status === "not_listed");
    expect(absent.map(({ source }) => source as string)).toEqual([...proven]);
  });

  test("is listed exactly if it was found, with the time it was last seen", () =>
    fc.assert(fc.property(record, scans, (record, scans) => {
      const listed = coverage(record, scans).filter(({ status }) => status === "listed");
      expect(listed.map(({ source, checkedSec }) => [source, checkedSec]).toSorted()).toEqual(
        record.platforms.map(({ source, lastSeenSec }) => [source, lastSeenSec]).toSorted(),
      );
    })));

  test("is never less certain with another scan, or with a platform found", () =>
    fc.assert(fc.property(record, scans, scan, platform, (record, scans, scan, platform) => {
      const before = coverage(record, scans);
      const found = record.platforms.some(({ source }) => source === platform.source)
        ? record
        : { ...record, platforms: [...record.platforms, platform] };
      for (const after of [coverage(record, [...scans, scan]), coverage(found, scans)]) {
        for (const [at, { status, checkedSec }] of after.entries()) {
          const known = before[at];
          expect(certainty(status)).toBeGreaterThanOrEqual(certainty(known?.status ?? "listed"));
          if (status === known?.status) {
            expect(checkedSec ?? 0).toBeGreaterThanOrEqual(known.checkedSec ?? 0);
          }
        }
      }
    })));

  test("does not depend on the order of the scans", () =>
    fc.assert(fc.property(record, scans, (record, scans) => {
      expect(coverage(record, scans.toReversed())).toEqual(coverage(record, scans));
    })));

  test("is not_checked without evidence, and has no time", () => {
    for (
      const { status, checkedSec } of coverage(
        { game: gameOf("1"), platforms: [], maybeOn: [] },
        [],
      )
    ) {
      expect([status, checkedSec]).toEqual(["not_checked", null]);
    }
  });
});

describe("evidence", () => {
  test("is constant for every game between the instants at which it changes", () =>
    fc.assert(fc.property(record, scans, age, age, (record, scans, one, other) => {
      const [from, to] = [UnixSec(NOW + one), UnixSec(NOW + other)];
      if (evidenceAt(scans, from).changedSec !== evidenceAt(scans, to).changedSec) return;
      expect(coverage(record, scans, from)).toEqual(coverage(record, scans, to));
    })));

  test("changes in the first second at which a scan has expired, and only then", () =>
    fc.assert(fc.property(scans, age, (scans, ageSec) => {
      const atSec = UnixSec(NOW + ageSec);
      const { changedSec } = evidenceAt(scans, atSec);
      expect(changedSec).toBeLessThanOrEqual(atSec);
      if (changedSec === 0) return;
      expect(scans.some((scan) => scan.atSec + SCAN_AGE_SEC_MAX + 1 === changedSec)).toBe(true);
      expect(evidenceAt(scans, changedSec).changedSec).toBe(changedSec);
      expect(evidenceAt(scans, UnixSec(changedSec - 1)).changedSec).toBeLessThan(changedSec);
    })));

  test("does not change when a scan expires that a more recent one covers", () => {
    const window = around(2 * DAY, DAY);
    const look = { source: "kalshi", league: "mlb", window, isComplete: true } as const;
    const old = { ...look, atSec: UnixSec(NOW - 1_801) };
    const young = { ...look, atSec: UnixSec(NOW - 60) };
    expect(evidenceAt([old], NOW).changedSec).toBe(NOW);
    expect(evidenceAt([old, young], NOW).changedSec).toBe(UnixSec(0));
    const narrow = { ...window, endSec: UnixSec(window.endSec - 1) };
    expect(evidenceAt([old, { ...young, window: narrow }], NOW).changedSec).toBe(NOW);
    expect(evidenceAt([old, { ...young, isComplete: false }], NOW).changedSec).toBe(NOW);
  });
});
