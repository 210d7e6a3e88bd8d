import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { control, makeStillClock, ms, start } from "../kit/support.ts";

const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
const spot = start("exchange-spot", clock);
const futures = start("exchange-futures", clock);
afterAll(() => Promise.all([spot.stop(), futures.stop()]));

const SPOT = "/archive/data/spot/daily/klines";
const FUTURES = "/archive/data/futures/um/daily/klines";
const file = (symbol: string, interval: string, day: string) =>
  `${symbol}/${interval}/${symbol}-${interval}-${day}.zip`;

async function fetchBytes(url: string) {
  const response = await fetch(url);
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Returns the lines of the only file in a zip, and the file's name. */
async function unpacked(url: string) {
  const { status, bytes } = await fetchBytes(url);
  expect(status).toBe(200);
  const entries = Object.entries(unzipSync(bytes));
  expect(entries.length).toBe(1);
  const [name = "", text = new Uint8Array()] = entries[0] ?? [];
  return { name, lines: strFromU8(text).trimEnd().split("\n") };
}

describe("the simulated exchange's archive", () => {
  test("has REST's candles, in the units of the day", async () => {
    for (const [day, scale] of [["2024-06-01", 1], ["2026-11-01", 1_000]] as const) {
      const { name, lines } = await unpacked(`${spot.url}${SPOT}/${file("BTCUSDT", "1h", day)}`);
      expect(name).toBe(`BTCUSDT-1h-${day}.csv`);
      const query = new URLSearchParams({
        symbol: "BTCUSDT",
        interval: "1h",
        startTime: String(ms(day)),
        limit: "24",
      });
      const rest = await (await fetch(`${spot.url}/api/v3/klines?${query}`))
        .json() as ReadonlyArray<ReadonlyArray<string | number>>;
      const scaled = rest.map((row) =>
        row.map((field, at) =>
          String(
            at === 0
              ? Number(field) * scale
              : at === 6 && scale > 1
              ? Number(field) * scale + 999
              : field,
          )
        ).join(",")
      );
      expect(lines).toEqual(scaled);
    }
  });

  test("names the fields of futures, which stay in milliseconds, and of nothing else", async () => {
    const minutes = await unpacked(`${spot.url}${FUTURES}/${file("HYPEUSDT", "1m", "2026-11-01")}`);
    expect(minutes.lines[0]).toStartWith("open_time,open,high,low,close,volume,close_time,");
    expect(minutes.lines.length).toBe(1_441);
    expect(minutes.lines[1]).toStartWith(`${ms("2026-11-01")},`);
    const days = await unpacked(`${spot.url}${SPOT}/${file("ETHUSDT", "1d", "2026-11-01")}`);
    expect(days.lines.length).toBe(1);
    expect(days.lines[0]).toStartWith(`${ms("2026-11-01") * 1_000},`);
  });

  test("returns the same bytes each time, from either market, and their checksum", async () => {
    const path = `${FUTURES}/${file("HYPEUSDT", "1h", "2026-11-01")}`;
    const [first, second, other] = await Promise.all(
      [spot.url, spot.url, futures.url].map((url) => fetchBytes(url + path)),
    );
    expect(second).toEqual(first);
    expect(other).toEqual(first);
    const hex = createHash("sha256").update(first?.bytes ?? "").digest("hex");
    const checksum = await fetch(`${spot.url}${path}.CHECKSUM`);
    expect(await checksum.text()).toBe(`${hex}  HYPEUSDT-1h-2026-11-01.zip\n`);
  });

  test.each([
    ["a day that has just ended", file("BTCUSDT", "1h", "2026-11-20")],
    ["a day before the world", file("BTCUSDT", "1h", "2023-12-31")],
    ["a day that no calendar has", file("BTCUSDT", "1h", "2026-02-30")],
    ["a symbol that is not listed", file("HYPEUSDT", "1h", "2026-11-01")],
    ["an interval that is not there", file("BTCUSDT", "7h", "2026-11-01")],
    ["another name than its folder", "BTCUSDT/1h/BTCUSDT-1d-2026-11-01.zip"],
    ["what is no file", "BTCUSDT/1h/"],
  ])("has no file for %s", async (_, path) => {
    expect((await fetch(`${spot.url}${SPOT}/${path}`)).status).toBe(404);
    expect((await fetch(`${spot.url}${SPOT}/${path}.CHECKSUM`)).status).toBe(404);
  });

  test("publishes a day some hours after its end, and weighs nothing", async () => {
    const url = `${spot.url}${SPOT}/${file("BTCUSDT", "1d", "2026-11-20")}`;
    const statuses = [];
    for (const iso of ["2026-11-21T00:00:01Z", "2026-11-21T03:59:00Z", "2026-11-21T04:00:00Z"]) {
      clock.set(ms(iso));
      const response = await fetch(url);
      expect(response.headers.has("x-mbx-used-weight-1m")).toBe(false);
      statuses.push(response.status);
    }
    expect(statuses).toEqual([404, 404, 200]);
    expect((await fetch(`${futures.url}${SPOT}/${file("BTCUSDT", "1d", "2026-11-10")}`)).status)
      .toBe(404);
  });

  test("is cut in the middle by a fault, as a zip", async () => {
    const path = `${SPOT}/${file("BTCUSDT", "1h", "2026-11-02")}`;
    const whole = await fetchBytes(spot.url + path);
    await control(`${spot.url}/__faults`, "POST", {
      match: `GET ${path}`,
      kind: "malformed",
      times: 1,
    });
    const half = await fetchBytes(spot.url + path);
    expect(half.bytes).toEqual(whole.bytes.slice(0, whole.bytes.length / 2));
  });
});
