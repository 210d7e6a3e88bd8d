import { afterAll, describe, expect, test } from "bun:test";
import { Option } from "effect";
import { startReplay } from "../../../../app/sandbox/replay/start_replay.ts";
import { makeFolder } from "../../../temporary_folder.ts";

const ms = (iso: string) => Date.parse(iso);
const DAY_SEC = 86_400;
const folder = makeFolder();
afterAll(folder.remove);
const recordedSec = ms("2026-06-08T12:00:00Z") / 1_000;
const path = `${folder.path}/BTCUSD-prices.csv`;
const rows = Array.from(
  { length: 900 },
  (_, offset) => `${(recordedSec + offset) * 1_000},${60_000 + offset}000000000000000001`,
);
await Bun.write(path, `timestamp_ms,value_e18\n${rows.join("\n")}\n`);
const files = [{ asset: "btc" as const, path }];
const NOWHERE = {
  seed: 1,
  startMs: ms("2026-09-20T12:05:30Z"),
  urls: new Map(),
  oracleChoice: ["relay"],
} as const;

describe("a replay", () => {
  test("without files leaves the world unchanged", async () => {
    const { recordedPoints, recordings } = await startReplay([], NOWHERE);
    expect(recordings).toEqual([]);
    expect(recordedPoints.covers("btc", recordedSec)).toBe(false);
  });

  test.each([
    [
      "a relay of another process",
      { urls: new Map([["relay", "http://127.0.0.1:1"]]) },
      "Cannot replay: POLYMARKET_RELAY_URL names a simulator of another process",
    ],
    [
      "a site of another process",
      { urls: new Map([["site", "http://127.0.0.1:1"]]) },
      "Cannot replay: POLYMARKET_SITE_URL names a simulator of another process",
    ],
    [
      "metadata of another process",
      { urls: new Map([["venue-metadata", "http://127.0.0.1:1"]]) },
      "Cannot replay: POLYMARKET_GAMMA_URL names a simulator of another process",
    ],
    [
      "signed reports, which are not recorded",
      { oracleChoice: ["chainlink", "relay"] as const },
      "Cannot replay with ORACLE=chainlink",
    ],
    [
      "a time before windows followed this average",
      { startMs: ms("2026-08-13T23:59:59Z") },
      "Cannot replay from so early",
    ],
  ])("is refused with %s", async (_, changes, why) => {
    await expect(startReplay(files, { ...NOWHERE, ...changes } as never)).rejects.toThrow(why);
  });

  test("is a separate world in the store, by its points and the day they begin on", async () => {
    const long = `${folder.path}/BTCUSD-two-days.csv`;
    await Bun.write(
      long,
      [0, 2 * DAY_SEC - 1].map((offset) => `${(recordedSec + offset) * 1_000},5`).join("\n"),
    );
    const two = [{ asset: "btc" as const, path: long }];
    const suffixOf = async (of: typeof files, startIso: string) =>
      (await startReplay(of, { ...NOWHERE, startMs: ms(startIso) })).worldSuffix;
    const first = await suffixOf(files, "2026-09-20T12:05:30Z");
    expect(Option.getOrThrow(first)).toMatch(/^replay_[0-9a-f]{12}$/);
    expect(await suffixOf(files, "2026-09-21T00:00:00Z")).toEqual(first);
    const even = await suffixOf(two, "2026-09-20T00:00:00Z");
    expect(even).not.toEqual(first);
    expect(await suffixOf(two, "2026-09-22T00:00:00Z")).toEqual(even);
    expect(await suffixOf(two, "2026-09-21T00:00:00Z")).not.toEqual(even);
  });
});
