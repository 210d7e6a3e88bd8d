import { afterAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { Result } from "effect";
import fc from "fast-check";
import { makeRecordedPoints } from "../../../../app/simulator/polymarket/relay/recorded_points.ts";
import { loadRecordings } from "../../../../app/sandbox/replay/load_recordings.ts";
import { makeFolder } from "../../../temporary_folder.ts";

const DAY_SEC = 86_400;
const folder = makeFolder();
afterAll(folder.remove);

let written = 0;
async function write(content: string | Uint8Array, name = "btcusd.csv"): Promise<string> {
  const path = `${folder.path}/${++written}-${name}`;
  await Bun.write(path, content);
  return path;
}
const load = async (...paths: string[]) => {
  const recorded = makeRecordedPoints();
  const files = paths.map((path) => ({ asset: "btc" as const, path }));
  const loaded = await loadRecordings(files, { recorded, delayMs: (sec) => 1_100 + sec % 1_000 });
  return {
    recorded,
    loaded,
    recordings: Result.map(loaded, ({ recordings }) => recordings),
    digest: Result.map(loaded, ({ digest }) => digest),
  };
};
const refusal = async (path: string) => {
  const { loaded } = await load(path);
  return Result.getOrThrow(Result.flip(loaded));
};
const plain = (...rows: ReadonlyArray<readonly [number, string | bigint]>) =>
  ["timestamp_ms,value_e18", ...rows.map(([sec, value]) => `${sec * 1_000},${value}`)].join("\n");

describe("a recording", () => {
  test("of ours, with or without a header, a final newline and compression", async () => {
    const text = plain([100, "1"], [101, 78803715261094101516288n], [104, "3"]);
    const bare = text.slice(text.indexOf("\n") + 1);
    const paths = [
      await write(text),
      await write(`${text}\n\n`),
      await write(text.replaceAll("\n", "\r\n")),
      await write(bare),
      await write(text.replaceAll(",", " , ")),
      await write(bare.replaceAll(",", " , ")),
      await write(gzipSync(text), "btcusd.csv.gz"),
    ];
    for (const path of paths) {
      const { recorded, recordings } = await load(path);
      expect(recordings).toEqual(Result.succeed([
        { symbol: "btcusd", firstSec: 100, points: 3, missing: DAY_SEC - 3, days: 1 },
      ]));
      const at = [99, 100, 101, 102, 104, 105].map((sec) => recorded.at("btc", sec));
      expect(at).toEqual([undefined, 1n, 78803715261094101516288n, undefined, 3n, undefined]);
      expect(recorded.point("btc", 104)?.delayMs).toBe(1_204);
    }
  });

  test("as the relay's recorder writes it: its delays are kept", async () => {
    const path = await write(
      "feed_ts_ms,value,full_accuracy_value,server_ts_ms,recv_ms\n" +
        "1780876800000,63304.20030119507,63304200301195075000000,1780876800939,1780876801156\n" +
        "1780876801000,63304.46120796553,63304461207965530000000,1780876862380,1780876862619\n",
    );
    const { recorded } = await load(path);
    const later = 1_780_876_800 + 100 * DAY_SEC;
    expect(recorded.point("btc", later))
      .toEqual({ sec: later, valueE18: 63304200301195075000000n, delayMs: 939 });
    expect(recorded.point("btc", later + 1)?.delayMs).toBe(61_380);
  });

  test("has a digest of its points, whichever file they are in", async () => {
    const text = plain([100, "1"], [101, "2"]);
    const digestOf = async (path: string) => Result.getOrThrow((await load(path)).digest);
    const first = await digestOf(await write(text));
    expect(await digestOf(await write(gzipSync(text), "btcusd.csv.gz"))).toBe(first);
    expect(await digestOf(await write(plain([100, "1"], [101, "3"])))).not.toBe(first);
    expect(await digestOf(await write(plain([100, "1"], [102, "2"])))).not.toBe(first);
  });

  test("may span several files, which form one recording of several days", async () => {
    const [first, second] = [10 * DAY_SEC + 7, 11 * DAY_SEC + 9];
    const { recorded, recordings } = await load(
      await write(plain([second, "2"], [12 * DAY_SEC - 1, "3"])),
      await write(plain([first, "1"])),
    );
    expect(Result.getOrThrow(recordings)[0]).toMatchObject({ points: 3, days: 2 });
    for (const shiftDays of [-4, 0, 2, 40]) {
      const shiftSec = shiftDays * DAY_SEC;
      expect(recorded.at("btc", first + shiftSec)).toBe(1n);
      expect(recorded.at("btc", second + shiftSec)).toBe(2n);
      expect(recorded.at("btc", first + DAY_SEC + shiftSec)).toBeUndefined();
    }
  });

  test("is read the same, however its text is split into chunks", async () => {
    const rows = fc.uniqueArray(fc.integer({ min: 1e9, max: 1e9 + DAY_SEC - 1 }), {
      minLength: 1,
      maxLength: 30_000,
      size: "max",
    });
    await fc.assert(
      fc.asyncProperty(rows, async (seconds) => {
        const path = await write(plain(...seconds.map((sec) => [sec, BigInt(sec)] as const)));
        const { recorded, recordings } = await load(path);
        expect(Result.getOrThrow(recordings)[0]?.points).toBe(seconds.length);
        for (const sec of seconds) expect(recorded.at("btc", sec)).toBe(BigInt(sec));
      }),
      { numRuns: 10 },
    );
  });

  test.each([
    ["", "it has no points"],
    ["timestamp_ms,value_e18\n", "it has no points"],
    ["time,price\n1,2\n", "line 1: it must name the columns timestamp_ms,value_e18"],
    [plain([1, "1"], [2, "x"]), "line 3: the value must be a whole number above 0"],
    [plain([1, "1.5"]), "line 2: the value must be a whole number above 0"],
    [plain([1, "0"]), "line 2: the value must be a whole number above 0"],
    ["timestamp_ms,value_e18\n1500,1\n", "line 2: the time must be unix milliseconds of a whole"],
    ["timestamp_ms,value_e18\n1000\n", "line 2: the value"],
    [`${plain([1, "1"])}\n${"9".repeat(5_000)}`, "line 3: the line is too long"],
  ])("%# that is wrong is refused by its line", async (text, why) => {
    const path = await write(text);
    expect(await refusal(path)).toStartWith(`Cannot use "${path}"`);
    expect(await refusal(path)).toContain(why);
  });

  test("that is missing, not compressed, or truncated is refused in one line", async () => {
    const missing = `${folder.path}/none.csv`;
    expect(await refusal(missing)).toBe(`Cannot read "${missing}": there is no such file`);
    const packed = gzipSync(
      plain(...Array.from({ length: 9_000 }, (_, i) => [i + 1, "7"] as const)),
    );
    for (const content of [plain([1, "1"]), packed.subarray(0, packed.length / 2)]) {
      const path = await write(content, "btcusd.csv.gz");
      const message = await refusal(path);
      expect(message).toStartWith(`Cannot read "${path}": `);
      expect(message).not.toContain("\n");
    }
    expect(await refusal(folder.path)).toContain(folder.path);
  });
});
