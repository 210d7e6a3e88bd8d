import { describe, expect, test } from "bun:test";
import { Clock, Effect, Result } from "effect";
import { zipSync } from "fflate";
import { troubleContract } from "../../../contract/trouble_contract.ts";
import { makeStillClock } from "../../../simulator/kit/support.ts";
import { priceFeedContract } from "../../../contract/price_feed_contract.ts";
import { questionAt, questions } from "../../../contract/target_question.ts";
import { ask as askRest, makeExchange, SILENCE } from "../exchange_world.ts";
import { askArchive, askStaged, feedOf, stagedDay, stagedZip } from "./archive_world.ts";

priceFeedContract({
  name: "binance archive",
  intervals: ["1hour", "daily"],
  stage: Effect.fnUntraced(function* (facts) {
    const clock = makeStillClock(yield* Clock.currentTimeMillis);
    const exchange = yield* makeExchange({ clock });
    yield* exchange.put([...SILENCE, ...facts]);
    return yield* feedOf(exchange.archiveUrl);
  }),
});

const NOW = "2026-11-20T12:30:00Z";
const SPOT = "/data/spot/daily/klines/BTCUSDT/1h/BTCUSDT-1h-2026-01-01.zip";
const HOUR = questionAt("spec", "btc", "1hour", "2026-01-01T00:00:00Z");
const priceE18 = (text: number) => BigInt(text) * 10n ** 18n;
const row = (openTime: number, prices = "100,110,90,105", volume = "1.5") =>
  `${openTime},${prices},${volume},${openTime + 1},150,7,1,100,0`;
const AT_MS = HOUR.window.startSec * 1_000;
const FAILED = { _tag: "Failure", failure: { _tag: "ProviderFailed", reason: "unreadable" } };

