import { describe, expect, test } from "bun:test";
import { worldListing } from "../../../app/simulator/kalshi/world_listing.ts";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { ms } from "../kit/support.ts";

const SEASON = makeSeason(2);
const at = (iso: string) => UnixSec(ms(iso) / 1000);
const NOW = at("2026-11-20T12:00:00Z");
const HOUR_SEC = 3_600;

/** Returns the events of a series with their markets at an instant. */
const eventsOf = (series: string, nowSec = NOW) =>
  worldListing(SEASON, nowSec).events(series).map((entry) => ({
    ...entry,
    title: String(entry.row()["title"]),
    markets: entry.markets(),
    nested: entry.nestedMarkets(),
  }));
/** Returns the milestones of a series as an adapter reads them. */
const milestonesOf = (series: string, nowSec = NOW) =>
  worldListing(SEASON, nowSec).milestones(series).map((entry) => ({
    ...entry,
    title: String(entry.row()["title"]),
    ticker: [...entry.tickers][0] ?? "",
  }));

describe("an event of the simulated Kalshi", () => {
  test("keeps its ticker if its game moves, even to another day", () => {
    let daysMoved = 0;
    for (const series of ["KXEPLGAME", "KXMLSGAME", "KXMLBGAME", "KXNFLGAME", "KXWNBAGAME"]) {
      const seen = new Map<string, { readonly ticker: string; readonly startMs: number }>();
      for (let days = 0; days < 30; days += 5) {
        for (const now of milestonesOf(series, UnixSec(NOW + days * 86_400))) {
          const was = seen.get(now.id) ?? now;
          expect(now.ticker).toBe(was.ticker);
          if (Math.abs(now.startMs - was.startMs) > 12 * HOUR_SEC * 1000) daysMoved += 1;
          seen.set(now.id, was);
        }
      }
    }
    expect(daysMoved).toBeGreaterThan(3);
  });

  test("has times that are not kickoffs", () => {
    const starts = new Map(
      milestonesOf("KXNFLGAME").map(({ ticker, startMs }) => [
        ticker,
        startMs / 1000,
      ]),
    );
    const open = eventsOf("KXNFLGAME").filter(({ key, status }) =>
      status === "open" && starts.has(key)
    );
    expect(open.length).toBeGreaterThan(5);
    for (const { key, markets } of open) {
      const [market] = markets;
      const hoursAfter = (name: string) =>
        (at(String(market?.[name])) - (starts.get(key) ?? 0)) / HOUR_SEC;
      expect(["occurrence_datetime", "expected_expiration_time", "close_time"].map(hoursAfter))
        .toEqual([3, 3, 48]);
    }
  });

  test("ends with one winner, or with none if the game was called off", () => {
    const results = eventsOf("KXEPLGAME").concat(eventsOf("KXNBAGAME"))
      .filter(({ status }) => status === "settled")
      .map(({ markets }) => markets.map(({ result }) => String(result)).toSorted().join(" "));
    const ends = ["no no yes", "no yes", "scalar scalar scalar", "scalar scalar"];
    expect(results.filter((result) => !ends.includes(result))).toEqual([]);
    expect(["no no yes", "no yes", "scalar scalar"].every((end) => results.includes(end)))
      .toBe(true);
  });

  test("agrees with its siblings on the winner", () => {
    const winners = new Map(
      eventsOf("KXNBAGAME").filter(({ status }) => status === "settled").map(({ key, markets }) => {
        const winner = markets.find(({ result }) => result === "yes");
        return [key.split("-")[1], String(winner?.["ticker"]).split("-")[2]];
      }),
    );
    const covered = eventsOf("KXNBASPREAD").filter(({ status }) => status === "settled")
      .flatMap(({ markets }) => markets.filter(({ result }) => result === "yes"));
    expect(covered.length).toBeGreaterThan(5);
    for (const { ticker } of covered) {
      const [, tail, code] = String(ticker).split("-");
      expect(code?.replace(/\d+$/, "")).toBe(winners.get(tail) ?? "");
    }
  });

  test("loses its markets now and then after its settlement, and never before", () => {
    const events = eventsOf("KXNBAGAME");
    const bare = events.filter(({ nested }) => nested === undefined);
    expect(new Set(bare.map(({ status }) => status))).toEqual(new Set(["settled"]));
    const settled = events.filter(({ status }) => status === "settled");
    expect(bare.length).toBeLessThan(settled.length);
  });

  test("is named by its sides, its kind, and sometimes its number in a series", () => {
    expect(eventsOf("KXNFLGAME").some(({ title }) => /^[A-Z]+ \w+ vs [A-Z]+ \w+$/.test(title)))
      .toBe(true);
    expect(eventsOf("KXNBASPREAD").every(({ title }) => / vs .+: Spread$/.test(title))).toBe(true);
    const titles = milestonesOf("KXNBAGAME").map(({ title }) => title);
    expect(titles.some((title) => /^Game \d: .+ at .+$/.test(title))).toBe(true);
    expect(titles.every((title) => title.includes(" at "))).toBe(true);
    expect(milestonesOf("KXEPLGAME").every(({ title }) => title.includes(" vs "))).toBe(true);
  });
});
