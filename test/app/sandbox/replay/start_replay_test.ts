import { afterAll, describe, expect, test } from "bun:test";
import { Option } from "effect";
import { startReplay } from "../../../../app/sandbox/replay/start_replay.ts";
import { makeSharedParts } from "../../../../app/simulator/shared_parts.ts";
import { type SimulatorName, startSimulator } from "../../../../app/simulator/start_simulator.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { get, makeStillClock, ms, ORACLE_KEY } from "../../../simulator/kit/support.ts";
import { makeFolder } from "../../../temporary_folder.ts";
import { isSnapshot, openAverages } from "../../../simulator/polymarket/relay/relay_client.ts";

const DAY_SEC = 86_400;
const folder = makeFolder();
afterAll(folder.remove);
const recordedSec = ms("2026-06-08T12:00:00Z") / 1_000;
/** Every second of a quarter of an hour, but for some, one of them where a window begins. */
const isMissing = (offset: number) => offset % 7 === 3 || offset === 300;
const path = `${folder.path}/BTCUSD-prices.csv`;
const rows = Array.from({ length: 900 }, (_, offset) => offset).filter((each) => !isMissing(each))
  .map((offset) => `${(recordedSec + offset) * 1_000},${60_000 + offset}000000000000000001`);
await Bun.write(path, `timestamp_ms,value_e18\n${rows.join("\n")}\n`);
const files = [{ asset: "btc" as const, path }];
const NOWHERE = {
  seed: 1,
  startMs: ms("2026-09-20T12:05:30Z"),
  urls: new Map(),
  oracleChoice: ["relay"],
} as const;

describe("a replay", () => {
  test("is the relay's and the site's, at the recorded time of any day", async () => {
    const clock = makeStillClock(ms("2026-09-20T12:05:30Z"));
    const { recordedPoints, recordings } = await startReplay(files, NOWHERE);
    expect(recordings).toMatchObject([{ symbol: "btcusd", points: rows.length, days: 1 }]);
    const parts = { ...makeSharedParts(makeWorld(1)), recordedPoints };
    const open = (name: SimulatorName) =>
      startSimulator(name, { seed: 1, clock, oracleKey: ORACLE_KEY, ...parts });
    const [relay, site] = [open("relay"), open("site")];

    for (const dayStart of ["2026-09-20T12:00:00Z", "2026-09-21T12:00:00Z"]) {
      const fromSec = ms(dayStart) / 1_000;
      expect((fromSec - recordedSec) % DAY_SEC).toBe(0);
      clock.set((fromSec + 330) * 1_000);
      const client = await openAverages(relay, ["btcusd", "ethusd"]);
      clock.set((fromSec + 450) * 1_000);
      await client.untilAll((frames) =>
        frames.some(({ payload }) => payload?.timestamp === (fromSec + 447) * 1_000)
      );
      const [snapshot] = client.all().filter(isSnapshot);
      const points = [
        ...snapshot?.payload.data ?? [],
        ...client.updates().map(({ payload }) => payload)
          .filter(({ symbol }) => symbol === "btcusd"),
      ];
      const offsets = points.map(({ timestamp }) => timestamp / 1_000 - fromSec);
      const expected = Array.from({ length: 238 }, (_, i) => 211 + i).filter((i) => !isMissing(i));
      expect(offsets).toEqual(expected.slice(0, offsets.length));
      expect(offsets.length).toBeGreaterThan(expected.length - 3);
      for (const [i, { full_accuracy_value }] of points.entries()) {
        expect(full_accuracy_value).toBe(`${60_000 + (offsets[i] ?? 0)}.000000000000000001`);
      }
      // Of a symbol that is not replayed, the world's points go on.
      expect(client.seconds("ethusd").length).toBeGreaterThan(100);

      clock.set((fromSec + 800) * 1_000);
      const published = async (offset: number) => {
        const times = [offset, offset + 300].map((each) =>
          new Date((fromSec + each) * 1_000).toISOString().replace(".000", "")
        );
        const { body } = await get<{ openPrice: number | null }>(
          `${site.url}/api/crypto/crypto-price?symbol=BTC&eventStartTime=${times[0]}` +
            `&endDate=${times[1]}&variant=fiveminute&twapEnabled=true&twapLookbackSeconds=60`,
        );
        return body.openPrice;
      };
      // The first window's start is recorded, the second one's is missing.
      expect(await published(0)).toBe(60_000);
      expect(await published(300)).toBeNull();
    }
    await Promise.all([relay.stop(), site.stop()]);
  });

  test("without files leaves the world unchanged", async () => {
    const { recordedPoints, recordings } = await startReplay([], NOWHERE);
    expect(recordings).toEqual([]);
    expect(recordedPoints.covers("btc", recordedSec)).toBe(false);
  });

  test.each([["relay", "RELAY"], ["site", "SITE"], ["venue-metadata", "GAMMA"]])(
    "refuses a simulator of another process in the place of the %s",
    async (name, setting) => {
      const urls = new Map([[name, "http://127.0.0.1:1"]]) as never;
      await expect(startReplay(files, { ...NOWHERE, urls })).rejects.toThrow(
        `Cannot replay: POLYMARKET_${setting}_URL names a simulator of another process`,
      );
    },
  );

  test("refuses signed reports, and a time before windows followed this average", async () => {
    await expect(startReplay(files, { ...NOWHERE, oracleChoice: ["chainlink", "relay"] }))
      .rejects.toThrow("Cannot replay with ORACLE=chainlink");
    await expect(startReplay(files, { ...NOWHERE, startMs: ms("2026-08-13T23:59:59Z") }))
      .rejects.toThrow("Cannot replay from so early");
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
