import { describe, expect, test } from "bun:test";
import { agreedKickoff, readKickoff } from "../../../adapters/limitless/kickoff.ts";
import { UnixSec } from "../../../core/time/mod.ts";

const NOW = UnixSec(1_783_000_000);
const at = (sec: number) => ({ kind: "at", sec: UnixSec(sec) }) as const;
const UNKNOWN = { kind: "unknown" } as const;

describe("a kickoff of Limitless", () => {
  test.each<[number | string | null | undefined, unknown]>([
    [1_783_414_800, at(1_783_414_800)],
    ["1783414800", at(1_783_414_800)],
    [1_783_414_800_000, at(1_783_414_800)],
    ["2026-07-07T09:00:00Z", at(1_783_414_800)],
    ["2026-07-07T09:00:00.000+00:00", at(1_783_414_800)],
    ["2026-07-07T11:00:00+02:00", at(1_783_414_800)],
    // The field's name says that it is UTC.
    ["2026-07-07T09:00:00", at(1_783_414_800)],
    // A day is no hour, and what no season reaches is no day.
    ["2026-07-07", UNKNOWN],
    [0, UNKNOWN],
    [-1, UNKNOWN],
    [17_834_148_000, UNKNOWN],
    ["soon", UNKNOWN],
    ["", UNKNOWN],
    [null, UNKNOWN],
    [undefined, UNKNOWN],
  ])("%p", (written, expected) => {
    expect<unknown>(readKickoff(written, NOW)).toEqual(expected);
  });

  test.each([
    [[], UNKNOWN],
    [[UNKNOWN, at(5), UNKNOWN, at(5)], at(5)],
    [[at(5), at(6)], UNKNOWN],
    [[UNKNOWN], UNKNOWN],
  ])("of several markets %j", (kickoffs, expected) => {
    expect<unknown>(agreedKickoff(kickoffs)).toEqual(expected);
  });
});