describe("the exchange's archive", () => {
  test("gives every hour of three days what REST gives, for two calls a day", async () => {
    for (const asset of ["btc", "hype"] as const) {
      const asked = questions("spec", asset, "1hour", [
        "2026-11-10T00:00:00Z",
        "2026-11-13T00:00:00Z",
      ]);
      const rest = await askRest(asked, { nowIso: NOW });
      const { results, log } = await askArchive(asked, { nowIso: NOW });
      expect(results.length).toBe(72);
      expect(log.map((path) => path.slice(-9))).toEqual(
        ["10", "11", "12"].flatMap((day) => [`.CHECKSUM`, `11-${day}.zip`]),
      );
      const archive = expect.stringMatching(
        asset === "btc"
          ? /^\/data\/spot\/daily\/klines\/BTCUSDT\/1h\/BTCUSDT-1h-2026-11-1\d\.zip$/
          : /^\/data\/futures\/um\/daily\/klines\/HYPEUSDT\/1h\/HYPEUSDT-1h-2026-11-1\d\.zip$/,
      );
      const prices = rest.results.map((result) => Result.getOrThrow(result).priceE18);
      expect<unknown>(results).toMatchObject(prices.map((priceE18) => ({
        success: { priceE18, evidence: { kind: "kline", field: "open", archive } },
      })));
    }
  }, 300_000);

  test.each([["spec", "klines"], ["polymarket", "klines_1m"]] as const)(
    "gives the days of the %s calendar what REST gives",
    async (profile, source) => {
      // The clocks of New York change on 2026-11-01.
      const asked = questions(profile, "eth", "daily", [
        "2026-10-30T00:00:00Z",
        "2026-11-04T00:00:00Z",
      ]);
      const { results } = await askArchive(asked, { nowIso: NOW });
      expect(results.length).toBe(5);
      for (const [index, query] of asked.entries()) {
        const { results: [alone] } = await askRest([query], { nowIso: NOW });
        if (alone === undefined) throw new Error("no answer");
        const { priceE18 } = Result.getOrThrow(alone);
        expect(results[index]).toMatchObject({ success: { source, priceE18 } });
      }
    },
    300_000,
  );

  test("reads milliseconds until 2024 and microseconds from 2025 on spot", async () => {
    const asked = ["2024-12-31T23:00:00Z", "2025-01-01T00:00:00Z"]
      .map((iso) => questionAt("spec", "btc", "1hour", iso));
    const { results } = await askArchive(asked, { nowIso: NOW });
    const times = results.map((result) => {
      const { evidence } = Result.getOrThrow(result);
      return evidence.kind === "kline" ? evidence.row[0] : undefined;
    });
    expect(times).toEqual(["1735686000000", "1735689600000000"]);
  });

  test.each([
    ["microseconds without names", `${row(AT_MS * 1_000)}\n`],
    ["milliseconds without names", `${row(AT_MS)}\n`],
    ["microseconds with names", `open_time,open,high,low,close,volume\n${row(AT_MS * 1_000)}\n`],
    ["lines that end as on Windows", `open_time,open\r\n${row(AT_MS)}\r\n`],
  ])("decides by what is in the file: %s", async (_, text) => {
    const { results } = await askStaged(stagedDay(SPOT, text), { asked: [HOUR] });
    expect(results).toMatchObject([{ success: { priceE18: priceE18(100), source: "klines" } }]);
  });

  test("takes no price from a candle without a trade", async () => {
    const text = row(AT_MS, "100,100,100,100", "0.00000000");
    const { results } = await askStaged(stagedDay(SPOT, text), { asked: [HOUR] });
    expect(results).toMatchObject([{ failure: { _tag: "PriceMissing", isPending: false } }]);
  });

  test("says that a young day's file may still come, and that an old one's does not", async () => {
    const asked = questions("spec", "btc", "1hour", [
      "2026-11-17T23:00:00Z",
      "2026-11-18T01:00:00Z",
    ]);
    const { results, paths } = await askStaged(new Map(), { asked, nowIso: NOW });
    expect(results).toMatchObject([
      { failure: { _tag: "PriceMissing", isPending: false } },
      { failure: { _tag: "PriceMissing", isPending: true } },
    ]);
    expect(paths.every((path) => path.endsWith(".CHECKSUM"))).toBe(true);
    const early = await askArchive(
      [questionAt("spec", "btc", "1hour", "2026-11-19T12:00:00Z")],
      { nowIso: "2026-11-20T02:00:00Z" },
    );
    expect(early.results).toMatchObject([{ failure: { isPending: true } }]);
  });

  const whole = stagedDay(SPOT, row(AT_MS));
  const zip = whole.get(SPOT) as Uint8Array;
  const checksum = String(whole.get(`${SPOT}.CHECKSUM`));
  const named = (name: string, text: string) => ({ [name]: new TextEncoder().encode(text) });
  /** The candle of the hour, so many times: each line is one that a day may have. */
  const many = (count: number) =>
    named("BTCUSDT-1h-2026-01-01.csv", `${row(AT_MS)}\n`.repeat(count));
  /** 5 MB of candles in 14 KB. */
  const bomb = zipSync(many(80_000));
  /** The same, saying in its directory that it has ten bytes. */
  const lyingBomb = bomb.slice();
  const directory = bomb.findIndex((_, at) => bomb.slice(at, at + 4).join() === "80,75,1,2");
  new DataView(lyingBomb.buffer).setUint32(directory + 24, 10, true);
  test.each([
    ["whose checksum is another's", new Map([...whole, [SPOT, zip.with(40, 1)]])],
    [
      "whose checksum names another file",
      new Map([...whole, [`${SPOT}.CHECKSUM`, checksum.replace("BTCUSDT", "ETHUSDT")]]),
    ],
    ["without a checksum in its checksum", new Map([...whole, [`${SPOT}.CHECKSUM`, "<html>"]])],
    ["that is cut off", stagedZip(SPOT, zip.slice(0, zip.length - 30))],
    ["that is no zip", stagedZip(SPOT, new Uint8Array(10))],
    ["that is empty", stagedZip(SPOT, new Uint8Array())],
    ["with another name inside", stagedZip(SPOT, zipSync(named("other.csv", row(AT_MS))))],
    ["with two files inside", stagedZip(SPOT, zipSync({ ...many(1), ...named("other.csv", "") }))],
    ["that is a bomb", stagedZip(SPOT, bomb)],
    ["that is a bomb and says it is none", stagedZip(SPOT, lyingBomb)],
    ["that is too large", stagedZip(SPOT, zipSync(many(20_000), { level: 0 }))],
    ["with a line that is no candle", stagedDay(SPOT, `${row(AT_MS)}\nnonsense`)],
    ["with a price that is none", stagedDay(SPOT, row(AT_MS, "1e5,1,1,1"))],
    ["with a price of nothing", stagedDay(SPOT, row(AT_MS, "0,1,1,1"))],
  ])("refuses a file %s, and asks once", async (_, files) => {
    const { results, paths } = await askStaged(files, { asked: [HOUR] });
    expect(results).toMatchObject([FAILED]);
    expect(paths).toEqual([`${SPOT}.CHECKSUM`, SPOT]);
  });

  troubleContract({
    name: "the exchange's archive",
    meet: async (fault) => {
      const { results, log } = await askArchive(
        [questionAt("spec", "btc", "1hour", "2026-11-10T00:00:00Z")],
        {
          nowIso: NOW,
          prepare: ({ fault: meet }) => meet("btc", { match: "GET /archive/", ...fault }),
        },
      );
      return { results, calls: log.length };
    },
    troubles: [
      [{ status: 503, times: 2 }, "passes", 4],
      [{ status: 429, times: 1, retry_after: 5 }, "passes", 3],
      [503, "unreachable", 3],
      [{ kind: "malformed", times: 1 }, "unreadable"],
    ],
  });
});
